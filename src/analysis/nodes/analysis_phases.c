/* phases: stretches of time in which no node did anything.
 *
 * A slot of the grid is idle when the highest load of any node in it is below PHASES_IDLE_PERCENT
 * of the metric's 95th percentile and half of the nodes are there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/phases.h"
#include "analysis/nodes/signal_grid.h"
#include "util/memory.h"
#include "util/number.h"

static const double LEAST_INTERVALS = 5, LEAST_S = 60, LEAST_SHARE_OF_JOB = 0.01;
enum { LONGEST_HOLE = 2 }; /* slots without a sample that do not end a stretch */

struct load {
    const struct signal_metric *metric;
    double *highest;   /* of any node in a slot, NaN when there is none */
    uint32_t *present; /* nodes in a slot */
};

struct stretch {
    size_t first, last; /* slots */
    double highest;
};

static size_t find_load(const struct signals *signals)
{
    static const char *const names[] = {"cpu_percent", "cpu_load", "cpu_user", "cpu_percent_sys"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t metric = signals_find(signals, names[i]);
        if (metric != (size_t)-1 && signals->metrics[metric].present)
            return metric;
    }
    return (size_t)-1;
}

static void add_signal(struct load *load, const struct signal *signal)
{
    size_t latest = (size_t)-1;
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot_of(&load->metric->grid, signal->times[i]);
        if (slot == NO_SLOT || isnan(signal->values[i]))
            continue;
        load->highest[slot] = fmax(load->highest[slot], signal->values[i]);
        load->present[slot] += slot != latest;
        latest = slot;
    }
}

static void load_make(struct load *load, const struct signals *signals, size_t number)
{
    const struct signal_metric *metric = &signals->metrics[number];
    size_t slots = metric->grid.slots;
    load->metric = metric;
    load->highest = memory_alloc_array(slots, sizeof *load->highest);
    load->present = memory_alloc_array(slots, sizeof *load->present);
    for (size_t k = 0; k < slots; k++)
        load->highest[k] = NUMBER_MISSING;
    for (size_t i = 0; i < metric->count; i++)
        add_signal(load, &signals->items[metric->first + i]);
}

static void load_release(struct load *load)
{
    free(load->highest);
    free(load->present);
}

/* 2 % of the 95th percentile of a node's load; NaN when unknown. */
static double idle_threshold(const struct tables *tables, const struct signal_metric *metric)
{
    const struct table *metrics = tables_find(tables, "job_metrics");
    size_t row = metrics ? table_find_row(metrics, 0, "metric", metric->name, NULL, NULL) : 0;
    if (!metrics || row >= metrics->rows)
        return NUMBER_MISSING;
    double nodes = metric->combine == COMBINE_TOTAL ? (double)metric->present : 1;
    return PHASES_IDLE_PERCENT / 100.0 * table_numbers(metrics, "p95")[row] / nodes;
}

static bool is_idle(const struct load *load, size_t slot, double threshold)
{
    return load->highest[slot] <= threshold && 2 * load->present[slot] >= load->metric->present;
}

static bool next_stretch(const struct load *load, double threshold, size_t from,
                         struct stretch *stretch)
{
    size_t slots = load->metric->grid.slots, holes = 0;
    while (from < slots && !is_idle(load, from, threshold))
        from++;
    if (from == slots)
        return false;
    *stretch = (struct stretch){from, from, load->highest[from]};
    for (size_t k = from + 1; k < slots && holes <= LONGEST_HOLE; k++) {
        if (is_idle(load, k, threshold)) {
            stretch->last = k;
            stretch->highest = fmax(stretch->highest, load->highest[k]);
            holes = 0;
        } else if (load->present[k] == 0) {
            holes++;
        } else {
            break;
        }
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
    table_put_text(table, load->metric->name);
    table_put_number(table, start);
    table_put_number(table, start + duration_s);
    table_put_number(table, duration_s);
    table_put_number(table, threshold);
    table_put_number(table, stretch->highest);
}

static double shortest_stretch(const struct analysis_request *request, const struct grid *grid)
{
    struct job_time time = job_time_of(request);
    double shortest_s = fmax(LEAST_INTERVALS * grid->step, LEAST_S);
    return fmax(shortest_s, LEAST_SHARE_OF_JOB * (time.end - time.start));
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    size_t number = find_load(request->signals);
    if (number == (size_t)-1)
        return;
    struct load load;
    struct stretch stretch;
    load_make(&load, request->signals, number);
    double threshold = idle_threshold(tables, load.metric);
    double shortest_s = shortest_stretch(request, &load.metric->grid);
    for (size_t from = 0; next_stretch(&load, threshold, from, &stretch); from = stretch.last + 1)
        put_stretch(tables_get(tables, "phases"), &load, threshold, &stretch, shortest_s);
    load_release(&load);
}

const struct analysis analysis_phases = {"phases", run};
