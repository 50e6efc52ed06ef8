/* rate_drops: rates that fall on all nodes to a much lower level and stay there to the end, while
 * the processors keep as busy.
 *
 * A rate's mean over the nodes in up to COLUMNS parts of the time is cut where the two sides differ
 * most (least squares). It fell when the high end of what follows (p80) is at most LOW of the low
 * end of what came before (p20), so that neither periods nor a slow decline count, and when it fell
 * on nearly all nodes. The load is compared over the same sides. Falls at the start or the end of
 * the run, and those from which on GPUs work, are left out. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/bins.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/work_signs.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

enum { COLUMNS = 120, LEAST_COLUMNS = 20 };

static const double LOW = 0.5;
static const double FROM = 0.2, UNTIL = 0.8; /* of the time */
static const double LEAST_S = 300;           /* of each side */
static const double MOST_NODES = 0.9;
static const double SAME_LOAD = 0.8, AT_WORK = 0.5; /* of the load before; of its p95 */
static const double LEAST_RATE = 10e6;              /* per node: less is no work */
static const double GPUS_WORK = 0.1;                /* of the time after */

static const struct {
    const char *metric;
    bool is_of_processors;
} rates[] = {
    {"flops_any", true},
    {"flops_dp", true},
    {"flops_sp", true},
    {"mem_bw", true},
    {"memory_bw", true},
    {"net_bw", false},
    {"ib_bw", false},
    {"ib_recv", false},
    {"ib_xmit", false},
    {"net_io_counters.bytes_sent", false},
    {"net_io_counters.bytes_recv", false},
    {"ib_io_counters.port_xmit_data", false},
    {"ib_io_counters.port_rcv_data", false},
};

/* A metric over time, cut in two at a column. */
struct sides {
    struct bins bins;
    double *means; /* a column each, over the nodes; NaN: none */
    size_t cut;    /* the first column of what follows */
    double before, after;
};

