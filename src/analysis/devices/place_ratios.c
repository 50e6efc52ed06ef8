#include "analysis/devices/place_ratios.h"

#include <stdlib.h>

#include "analysis/statistics/nearest_points.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

/* A device at a place, with the median of its tasks there. */
struct stay {
    uint64_t device;
    double median;
    size_t first, count; /* of its tasks */
};

struct places {
    struct placed_time *tasks; /* by place, device, time */
    struct stay *stays;        /* of a place by median */
    size_t *first;             /* of each place's stays, and behind the last */
    struct plane_point *points;
    size_t count;
};

static int compare_places(const struct placed_time *a, const struct placed_time *b)
{
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return 0;
}

static int compare_tasks(const void *left, const void *right)
{
    const struct placed_time *a = left, *b = right;
    int places = compare_places(a, b);
    if (places)
        return places;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    return (a->task > b->task) - (a->task < b->task);
}

static int compare_stays(const void *left, const void *right)
{
    const struct stay *a = left, *b = right;
    if (a->median != b->median)
        return a->median < b->median ? -1 : 1;
    return (a->device > b->device) - (a->device < b->device);
}

static void make_places(struct places *places, size_t count)
{
    const struct placed_time *tasks = places->tasks;
    size_t stays = 0;
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && compare_places(&tasks[to], &tasks[from]) == 0 &&
                            tasks[to].device == tasks[from].device;)
            to++;
        if (from == 0 || compare_places(&tasks[from], &tasks[from - 1]) != 0) {
            places->points[places->count] = (struct plane_point){tasks[from].x, tasks[from].y};
            places->first[places->count++] = stays;
        }
        double low = tasks[from + (to - from - 1) / 2].time,
               high = tasks[from + (to - from) / 2].time;
        places->stays[stays++] =
            (struct stay){tasks[from].device, (low + high) / 2, from, to - from};
    }
    places->first[places->count] = stays;
    for (size_t i = 0; i < places->count; i++)
        qsort(places->stays + places->first[i], places->first[i + 1] - places->first[i],
              sizeof *places->stays, compare_stays);
}

/* The median of a place without a device; NaN: no other was there. */
static double median_without(const struct places *places, size_t place, uint64_t device)
{
    const struct stay *stays = places->stays + places->first[place];
    size_t count = places->first[place + 1] - places->first[place], own = 0;
    while (own < count && stays[own].device != device)
        own++;
    size_t others = own < count ? count - 1 : count;
    if (others == 0)
        return NUMBER_MISSING;
    size_t low = (others - 1) / 2, high = others / 2;
    return (stays[low + (low >= own)].median + stays[high + (high >= own)].median) / 2;
}

static double median_around(const struct places *places, const struct plane_tree *tree,
                            size_t place, uint64_t device)
{
    uint32_t nearest[NEAREST_MOST];
    double medians[PLACE_NEIGHBOURS];
    size_t known = 0, count = plane_tree_nearest(tree, (uint32_t)place, PLACE_NEIGHBOURS, nearest);
    for (size_t i = 0; i < count; i++) {
        medians[known] = median_without(places, nearest[i], device);
        known += number_is_missing(medians[known]) ? 0 : 1;
    }
    return count == PLACE_NEIGHBOURS && known >= PLACE_LEAST_OTHERS
               ? statistic_median(medians, known)
               : NUMBER_MISSING;
}

static void compare(const struct places *places, const struct plane_tree *tree, size_t place,
                    double *ratios, bool *around)
{
    for (size_t i = places->first[place]; i < places->first[place + 1]; i++) {
        const struct stay *stay = &places->stays[i];
        double others = median_without(places, place, stay->device);
        bool is_alone = number_is_missing(others);
        if (is_alone)
            others = median_around(places, tree, place, stay->device);
        for (size_t k = stay->first; k < stay->first + stay->count; k++) {
            const struct placed_time *task = &places->tasks[k];
            ratios[task->task] = others > 0 ? task->time / others : NUMBER_MISSING;
            around[task->task] = is_alone && others > 0;
        }
    }
}

void place_ratios(struct placed_time *tasks, size_t count, double *ratios, bool *around)
{
    struct places places = {tasks, memory_alloc_array(count + 1, sizeof *places.stays),
                            memory_alloc_array(count + 1, sizeof *places.first),
                            memory_alloc_array(count + 1, sizeof *places.points), 0};
    struct plane_tree tree;
    qsort(tasks, count, sizeof *tasks, compare_tasks);
    make_places(&places, count);
    plane_tree_make(&tree, places.points, places.count);
    for (size_t i = 0; i < places.count; i++)
        compare(&places, &tree, i, ratios, around);
    plane_tree_release(&tree);
    free(places.stays);
    free(places.first);
    free(places.points);
}
