/* phases: stretches of time in which no node did anything.
 *
 * A slot of the grid is idle when the highest load of any node in it is below a limit, no GPU,
 * network or file shows work, and half of the nodes are there. The limit is PHASES_IDLE_PERCENT of
 * the metric's 95th percentile, but at least what a node at rest has and at most what leaves no
 * core busy: else a job that is idle all the time, or a phase of one process on many cores, is
 * taken wrongly. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/phases.h"
#include "analysis/nodes/slot_loads.h"
#include "analysis/nodes/work_signs.h"
#include "table/rows.h"
#include "util/number.h"

static const double LEAST_INTERVALS = 5, LEAST_S = 60, LEAST_SHARE_OF_JOB = 0.01;
static const double NOISE = 2; /* × the limit */
/* Slots with noise, or without a sample, that do not end it; slots around more noise. */
enum { LONGEST_BREAK = 2, MANY = 20 };

struct load {
    const struct node_load *kind;
    const struct signal_metric *metric;
    const struct slot_loads *slots;
    struct work_signs signs;
};

struct stretch {
    size_t first, last; /* slots */
    double highest;
    size_t fewest; /* nodes with a sample */
};

static void load_make(struct load *load, const struct analysis_request *request,
                      const struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct signal_metric *metric = node_load_metric(signals, load->kind);
    load->metric = metric;
    load->slots = slot_loads_of(signals, metric);
    work_signs_make(&load->signs, request, tables, &metric->grid);
}

static void load_release(struct load *load)
{
    work_signs_release(&load->signs);
}

/* What one core adds to the load of the node with most cores; NaN when unknown. */
static double load_per_core(const struct load *load, const struct analysis_request *request)
{
    double cores = NUMBER_MISSING;
    const struct capacity *capacities = capacities_of(request);
    for (size_t node = 0; node < request->signals->node_count; node++)
        cores = fmax(cores, capacities[node].rough_cores);
    return node_load_of_core(load->kind, cores);
}

/* NaN when the load is unknown. */
static double idle_threshold(const struct load *load, const struct analysis_request *request,
                             const struct tables *tables)
{
    double part = work_signs_part_of_p95(tables, load->metric, PHASES_IDLE_PERCENT / 100.0);
    if (isnan(part))
        return NUMBER_MISSING;
    return fmax(load->kind->at_rest,
                fmin(part, NODE_LOAD_CORE_AT_REST * load_per_core(load, request)));
}

static bool is_idle(const struct load *load, size_t slot, double threshold)
{
    return load->slots->highest[slot] <= threshold && !load->signs.shown[slot] &&
           2 * load->slots->present[slot] >= load->metric->present;
}

/* Noise of an idle node, or no sample. */
static bool may_be_idle(const struct load *load, size_t slot, double threshold)
{
    return !(load->slots->highest[slot] > NOISE * threshold) && !load->signs.shown[slot];
}

/* What is seen from the first slot of a stretch on. */
struct sight {
    size_t missing, others; /* slots of late: in a row without a sample, not idle */
    size_t idle, least;     /* slots; as many must be there at least */
    double highest, above;  /* above: what all slots together are above the limit */
};

/* False: the stretch ended before that slot. */
static bool see_slot(struct sight *sight, const struct load *load, double threshold, size_t slot)
{
    double value = load->slots->highest[slot];
    sight->highest = fmax(sight->highest, value);
    sight->above += isnan(value) ? 0 : value - threshold;
    sight->missing = isnan(value) ? sight->missing + 1 : 0;
    sight->others = is_idle(load, slot, threshold) ? 0 : sight->others + 1;
    sight->idle += !sight->others;
    sight->least = sight->others > LONGEST_BREAK ? MANY : sight->least;
    return sight->missing <= LONGEST_BREAK && !(sight->above > LONGEST_BREAK * threshold);
}

/* Noise about the limit does not cut a stretch while the mean of all its slots is within the limit;
 * where it lasts long, half of many slots have to be idle. */
static bool may_end(const struct sight *sight, size_t slots)
{
    return !sight->others && !(sight->above > 0) && slots >= sight->least &&
           (sight->least == 1 || 2 * sight->idle >= slots);
}

static bool next_stretch(const struct load *load, double threshold, size_t from,
                         struct stretch *stretch)
{
    size_t slots = load->metric->grid.slots;
    while (from < slots && !is_idle(load, from, threshold))
        from++;
    if (from == slots)
        return false;
    *stretch = (struct stretch){from, from, load->slots->highest[from], load->slots->present[from]};
    struct sight sight = {.idle = 1,
                          .least = 1,
                          .highest = stretch->highest,
                          .above = stretch->highest - threshold};
    for (size_t k = from + 1;
         k < slots && may_be_idle(load, k, threshold) && see_slot(&sight, load, threshold, k);
         k++) {
        if (!may_end(&sight, k - from + 1))
            continue;
        stretch->last = k;
        stretch->highest = sight.highest;
        if (load->slots->present[k] < stretch->fewest)
            stretch->fewest = load->slots->present[k];
    }
    return true;
}

static void put_stretch(struct table *table, const struct load *load, double threshold,
                        const struct stretch *stretch, double shortest_s)
{
    const struct grid *grid = &load->metric->grid;
    double start = grid->start + (double)stretch->first * grid->step;
    double duration_s = (double)(stretch->last - stretch->first + 1) * grid->step;
    if (duration_s < shortest_s)
        return;
    struct phases_row row = phases_row_missing();
    row.metric = load->metric->name;
    row.start = start;
    row.end = start + duration_s;
    row.duration_s = duration_s;
    row.threshold = threshold;
    row.highest = stretch->highest;
    row.idle_too = load->signs.looked_at;
    row.silent_nodes = (double)(load->metric->present - stretch->fewest);
    phases_row_put(table, &row);
}

static double shortest_stretch(const struct analysis_request *request, const struct grid *grid)
{
    struct job_time time = job_time_of(request);
    double shortest_s = fmax(LEAST_INTERVALS * grid->step, LEAST_S);
    return fmax(shortest_s, LEAST_SHARE_OF_JOB * (time.end - time.start));
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct load load = {.kind = node_load_of(request->signals)};
    struct stretch stretch;
    if (!load.kind)
        return;
    load_make(&load, request, tables);
    double threshold = idle_threshold(&load, request, tables);
    double shortest_s = shortest_stretch(request, &load.metric->grid);
    for (size_t from = 0; next_stretch(&load, threshold, from, &stretch); from = stretch.last + 1)
        put_stretch(tables_get(tables, "phases"), &load, threshold, &stretch, shortest_s);
    load_release(&load);
}

const struct analysis analysis_phases = {"phases", run};
