/* stalls: from when to the end the processors kept busy without a sign of work, as processes do
 * that wait for each other in a loop.
 *
 * A slot of the grid counts when the mean load of its nodes is at least BUSY of the metric's p95,
 * and no node shows floating-point rate, memory bandwidth, GPU, network or file work
 * (work_signs.h). Jobs of which neither floating-point rate nor memory bandwidth is known are not
 * judged. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/slot_loads.h"
#include "analysis/nodes/work_signs.h"
#include "table/rows.h"

static const double BUSY = 0.5;
static const double LEAST_S = 300, LEAST_SHARE_OF_JOB = 0.1;
enum { LEAST_SLOTS = 5 };

static const char *const rates[] = {"flops_any", "flops_dp", "flops_sp", "mem_bw", "memory_bw"};

/* The rates that are known, METRICS_BETWEEN between; NULL when none is. */
static const char *known_rates(const struct signals *signals, struct arena *arena)
{
    const char *text = NULL;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        size_t number = signals_find(signals, rates[i]);
        if (number != (size_t)-1 && signals->metrics[number].present)
            text = text ? arena_format(arena, "%s" METRICS_BETWEEN "%s", text, rates[i]) : rates[i];
    }
    return text;
}

/* The first slot from which on all are stalled; the number of slots when the last is not. */
static size_t stalled_from(const double *loads, const struct work_signs *signs,
                           const struct grid *grid, double least)
{
    size_t from = grid->slots;
    for (size_t slot = grid->slots; slot-- > 0;) {
        if (isnan(loads[slot]) && !signs->shown[slot])
            continue;
        if (!(loads[slot] >= least) || signs->shown[slot])
            break;
        from = slot;
    }
    return from;
}

static double mean_from(const double *loads, size_t from, size_t count)
{
    double sum = 0;
    size_t known = 0;
    for (size_t slot = from; slot < count; slot++) {
        sum += isnan(loads[slot]) ? 0 : loads[slot];
        known += isnan(loads[slot]) ? 0 : 1;
    }
    return sum / (double)known;
}

static void put(struct tables *tables, const struct signal_metric *metric, const double *loads,
                size_t from, const char *quiet)
{
    const struct grid *grid = &metric->grid;
    struct table *table = tables_get(tables, "stalls");
    double start = grid->start + (double)from * grid->step;
    struct stalls_row row = stalls_row_missing();
    row.metric = metric->name;
    row.start = start;
    row.end = grid->last;
    row.duration_s = grid->last - start;
    row.load = mean_from(loads, from, grid->slots);
    row.quiet = quiet;
    stalls_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct node_load *load = node_load_of(request->signals);
    const char *quiet = load ? known_rates(request->signals, tables->arena) : NULL;
    if (!quiet)
        return;
    const struct signal_metric *metric = node_load_metric(request->signals, load);
    const struct grid *grid = &metric->grid;
    struct job_time time = job_time_of(request);
    struct work_signs signs;
    const double *loads = slot_loads_of(request->signals, metric)->mean;
    work_signs_of_all(&signs, request, tables, grid);
    double least = fmax(load->at_rest, work_signs_part_of_p95(tables, metric, BUSY));
    size_t from = stalled_from(loads, &signs, grid, least);
    double length_s = grid->last - (grid->start + (double)from * grid->step);
    if (grid->slots - from >= LEAST_SLOTS &&
        length_s >= fmax(LEAST_S, LEAST_SHARE_OF_JOB * (time.end - time.start)))
        put(tables, metric, loads, from, quiet);
    work_signs_release(&signs);
}

const struct analysis analysis_stalls = {"stalls", run};
