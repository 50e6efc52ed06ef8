#include "analysis/work_shift.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/allocations.h"
#include "analysis/naive_times.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_order.h"
#include "analysis/zones.h"
#include "table/gpu_use_metrics.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_NODES = 16, LEAST_SAMPLES = 24 };
static const double BUSY = 0.5, REST = 0.25; /* of the load at work */
static const double MOST_MISFIT = 0.1;       /* of the time of the jobs */
static const double MOST_MISFIT_S = 900;     /* of each time that a node was held */
static const double MUCH_BETTER = 0.25;      /* of the misfit without a shift */
static const double LEAST_ZONE_S = 1800;     /* that zones differ by */
static const double LEAST_BETTER_S = 900;    /* than the next best, per node */

/* A node's samples and jobs. */
struct node_work {
    const struct timeline *timeline;
    bool *is_busy; /* each sample */
    double interval_s, held_s;
    struct held_times held;
};

struct search {
    const struct dataset *dataset;
    struct allocations allocations;
    struct node_work nodes[MOST_NODES];
    size_t count;
    double held_s, most_misfit_s;
};

/* ---- when nodes work ---- */

static bool is_load(const char *metric)
{
    for (size_t i = 0; i < GPU_USE_METRICS; i++)
        if (strcmp(gpu_use_metrics[i], metric) == 0)
            return true;
    return node_load_measures(metric);
}

static bool is_seen(const struct search *search, uint32_t node)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->nodes[i].timeline->node == node)
            return true;
    return false;
}

static int falling(const void *left, const void *right)
{
    return number_compare(right, left);
}

/* The load while the jobs ran, wherever that is: of the highest, as many as they held. Whether the
 * node is at rest otherwise. */
static bool find_level(const struct series *series, size_t held, double *level)
{
    size_t count = 0, all = series->timeline->count;
    double *values = memory_alloc_array(all + 1, sizeof *values);
    for (size_t i = 0; i < all; i++)
        if (!isnan(series->values[i]))
            values[count++] = series->values[i];
    bool is_known = held && count >= LEAST_SAMPLES && held + LEAST_SAMPLES <= count;
    if (is_known) {
        qsort(values, count, sizeof *values, falling);
        *level = values[held / 2];
        is_known = *level > 0 && values[held + (count - held) / 2] <= REST * *level;
    }
    free(values);
    return is_known;
}

static double length_of(struct held_times held)
{
    double sum_s = 0;
    for (size_t i = 0; i < held.count; i++)
        sum_s += held.items[i].end - held.items[i].start;
    return sum_s;
}

static void add_node(struct search *search, const struct series *series)
{
    const struct timeline *timeline = series->timeline;
    const char *name = search->dataset->nodes[series->node].name;
    struct node_work node = {.timeline = timeline};
    struct timeline_shape shape;
    double level;
    if (search->count == MOST_NODES || is_seen(search, series->node))
        return;
    node.held = allocations_of(&search->allocations, name);
    node.held_s = length_of(node.held);
    timeline_shape_find(timeline->times, timeline->count, &shape);
    node.interval_s = shape.interval_s;
    if (!(node.held_s > 0) || !isfinite(node.held_s) || !(node.interval_s > 0) ||
        !find_level(series, (size_t)(node.held_s / node.interval_s), &level))
        return;
    node.is_busy = memory_alloc_array(timeline->count, sizeof *node.is_busy);
    for (size_t i = 0; i < timeline->count; i++)
        node.is_busy[i] = series->values[i] >= BUSY * level;
    search->held_s += node.held_s;
    search->most_misfit_s +=
        fmin(MOST_MISFIT * node.held_s, MOST_MISFIT_S * (double)node.held.count);
    search->nodes[search->count++] = node;
}

/* ---- how well a shift fits ---- */

