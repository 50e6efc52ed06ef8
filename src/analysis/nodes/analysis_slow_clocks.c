/* slow_clocks: stretches of time in which the processors of all nodes ran at a far lower clock than
 * otherwise, under the same load.
 *
 * A slot of the clock's grid is compared when the mean load of the nodes is AT_WORK of its p95 or
 * more: processors at rest lower their clock. The usual clock is that of the slots in which the
 * fastest node has USUAL of the highest there is. A slot counts when the fastest node has at most
 * a share (of the rule) of the usual clock and the load is SAME_LOAD of the usual one. Vector
 * instructions lower the clock too, and get more done: a stretch in which the floating-point rate
 * is as high as otherwise is left out. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/slot_loads.h"
#include "analysis/nodes/work_signs.h"
#include "table/rows.h"
#include "util/number.h"

static const double AT_WORK = 0.5, USUAL = 0.85, SAME_LOAD = 0.8;
static const double LEAST_S = 300, LEAST_SHARE_OF_JOB = 0.02, LEAST_USUAL = 0.1;
enum { LEAST_SLOTS = 5 };

/* Values of all nodes by slot, of a metric that may be unknown. */
struct by_slot {
    const struct signal_metric *metric; /* NULL: unknown */
    const struct slot_loads *slots;
};

struct clocks {
    struct by_slot clock, load, flops;
    double usual_clock, usual_load, usual_flops;
    double slow;       /* of the usual clock */
    double least_load; /* below it the clock says nothing */
};

static struct by_slot by_slot_of(const struct signals *signals, const char *name)
{
    struct by_slot by_slot = {0};
    size_t number = signals_find(signals, name);
    if (number == (size_t)-1 || !signals->metrics[number].present)
        return by_slot;
    by_slot.metric = &signals->metrics[number];
    by_slot.slots = slot_loads_of(signals, by_slot.metric);
    return by_slot;
}

/* The mean of the nodes at the time of a slot of the clock. */
static double mean_at(const struct clocks *clocks, const struct by_slot *by_slot, size_t slot)
{
    const struct grid *grid = &clocks->clock.metric->grid;
    if (!by_slot->metric)
        return NUMBER_MISSING;
    size_t its = grid_slot(&by_slot->metric->grid, grid->start + (double)slot * grid->step);
    return its == (size_t)-1 ? NUMBER_MISSING : by_slot->slots->mean[its];
}

static bool is_at_work(const struct clocks *clocks, size_t slot)
{
    return mean_at(clocks, &clocks->load, slot) >= clocks->least_load &&
           2 * clocks->clock.slots->present[slot] >= clocks->clock.metric->present;
}

/* Adds to the mean what is known. */
static void add_known(double *sum, size_t *count, double value)
{
    *sum += isnan(value) ? 0 : value;
    *count += isnan(value) ? 0 : 1;
}

/* Whether the usual clock is that of a good part of the job. */
static bool find_usual(struct clocks *clocks)
{
    const struct grid *grid = &clocks->clock.metric->grid;
    const double *fastest = clocks->clock.slots->highest;
    double highest = 0, sums[3] = {0, 0, 0};
    size_t counts[3] = {0, 0, 0};
    for (size_t slot = 0; slot < grid->slots; slot++)
        if (is_at_work(clocks, slot))
            highest = fmax(highest, fastest[slot]);
    for (size_t slot = 0; slot < grid->slots; slot++) {
        if (!is_at_work(clocks, slot) || !(fastest[slot] >= USUAL * highest))
            continue;
        add_known(&sums[0], &counts[0], fastest[slot]);
        add_known(&sums[1], &counts[1], mean_at(clocks, &clocks->load, slot));
        add_known(&sums[2], &counts[2], mean_at(clocks, &clocks->flops, slot));
    }
    clocks->usual_clock = sums[0] / (counts[0] ? (double)counts[0] : NUMBER_MISSING);
    clocks->usual_load = sums[1] / (counts[1] ? (double)counts[1] : NUMBER_MISSING);
    clocks->usual_flops = sums[2] / (counts[2] ? (double)counts[2] : NUMBER_MISSING);
    return counts[0] >= LEAST_SLOTS && (double)counts[0] >= LEAST_USUAL * (double)grid->slots;
}

static bool is_slow(const struct clocks *clocks, size_t slot)
{
    return is_at_work(clocks, slot) &&
           clocks->clock.slots->highest[slot] <= clocks->slow * clocks->usual_clock &&
           mean_at(clocks, &clocks->load, slot) >= SAME_LOAD * clocks->usual_load;
}

static void put_stretch(struct tables *tables, const struct clocks *clocks, size_t from, size_t end)
{
    const struct grid *grid = &clocks->clock.metric->grid;
    double clock = 0, flops = 0;
    size_t count = 0, known = 0;
    for (size_t slot = from; slot < end; slot++) {
        add_known(&clock, &count, clocks->clock.slots->highest[slot]);
        add_known(&flops, &known, mean_at(clocks, &clocks->flops, slot));
    }
    if (known && flops / (double)known >= clocks->usual_flops)
        return;
    struct table *table = tables_get(tables, "slow_clocks");
    double start = grid->start + (double)from * grid->step;
    struct slow_clocks_row row = slow_clocks_row_missing();
    row.metric = clocks->clock.metric->name;
    row.start = start;
    row.end = start + (double)(end - from) * grid->step;
    row.duration_s = (double)(end - from) * grid->step;
    row.clock_ratio = clock / (double)count / clocks->usual_clock;
    if (signal_metric_is_in(clocks->clock.metric, "Hz")) {
        row.clock_Hz = clock / (double)count;
        row.usual_Hz = clocks->usual_clock;
    }
    slow_clocks_row_put(table, &row);
}

static void find_stretches(const struct clocks *clocks, const struct analysis_request *request,
                           struct tables *tables)
{
    const struct grid *grid = &clocks->clock.metric->grid;
    struct job_time time = job_time_of(request);
    double shortest_s = fmax(LEAST_S, LEAST_SHARE_OF_JOB * (time.end - time.start));
    for (size_t from = 0; from < grid->slots;) {
        size_t end = from;
        while (end < grid->slots && is_slow(clocks, end))
            end++;
        if (end - from >= LEAST_SLOTS && (double)(end - from) * grid->step >= shortest_s)
            put_stretch(tables, clocks, from, end);
        from = end + 1;
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    struct clocks clocks = {.clock = by_slot_of(signals, "clock"),
                            .slow = rules_number(request->rules, "nodes.throttled", "warn")};
    if (load && clocks.clock.metric) {
        clocks.load = by_slot_of(signals, load->metric);
        clocks.flops = by_slot_of(signals, "flops_any");
        clocks.least_load =
            fmax(load->at_rest, work_signs_part_of_p95(tables, clocks.load.metric, AT_WORK));
        if (find_usual(&clocks))
            find_stretches(&clocks, request, tables);
    }
}

const struct analysis analysis_slow_clocks = {"slow_clocks", run};
