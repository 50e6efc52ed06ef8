/* slowest_events: the events that took longest, and those that took longest for their name, with
 * the device that ran their task and its place. */
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/devices/map_places.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"

enum { MOST_EVENTS = 10, LEAST_EVENTS = 20, LEAST_OF_KIND = 20 };

/* Events that are slow for their name: times the median, and longer than it by a part of the
 * longest event's time, so that they matter. */
static const double LEAST_RATIO = 2, LEAST_EXCESS = 0.01;

struct slowest {
    const struct event_tasks *events;
    const double *medians; /* by kind */
    struct map_places places;
    uint32_t spans[MOST_EVENTS];
    double keys[MOST_EVENTS]; /* theirs, the largest first */
    size_t count;
};

static void take(struct slowest *slowest, uint32_t span, double key)
{
    size_t place = slowest->count;
    while (place > 0 && key > slowest->keys[place - 1])
        place--;
    if (place == MOST_EVENTS)
        return;
    slowest->count += slowest->count < MOST_EVENTS;
    for (size_t i = slowest->count - 1; i > place; i--) {
        slowest->spans[i] = slowest->spans[i - 1];
        slowest->keys[i] = slowest->keys[i - 1];
    }
    slowest->spans[place] = span;
    slowest->keys[place] = key;
}

/* An event that encloses others would be there beside the one that took its time. */
static bool counts(const struct event_tasks *events, size_t span)
{
    return !events->kinds[events->spans[span].kind].encloses && events->spans[span].duration > 0;
}

static void find_longest(struct slowest *slowest)
{
    const struct event_tasks *events = slowest->events;
    slowest->count = 0;
    for (size_t i = 0; i < events->span_count; i++)
        if (counts(events, i))
            take(slowest, (uint32_t)i, events->spans[i].duration);
}

static bool is_among(const struct slowest *slowest, size_t span)
{
    for (size_t i = 0; i < slowest->count; i++)
        if (slowest->spans[i] == span)
            return true;
    return false;
}

/* Beside the longest ones. */
static void find_slow_of_name(struct slowest *slowest, const struct slowest *longest)
{
    const struct event_tasks *events = slowest->events;
    double excess = longest->count ? LEAST_EXCESS * longest->keys[0] : 0;
    slowest->count = 0;
    for (size_t i = 0; i < events->span_count; i++) {
        size_t kind = events->spans[i].kind;
        double duration = events->spans[i].duration, median = slowest->medians[kind];
        if (!counts(events, i) ||
            events->kind_first[kind + 1] - events->kind_first[kind] < LEAST_OF_KIND ||
            !(duration >= LEAST_RATIO * median) || !(duration - median >= excess) ||
            !(median > 0) || is_among(longest, i))
            continue;
        take(slowest, (uint32_t)i, duration / median);
    }
}

static double median_of_kind(const struct event_tasks *events, size_t kind)
{
    size_t first = events->kind_first[kind], count = events->kind_first[kind + 1] - first;
    double *durations = memory_alloc_array(count + 1, sizeof *durations);
    for (size_t i = 0; i < count; i++)
        durations[i] = events->spans[events->by_kind[first + i]].duration;
    double median = statistic_median(durations, count);
    free(durations);
    return median;
}

static void set_task(const struct slowest *slowest, const struct event_span *span,
                     struct slowest_events_row *row)
{
    const struct activity *activity = slowest->events->aligned->activity;
    if (span->task == EVENT_NO_TASK)
        return;
    const struct event_task *task = &slowest->events->tasks[span->task];
    const struct map_place *place = map_places_find(&slowest->places, task->job, task->text);
    row->task = activity_text(activity, task->text);
    if (task->device != EVENT_NO_DEVICE)
        row_set_device(row, activity, &activity->devices[task->device]);
    if (place) {
        row->x = place->x;
        row->y = place->y;
        row->level = place->level;
    }
}

static void put(const struct slowest *slowest, const char *slow_by, struct tables *tables)
{
    for (size_t i = 0; i < slowest->count; i++) {
        const struct event_span *span = &slowest->events->spans[slowest->spans[i]];
        struct slowest_events_row row = slowest_events_row_missing();
        row.event = slowest->events->kinds[span->kind].name;
        row.host = aligned_host_name(slowest->events->aligned, span->host);
        row.duration_s = span->duration;
        row.ratio_to_median = span->duration / slowest->medians[span->kind];
        row.slow_by = slow_by;
        set_task(slowest, span, &row);
        slowest_events_row_put(tables_get(tables, "slowest_events"), &row);
    }
}

void device_tables_put_slowest(const struct device_report *report)
{
    const struct event_tasks *events = report->events;
    if (events->span_count < LEAST_EVENTS)
        return;
    double *medians = memory_alloc_array(events->kind_count + 1, sizeof *medians);
    for (size_t kind = 0; kind < events->kind_count; kind++)
        medians[kind] = median_of_kind(events, kind);
    struct slowest longest = {.events = events, .medians = medians};
    map_places_make(&longest.places, events->aligned->activity);
    struct slowest of_name = longest;
    find_longest(&longest);
    find_slow_of_name(&of_name, &longest);
    put(&longest, "time", report->tables);
    put(&of_name, "name", report->tables);
    map_places_release(&longest.places);
    free(medians);
}
