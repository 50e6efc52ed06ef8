/* roofline: operations a byte of memory traffic and the rate of operations, over time, beside what
 * a node can do (Williams, Waterman & Patterson, "Roofline", Communications of the ACM 52, 2009).
 *
 * A sample counts where both rates are there. A point is the mean of both over a stretch of time:
 * as many stretches as there are samples, but no more points than a chart can show. The mean node
 * (`*`) has in each stretch the means over the nodes that are there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/signal_order.h"
#include "table/rows.h"
#include "util/hostlist.h"
#include "util/memory.h"

enum { MOST_POINTS = 2000, MOST_STRETCHES = 300, LEAST_STRETCHES = 4 };

struct rates {
    const struct signals *signals;
    const struct signal_metric *flops, *bandwidth;
};

/* Sums over the samples of each stretch of time. */
struct stretches {
    double start, width_s;
    size_t count;
    double *flops, *bandwidth, *samples;
};

/* ---- metrics ---- */

static const struct signal_metric *first_in(const char *unit, const struct signals *signals,
                                            const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t metric = signals_find(signals, names[i]);
        if (metric < signals->metric_count && signals->metrics[metric].present &&
            signal_metric_is_in(&signals->metrics[metric], unit))
            return &signals->metrics[metric];
    }
    return NULL;
}

/* What passes the last cache stands for what memory gives, where nothing else does. */
static const struct signal_metric *last_cache(const struct signals *signals)
{
    for (size_t i = 0; i < signals->metric_count; i++)
        if (strncmp(signals->metrics[i].name, "L3.derv", 7) == 0 &&
            strcmp(signals->metrics[i].unit, "B/s") == 0 && signals->metrics[i].present)
            return &signals->metrics[i];
    return NULL;
}

static bool find_rates(struct rates *rates, const struct signals *signals)
{
    static const char *const flops[] = {"flops", "flops_any"};
    static const char *const bandwidths[] = {"mem_bw", "memory_bw"};
    *rates = (struct rates){signals, first_in("F/s", signals, flops, 2),
                            first_in("B/s", signals, bandwidths, 2)};
    if (!rates->bandwidth)
        rates->bandwidth = last_cache(signals);
    return rates->flops && rates->bandwidth;
}

/* ---- stretches ---- */

static void stretches_init(struct stretches *stretches, const struct rates *rates, size_t most)
{
    const struct grid *grid = &rates->flops->grid;
    size_t count = grid->slots < most ? grid->slots : most;
    *stretches = (struct stretches){
        .start = grid->start - grid->step / 2,
        .width_s = grid->step * (double)grid->slots / (double)count,
        .count = count,
        .flops = memory_alloc_array(count, sizeof(double)),
        .bandwidth = memory_alloc_array(count, sizeof(double)),
        .samples = memory_alloc_array(count, sizeof(double)),
    };
}

static void stretches_clear(struct stretches *stretches)
{
    for (size_t i = 0; i < stretches->count; i++)
        stretches->flops[i] = stretches->bandwidth[i] = stretches->samples[i] = 0;
}

static void stretches_release(struct stretches *stretches)
{
    free(stretches->flops);
    free(stretches->bandwidth);
    free(stretches->samples);
}

static void add_samples(struct stretches *stretches, const struct signal *flops,
                        const struct signal *bandwidth)
{
    struct nearest nearest = {bandwidth->times, bandwidth->values, bandwidth->count, 0};
    double reach_s = fmax(flops->interval_s, bandwidth->interval_s) / 2;
    for (size_t i = 0; i < flops->count; i++) {
        double moved = nearest_value(&nearest, flops->times[i], reach_s);
        double place = (flops->times[i] - stretches->start) / stretches->width_s;
        if (isnan(moved) || isnan(flops->values[i]) ||
            !(place >= 0 && place < (double)stretches->count))
            continue;
        stretches->flops[(size_t)place] += flops->values[i];
        stretches->bandwidth[(size_t)place] += moved;
        stretches->samples[(size_t)place]++;
    }
}

/* A node's means are one sample of the mean node. */
static void add_means(struct stretches *all, const struct stretches *node)
{
    for (size_t i = 0; i < all->count; i++) {
        if (!(node->samples[i] > 0))
            continue;
        all->flops[i] += node->flops[i] / node->samples[i];
        all->bandwidth[i] += node->bandwidth[i] / node->samples[i];
        all->samples[i]++;
    }
}

