/* few_at_work: stretches of time in which most nodes were idle while a few went on.
 *
 * In a slot of the grid a node is idle when its load is at most IDLE of the p95 of all nodes, and
 * none of its GPUs, network or files shows work; the limit is at least what a node at rest has, and
 * at most what leaves no core busy. A node that hardly works throughout, beside one that does much
 * more, is idle whatever the little is. A slot counts when one node works at least and more than
 * half of all nodes are idle. What fewer nodes do that stop for good is in stops. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/signal_statistic.h"
#include "analysis/nodes/work_signs.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/list.h"

static const double IDLE = 0.1; /* of the p95, or of what the busiest node does on average */
static const double HARDLY = 0.05, THROUGHOUT = 0.95; /* of the cores; of the time */
static const double LEAST_INTERVALS = 5, LEAST_S = 60, LEAST_SHARE_OF_JOB = 0.02;
static const double MOST_OF_IT = 0.5;       /* of a stretch */
enum { LONGEST_BREAK = 2, MOST_NAMES = 4 }; /* slots that do not count but do not end it */
enum doing { NOT_SAMPLED, IDLING, WORKING };

struct names {
    const char *first; /* "n1, n2": not more than MOST_NAMES */
    size_t count;      /* of all */
};

struct stretch {
    size_t first, end; /* slots */
    size_t counted;    /* of these */
    double idle;       /* nodes, added up over the slots that count */
    double load;       /* share of the cores of idle nodes that is busy, added up likewise */
    struct names at_work, at_rest; /* those that work for most of the stretch, or hardly ever */
};

struct few {
    const struct analysis_request *request;
    struct tables *tables;
    const struct node_load *load;
    const struct signal_metric *metric;
    const struct capacity *capacities;
    struct work_signs_gpus gpus;
    uint8_t *doing;           /* enum doing of one node in each slot */
    double *share;            /* of its cores that is busy */
    uint32_t *idle, *at_work; /* nodes in each slot */
    double *load_at_rest;     /* shares of the cores of the idle ones, added up */
    double most;              /* mean load of the busiest node */
    LIST_OF(struct stretch) stretches;
};

static double busiest_mean(const struct few *few)
{
    const struct signals *signals = few->request->signals;
    double most = 0;
    for (size_t i = 0; i < few->metric->count; i++)
        most = fmax(most, signal_statistic(few->tables, signals,
                                           &signals->items[few->metric->first + i], "mean"));
    return most;
}

/* What a node has at most that hardly works throughout; 0 of any other. */
static double limit_of_little(const struct few *few, const struct signal *signal)
{
    double limit = IDLE * few->most, cores = few->capacities[signal->node].cores;
    size_t present = 0, little = 0;
    for (size_t i = 0; i < signal->count; i++) {
        if (isnan(signal->values[i]))
            continue;
        present++;
        little += signal->values[i] <= limit &&
                  node_load_share(few->load, signal->values[i], cores) <= HARDLY;
    }
    return (double)little >= THROUGHOUT * (double)present ? limit : 0;
}

static double idle_limit(const struct few *few, const struct signal *signal)
{
    uint32_t node = signal->node;
    double of_core = node_load_of_core(few->load, few->capacities[node].cores);
    double part = work_signs_part_of_p95(few->tables, few->metric, IDLE);
    return fmax(limit_of_little(few, signal),
                fmax(few->load->at_rest, fmin(part, NODE_LOAD_CORE_AT_REST * of_core)));
}

/* Sets what the node does in each slot. */
static void look_at(struct few *few, const struct signal *signal)
{
    const struct grid *grid = &few->metric->grid;
    double limit = idle_limit(few, signal);
    struct work_signs signs;
    struct arena arena;
    arena_init(&arena);
    work_signs_of_node(&signs, few->request, few->tables, grid, &few->gpus, signal->node);
    struct signal on_grid = signal_on_grid(signal, grid, &arena);
    for (size_t slot = 0; slot < grid->slots; slot++)
        few->doing[slot] = NOT_SAMPLED;
    for (size_t i = 0; i < on_grid.count; i++) {
        size_t slot = grid_slot(grid, on_grid.times[i]);
        if (slot == NO_SLOT || isnan(on_grid.values[i]))
            continue;
        bool works = on_grid.values[i] > limit || signs.shown[slot];
        few->share[slot] =
            node_load_share(few->load, on_grid.values[i], few->capacities[signal->node].cores);
        if (works || few->doing[slot] == NOT_SAMPLED)
            few->doing[slot] = works ? WORKING : IDLING;
    }
    work_signs_release(&signs);
    arena_release(&arena);
}

static void count_nodes(struct few *few)
{
    for (size_t i = 0; i < few->metric->count; i++) {
        look_at(few, &few->request->signals->items[few->metric->first + i]);
        for (size_t slot = 0; slot < few->metric->grid.slots; slot++) {
            few->idle[slot] += few->doing[slot] == IDLING;
            few->at_work[slot] += few->doing[slot] == WORKING;
            few->load_at_rest[slot] += few->doing[slot] == IDLING ? few->share[slot] : 0;
        }
    }
}