static double mean_of_nodes(const struct bins *bins, size_t column)
{
    double sum = 0;
    size_t count = 0;
    for (size_t node = 0; node < bins->nodes; node++) {
        double mean = bins_mean(bins, node, column);
        sum += isnan(mean) ? 0 : mean;
        count += isnan(mean) ? 0 : 1;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

static void sides_make(struct sides *sides, const struct signals *signals, size_t number)
{
    bins_make(&sides->bins, signals, number, COLUMNS);
    sides->means = memory_alloc_array(sides->bins.columns, sizeof *sides->means);
    for (size_t c = 0; c < sides->bins.columns; c++)
        sides->means[c] = mean_of_nodes(&sides->bins, c);
}

static void sides_release(struct sides *sides)
{
    bins_release(&sides->bins);
    free(sides->means);
}

static double mean_between(const double *means, size_t from, size_t end)
{
    double sum = 0;
    size_t count = 0;
    for (size_t c = from; c < end; c++) {
        sum += isnan(means[c]) ? 0 : means[c];
        count += isnan(means[c]) ? 0 : 1;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

/* Where the squares of what is left after both means are least; 0: not in the middle of the run. */
static size_t best_cut(const struct sides *sides)
{
    size_t columns = sides->bins.columns, best = 0;
    double most = 0;
    for (size_t c = 1; c < columns; c++) {
        double fall = mean_between(sides->means, 0, c) - mean_between(sides->means, c, columns);
        double gain = fall * fall * (double)c * (double)(columns - c);
        if (fall > 0 && gain > most) {
            most = gain;
            best = c;
        }
    }
    return (double)best >= FROM * (double)columns && (double)best <= UNTIL * (double)columns ? best
                                                                                             : 0;
}

static double quantile_between(const double *means, size_t from, size_t end, double p)
{
    double *present = memory_alloc_array(end - from + 1, sizeof *present);
    double quantile = NUMBER_MISSING;
    size_t count = 0;
    for (size_t c = from; c < end; c++)
        if (!isnan(means[c]))
            present[count++] = means[c];
    if (count)
        statistic_quantiles(present, count, &p, 1, &quantile);
    free(present);
    return quantile;
}

/* The column of the cut may lie on both sides, and in the last one nodes come to rest. */
static bool is_clear(const struct sides *sides)
{
    size_t end = sides->bins.columns - 1, middle = sides->cut + (end - sides->cut) * 2 / 3;
    double low_before = quantile_between(sides->means, 0, sides->cut - 1, 0.2);
    double high_after = quantile_between(sides->means, sides->cut + 1, end, 0.8);
    double late = quantile_between(sides->means, middle, end, 0.5);
    return high_after <= LOW * low_before && late <= LOW * low_before;
}

static double mean_of_node(const struct bins *bins, size_t node, size_t from, size_t end)
{
    double sum = 0;
    size_t count = 0;
    for (size_t c = from; c < end; c++) {
        double mean = bins_mean(bins, node, c);
        sum += isnan(mean) ? 0 : mean;
        count += isnan(mean) ? 0 : 1;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

static bool falls_on_most_nodes(const struct sides *sides)
{
    size_t fell = 0, known = 0;
    for (size_t node = 0; node < sides->bins.nodes; node++) {
        double before = mean_of_node(&sides->bins, node, 0, sides->cut);
        double after = mean_of_node(&sides->bins, node, sides->cut, sides->bins.columns);
        known += !isnan(before) && !isnan(after);
        fell += after <= LOW * before;
    }
    return known && (double)fell >= MOST_NODES * (double)known;
}

/* Sets the cut and the means on both sides; false: the rate did not fall. */
static bool falls(struct sides *sides)
{
    size_t columns = sides->bins.columns;
    if (columns < LEAST_COLUMNS || !(sides->cut = best_cut(sides)))
        return false;
    sides->before = mean_between(sides->means, 0, sides->cut);
    sides->after = mean_between(sides->means, sides->cut, columns);
    double width_s = sides->bins.width_s;
    return (double)sides->cut * width_s >= LEAST_S &&
           (double)(columns - sides->cut) * width_s >= LEAST_S && sides->before >= LEAST_RATE &&
           is_clear(sides) && falls_on_most_nodes(sides);
}

/* ---- what the processors and GPUs did ---- */

struct loads {
    double before, after;
};

static struct loads loads_at(const struct signals *signals, const struct node_load *load,
                             double moment)
{
    struct loads loads = {0, 0};
    struct sides sides = {0};
    size_t counts[2] = {0, 0};
    sides_make(&sides, signals, signals_find(signals, load->metric));
    for (size_t c = 0; c < sides.bins.columns; c++) {
        bool is_after = bins_middle(&sides.bins, c) >= moment;
        if (isnan(sides.means[c]))
            continue;
        *(is_after ? &loads.after : &loads.before) += sides.means[c];
        counts[is_after]++;
    }
    loads.before /= counts[0] ? (double)counts[0] : NUMBER_MISSING;
    loads.after /= counts[1] ? (double)counts[1] : NUMBER_MISSING;
    sides_release(&sides);
    return loads;
}

static bool gpus_work_after(const struct analysis_request *request, const struct tables *tables,
                            const struct grid *grid, double moment)
{
    struct work_signs signs;
    size_t from = grid_slot(grid, moment), working = 0;
    work_signs_of_gpus(&signs, request, tables, grid);
    from = from == (size_t)-1 ? grid->slots : from;
    for (size_t slot = from; slot < grid->slots; slot++)
        working += signs.shown[slot];
    work_signs_release(&signs);
    return (double)working > GPUS_WORK * (double)(grid->slots - from);
}

static void study(const struct analysis_request *request, struct tables *tables,
                  const struct node_load *load, size_t number, bool is_of_processors)
{
    const struct signals *signals = request->signals;
    const struct signal_metric *metric = &signals->metrics[number];
    const struct grid *grid = &node_load_metric(signals, load)->grid;
    struct sides sides = {0};
    sides_make(&sides, signals, number);
    bool has_fallen = falls(&sides);
    double moment = sides.bins.start + (double)sides.cut * sides.bins.width_s;
    struct loads loads = {0, 0};
    if (has_fallen)
        loads = loads_at(signals, load, moment);
    double least = fmax(load->at_rest,
                        work_signs_part_of_p95(tables, node_load_metric(signals, load), AT_WORK));
    if (has_fallen && loads.before >= least && loads.after >= SAME_LOAD * loads.before &&
        !gpus_work_after(request, tables, grid, moment)) {
        struct table *table = tables_get(tables, "rate_drops");
        table_put_text(table, metric->name);
        table_put_number(table, moment);
        table_put_number(table, metric->grid.last);
        table_put_number(table, sides.before);
        table_put_number(table, sides.after);
        table_put_number(table, (double)metric->present);
        table_put_number(table, loads.before);
        table_put_number(table, loads.after);
        table_put_number(table, is_of_processors);
    }
    sides_release(&sides);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    for (size_t i = 0; load && i < sizeof rates / sizeof rates[0]; i++) {
        size_t number = signals_find(signals, rates[i].metric);
        if (number != (size_t)-1 && signals->metrics[number].present)
            study(request, tables, load, number, rates[i].is_of_processors);
    }
}

const struct analysis analysis_rate_drops = {"rate_drops", run};
