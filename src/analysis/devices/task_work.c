#include "analysis/devices/task_work.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/devices/map_places.h"
#include "analysis/devices/place_ratios.h"
#include "analysis/statistics/binomial_tail.h"
#include "analysis/statistics/median_interval.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

static const double SAME_SIZE = 1.1;
static const double FARTHEST = 1e15; /* from 0: beyond it no place is told from the next */

enum { LEAST_ALIKE = 5 };

struct work {
    uint32_t kind, task;
    double level, size; /* -INFINITY: not said */
    double x, y;        /* NaN: not said */
};

static int compare_works(const void *left, const void *right)
{
    const struct work *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return (a->task > b->task) - (a->task < b->task);
}

static double said(double number)
{
    return number_is_missing(number) ? -INFINITY : number;
}

static struct work *sorted_works(const struct event_tasks *events)
{
    struct work *works = memory_alloc_array(events->task_count + 1, sizeof *works);
    struct map_places places;
    map_places_make(&places, events->aligned->activity);
    for (size_t i = 0; i < events->task_count; i++) {
        const struct event_task *task = &events->tasks[i];
        const struct map_place *place = map_places_find(&places, task->job, task->text);
        works[i] = (struct work){events->spans[task->longest].kind,
                                 (uint32_t)i,
                                 said(place ? place->level : NUMBER_MISSING),
                                 said(place ? place->work : NUMBER_MISSING),
                                 place ? place->x : NUMBER_MISSING,
                                 place ? place->y : NUMBER_MISSING};
    }
    map_places_release(&places);
    qsort(works, events->task_count, sizeof *works, compare_works);
    return works;
}

static bool same_place(const struct event_task *left, const struct event_task *right)
{
    return left->device == right->device && left->host == right->host;
}

static double time_of(const struct event_tasks *events, const struct work *work)
{
    double time = aligned_seconds(events->tasks[work->task].time);
    return work->size > 0 ? time / work->size : time;
}

/* Sorted by size: the first of them is the smallest. */
static bool is_alike(const struct work *first, const struct work *work)
{
    return work->kind == first->kind && !(work->level > first->level) &&
           (work->size == first->size || work->size <= SAME_SIZE * first->size);
}

/* A GPU is one wherever it was; without one the host is. */
static uint64_t device_of(const struct event_task *task)
{
    return task->device != EVENT_NO_DEVICE ? task->device
                                           : (uint64_t)task->host << 32 | task->device;
}

static bool has_place(const struct work *work)
{
    return fabs(work->x) < FARTHEST && fabs(work->y) < FARTHEST;
}

/* Those of one work whose place is known, with others there. */
static void compare_placed(const struct event_tasks *events, const struct work *works, size_t count,
                           struct placed_time *placed, struct task_works *made)
{
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        const struct event_task *task = &events->tasks[works[i].task];
        if (has_place(&works[i]))
            placed[known++] =
                (struct placed_time){works[i].x, works[i].y, time_of(events, &works[i]),
                                     device_of(task), works[i].task};
    }
    place_ratios(placed, known, made->ratios, made->around);
}

/* Of tasks of one work. */
static void compare_alike(const struct event_tasks *events, const struct work *works, size_t count,
                          double *times, double *ratios)
{
    bool are_apart = false;
    for (size_t i = 0; i < count; i++) {
        const struct event_task *task = &events->tasks[works[i].task];
        times[i] = time_of(events, &works[i]);
        are_apart = are_apart || !same_place(task, &events->tasks[works[0].task]);
    }
    double median = statistic_median(times, count);
    bool is_known = are_apart && count >= LEAST_ALIKE && median > 0;
    for (size_t i = 0; i < count; i++)
        ratios[works[i].task] = is_known ? time_of(events, &works[i]) / median : NUMBER_MISSING;
}

struct task_works task_works_make(const struct event_tasks *events)
{
    struct task_works made = {
        memory_alloc_array(events->task_count + 1, sizeof *made.ratios),
        memory_alloc_array(events->task_count + 1, sizeof *made.around),
    };
    double *times = memory_alloc_array(events->task_count + 1, sizeof *times);
    struct placed_time *placed = memory_alloc_array(events->task_count + 1, sizeof *placed);
    struct work *works = sorted_works(events);
    for (size_t from = 0, to; from < events->task_count; from = to) {
        for (to = from + 1; to < events->task_count && is_alike(&works[from], &works[to]);)
            to++;
        compare_alike(events, works + from, to - from, times, made.ratios);
        compare_placed(events, works + from, to - from, placed, &made);
    }
    free(works);
    free(times);
    free(placed);
    return made;
}

void task_works_release(struct task_works *works)
{
    free(works->ratios);
    free(works->around);
    *works = (struct task_works){0};
}

static double chance_of_slow(const double *ratios, size_t count)
{
    double slower = 0, faster = 0;
    for (size_t i = 0; i < count; i++) {
        slower += ratios[i] > 1;
        faster += ratios[i] < 1;
    }
    return binomial_tail(slower, slower + faster, 0.5);
}

struct work_ratio work_ratio_of(double *ratios, size_t count)
{
    struct work_ratio work = {0, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING};
    for (size_t i = 0; i < count; i++)
        if (!number_is_missing(ratios[i]))
            ratios[work.tasks++] = ratios[i];
    if (!work.tasks)
        return work;
    work.slow_chance = chance_of_slow(ratios, work.tasks);
    struct median_interval interval = median_interval_of(ratios, work.tasks);
    work.median = interval.median;
    work.low = interval.low;
    work.high = interval.high;
    return work;
}