/* On logarithmic axes there is no place for what does nothing. */
static void put_points(struct tables *tables, const char *node, const struct rates *rates,
                       const struct stretches *stretches)
{
    for (size_t i = 0; i < stretches->count; i++) {
        double flops = stretches->flops[i] / stretches->samples[i];
        double bandwidth = stretches->bandwidth[i] / stretches->samples[i];
        if (!(flops > 0 && bandwidth > 0))
            continue;
        struct table *table = tables_get(tables, "roofline");
        struct roofline_row row = roofline_row_missing();
        row.node = node;
        row.time = stretches->start + ((double)i + 0.5) * stretches->width_s;
        row.width_s = stretches->width_s;
        row.intensity = flops / bandwidth;
        row.flops = flops;
        row.bandwidth = bandwidth;
        row.flops_metric = rates->flops->name;
        row.bandwidth_metric = rates->bandwidth->name;
        roofline_row_put(table, &row);
    }
}

static void put_all_points(struct tables *tables, const struct rates *rates)
{
    struct stretches all, node, fine;
    size_t most = MOST_POINTS / rates->flops->count;
    stretches_init(&all, rates, MOST_STRETCHES);
    stretches_init(&fine, rates, MOST_STRETCHES);
    stretches_init(&node, rates, most > LEAST_STRETCHES ? most : LEAST_STRETCHES);
    for (size_t i = 0; i < rates->flops->count; i++) {
        const struct signal *flops = &rates->signals->items[rates->flops->first + i];
        const struct signal *bandwidth =
            signals_of_node(rates->signals, rates->bandwidth, flops->node, i);
        if (!bandwidth)
            continue;
        stretches_clear(&node);
        stretches_clear(&fine);
        add_samples(&node, flops, bandwidth);
        add_samples(&fine, flops, bandwidth);
        put_points(tables, rates->signals->nodes[flops->node].name, rates, &node);
        add_means(&all, &fine);
    }
    put_points(tables, "*", rates, &all);
    stretches_release(&all);
    stretches_release(&fine);
    stretches_release(&node);
}

/* ---- ceilings ---- */

static bool is_other_cluster(const struct dataset *dataset, const struct peak_rates *peaks)
{
    const char *cluster = dataset->facts.cluster;
    return cluster && *peaks->cluster && strcmp(cluster, peaks->cluster) != 0;
}

/* The subcluster that lists a node of the job, else the one that the job names, else the only one.
 */
static const struct peak_rates *find_peaks(const struct dataset *dataset, const struct rates *rates)
{
    const struct peak_rates *named = NULL;
    for (size_t i = 0; i < dataset->peak_count; i++) {
        const struct peak_rates *peaks = &dataset->peaks[i];
        if (is_other_cluster(dataset, peaks))
            continue;
        for (size_t k = 0; k < rates->flops->count; k++) {
            const struct signal *signal = &rates->signals->items[rates->flops->first + k];
            if (hostlist_holds(peaks->nodes, dataset->nodes[signal->node].name))
                return peaks;
        }
        bool is_named = dataset->subcluster && strcmp(dataset->subcluster, peaks->subcluster) == 0;
        if (is_named || (dataset->peak_count == 1 && !dataset->subcluster))
            named = peaks;
    }
    return named;
}

static void put_ceiling(struct tables *tables, const char *name, double value, const char *unit,
                        const char *source)
{
    if (!(value > 0))
        return;
    struct table *table = tables_get(tables, "roofline_ceilings");
    struct roofline_ceilings_row row = roofline_ceilings_row_missing();
    row.ceiling = name;
    row.value = value;
    row.unit = unit;
    row.source = source;
    roofline_ceilings_row_put(table, &row);
}

static void put_ceilings(const struct analysis_request *request, const struct rates *rates,
                         struct tables *tables)
{
    struct arena arena;
    arena_init(&arena);
    static const char given[] = "the options";
    const struct peak_rates none = {.subcluster = ""};
    const struct peak_rates *peaks = find_peaks(request->dataset, rates);
    peaks = peaks ? peaks : &none;
    const char *source = arena_format(&arena, "the cluster file, subcluster %s", peaks->subcluster);
    bool flops_given = request->peak_flops > 0, bandwidth_given = request->peak_bandwidth > 0;
    put_ceiling(tables, "peak", flops_given ? request->peak_flops : peaks->flops, "F/s",
                flops_given ? given : source);
    if (!flops_given)
        put_ceiling(tables, "scalar peak", peaks->scalar_flops, "F/s", source);
    /* Traffic of a cache is not limited by what memory can do. */
    if (strncmp(rates->bandwidth->name, "L3.", 3) != 0 || bandwidth_given)
        put_ceiling(tables, "bandwidth",
                    bandwidth_given ? request->peak_bandwidth : peaks->bandwidth, "B/s",
                    bandwidth_given ? given : source);
    arena_release(&arena);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct rates rates;
    if (!find_rates(&rates, request->signals) || !rates.flops->grid.slots)
        return;
    put_all_points(tables, &rates);
    if (tables_find(tables, "roofline"))
        put_ceilings(request, &rates, tables);
}

const struct analysis analysis_roofline = {"roofline", run};