static bool counts(const struct few *few, size_t slot)
{
    return few->at_work[slot] > 0 && 2 * (size_t)few->idle[slot] > few->metric->present;
}

static struct stretch stretch_from(const struct few *few, size_t from)
{
    struct stretch stretch = {.first = from, .end = from, .at_work = {"", 0}, .at_rest = {"", 0}};
    size_t others = counts(few, from) ? 0 : LONGEST_BREAK + 1;
    for (size_t slot = from; slot < few->metric->grid.slots && others <= LONGEST_BREAK; slot++) {
        others = counts(few, slot) ? 0 : others + 1;
        if (others)
            continue;
        stretch.end = slot + 1;
        stretch.counted++;
        stretch.idle += few->idle[slot];
        stretch.load += few->load_at_rest[slot];
    }
    return stretch;
}

static void add_name(const struct few *few, struct names *names, const char *name)
{
    if (names->count++ < MOST_NAMES)
        names->first = arena_format(few->tables->arena, "%s%s%s", names->first,
                                    *names->first ? ", " : "", name);
}

/* "n1, n2, n3, n4 and 2 more" */
static const char *names_text(const struct few *few, const struct names *names)
{
    return names->count > MOST_NAMES
               ? arena_format(few->tables->arena, "%s and %s more", names->first,
                              COUNT_TEXT(names->count - MOST_NAMES))
               : names->first;
}

/* Adds the node to those named of each stretch for most of which it works, or hardly ever does. */
static void name_node(struct few *few, const struct signal *signal)
{
    look_at(few, signal);
    for (size_t i = 0; i < few->stretches.count; i++) {
        struct stretch *stretch = &few->stretches.items[i];
        const char *name = few->request->signals->nodes[signal->node].name;
        double all = (double)(stretch->end - stretch->first);
        size_t slots[] = {[IDLING] = 0, [WORKING] = 0};
        for (size_t slot = stretch->first; slot < stretch->end; slot++)
            slots[few->doing[slot]]++;
        if ((double)slots[WORKING] >= MOST_OF_IT * all)
            add_name(few, &stretch->at_work, name);
        else if ((double)slots[IDLING] >= THROUGHOUT * all)
            add_name(few, &stretch->at_rest, name);
    }
}

static void find(struct few *few)
{
    const struct grid *grid = &few->metric->grid;
    struct job_time time = job_time_of(few->request);
    double shortest_s = fmax(fmax(LEAST_INTERVALS * grid->step, LEAST_S),
                             LEAST_SHARE_OF_JOB * (time.end - time.start));
    count_nodes(few);
    for (size_t from = 0; from < grid->slots;) {
        struct stretch stretch = stretch_from(few, from);
        if ((double)stretch.counted * grid->step >= shortest_s) {
            *list_add(&few->stretches) = stretch;
        }
        from = stretch.counted ? stretch.end : from + 1;
    }
    for (size_t i = 0; few->stretches.count && i < few->metric->count; i++)
        name_node(few, &few->request->signals->items[few->metric->first + i]);
}

static void put(const struct few *few, const struct stretch *stretch)
{
    const struct grid *grid = &few->metric->grid;
    struct table *table = tables_get(few->tables, "few_at_work");
    double start = grid->start + (double)stretch->first * grid->step;
    double duration_s = (double)(stretch->end - stretch->first) * grid->step;
    double idle = stretch->idle / (double)stretch->counted;
    struct few_at_work_row row = few_at_work_row_missing();
    row.metric = few->metric->name;
    row.start = start;
    row.end = start + duration_s;
    row.duration_s = duration_s;
    row.idle_nodes = idle;
    row.of = (double)few->metric->present;
    row.idle_node_s = (double)stretch->counted * grid->step * idle;
    row.at_work = names_text(few, &stretch->at_work);
    row.at_rest = names_text(few, &stretch->at_rest);
    row.load_at_rest = stretch->load / stretch->idle;
    few_at_work_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct few few = {.request = request, .tables = tables, .load = node_load_of(request->signals)};
    struct arena arena;
    if (!few.load)
        return;
    arena_init(&arena);
    few.metric = node_load_metric(request->signals, few.load);
    few.capacities = capacities_of(request);
    work_signs_find_gpus(&few.gpus, request->signals, &arena);
    size_t slots = few.metric->grid.slots;
    few.doing = arena_alloc_array(&arena, slots, sizeof *few.doing);
    few.share = arena_alloc_array(&arena, slots, sizeof *few.share);
    few.load_at_rest = arena_alloc_array(&arena, slots, sizeof *few.load_at_rest);
    few.most = busiest_mean(&few);
    few.idle = arena_alloc_array(&arena, slots, sizeof *few.idle);
    few.at_work = arena_alloc_array(&arena, slots, sizeof *few.at_work);
    if (few.metric->present > 2)
        find(&few);
    for (size_t i = 0; i < few.stretches.count; i++)
        put(&few, &few.stretches.items[i]);
    free(few.stretches.items);
    arena_release(&arena);
}

const struct analysis analysis_few_at_work = {"few_at_work", run};