/* For how long nodes work while no job holds them, or rest while one does. */
static double misfit_of(const struct search *search, double shift_s)
{
    double misfit_s = 0;
    for (size_t i = 0; i < search->count; i++) {
        const struct node_work *node = &search->nodes[i];
        size_t others = 0;
        for (size_t k = 0; k < node->timeline->count; k++)
            others += node->is_busy[k] !=
                      held_times_have(node->held, node->timeline->times[k] + shift_s, 0);
        misfit_s += (double)others * node->interval_s;
    }
    return misfit_s;
}

/* Samples before the first job and after the last one say that the node rested then. */
static bool is_amid_samples(const struct search *search, double shift_s)
{
    for (size_t i = 0; i < search->count; i++) {
        const struct node_work *node = &search->nodes[i];
        double first = INFINITY, last = -INFINITY;
        for (size_t k = 0; k < node->timeline->count; k++) {
            first = fmin(first, node->timeline->times[k] + shift_s);
            last = fmax(last, node->timeline->times[k] + shift_s);
        }
        if (!(first + node->interval_s < node->held.items[0].start) ||
            !(last - node->interval_s > node->held.items[node->held.count - 1].end))
            return false;
    }
    return true;
}

struct best {
    double shift_s, misfit_s, next_s; /* next_s: misfit of the second best */
};

static void try_zone(const struct search *search, double shift_s, struct best *best)
{
    double misfit_s = misfit_of(search, shift_s);
    if (misfit_s < best->misfit_s) {
        best->next_s = best->misfit_s;
        best->misfit_s = misfit_s;
        best->shift_s = shift_s;
    } else {
        best->next_s = fmin(best->next_s, misfit_s);
    }
}

/* A shift moves both ends of the jobs: it is better than none by that at least, once. */
static double find_shift(const struct search *search, struct naive_times naive)
{
    double as_it_is_s = misfit_of(search, 0);
    struct best best = {0, as_it_is_s, INFINITY};
    if (as_it_is_s < LEAST_ZONE_S * (double)search->count)
        return 0;
    for (size_t i = 0; i < zones_count; i++) {
        if (zones_s[i] == 0)
            continue;
        if (naive.in_tasks)
            try_zone(search, zones_s[i], &best);
        if (naive.in_samples)
            try_zone(search, -zones_s[i], &best);
    }
    double nodes = (double)search->count;
    double least_s = fmin(fabs(best.shift_s) * nodes, search->held_s);
    bool is_clear = best.misfit_s <= search->most_misfit_s &&
                    best.misfit_s <= MUCH_BETTER * as_it_is_s &&
                    best.next_s - best.misfit_s >= LEAST_BETTER_S * nodes &&
                    as_it_is_s - best.misfit_s >= least_s;
    return is_clear && is_amid_samples(search, best.shift_s) ? best.shift_s : 0;
}

static struct work_shift shift_of(const struct search *search, struct naive_times naive)
{
    struct work_shift shift = {.first = INFINITY, .last = -INFINITY};
    shift.shift_s = search->count ? find_shift(search, naive) : 0;
    for (size_t i = 0; i < search->count; i++) {
        struct held_times held = search->nodes[i].held;
        shift.first = fmin(shift.first, held.items[0].start - shift.shift_s);
        shift.last = fmax(shift.last, held.items[held.count - 1].end - shift.shift_s);
    }
    return shift;
}

struct work_shift work_shift_find(const struct dataset *dataset)
{
    struct search search = {.dataset = dataset};
    struct work_shift shift = {0};
    struct dataset recorded = *dataset; /* the dataset's own job is of the samples' clock */
    struct naive_times naive = naive_times_of(dataset);
    recorded.facts.start = NUMBER_MISSING;
    if ((!naive.in_tasks && !naive.in_samples) || (naive.in_tasks && naive.in_samples) ||
        !allocations_make(&search.allocations, &recorded))
        return shift;
    for (size_t i = 0; i < dataset->series_count; i++)
        if (is_load(dataset->metrics[dataset->series[i].metric].name))
            add_node(&search, &dataset->series[i]);
    shift = shift_of(&search, naive);
    for (size_t i = 0; i < search.count; i++)
        free(search.nodes[i].is_busy);
    allocations_release(&search.allocations);
    return shift;
}
