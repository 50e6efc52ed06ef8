/* slowest_events: the events that took longest, with the device that ran their task and its place.
 */
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/devices/map_places.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"

enum { MOST_EVENTS = 10, LEAST_EVENTS = 20 };

struct slowest {
    const struct event_tasks *events;
    struct map_places places;
    uint32_t spans[MOST_EVENTS]; /* the longest first */
    size_t count;
};

static bool is_longer(const struct event_tasks *events, uint32_t left, uint32_t right)
{
    double l = events->spans[left].duration, r = events->spans[right].duration;
    return l > r || (l == r && left < right);
}

static void take(struct slowest *slowest, uint32_t span)
{
    size_t place = slowest->count;
    while (place > 0 && is_longer(slowest->events, span, slowest->spans[place - 1]))
        place--;
    if (place == MOST_EVENTS)
        return;
    slowest->count += slowest->count < MOST_EVENTS;
    for (size_t i = slowest->count - 1; i > place; i--)
        slowest->spans[i] = slowest->spans[i - 1];
    slowest->spans[place] = span;
}

/* An event that encloses others would be there beside the one that took its time. */
static void find_slowest(struct slowest *slowest)
{
    const struct event_tasks *events = slowest->events;
    for (size_t i = 0; i < events->span_count; i++)
        if (!events->kinds[events->spans[i].kind].encloses && events->spans[i].duration > 0)
            take(slowest, (uint32_t)i);
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

void device_tables_put_slowest(const struct device_report *report)
{
    struct slowest slowest = {.events = report->events};
    if (slowest.events->span_count < LEAST_EVENTS)
        return;
    find_slowest(&slowest);
    map_places_make(&slowest.places, slowest.events->aligned->activity);
    for (size_t i = 0; i < slowest.count; i++) {
        const struct event_span *span = &slowest.events->spans[slowest.spans[i]];
        struct slowest_events_row row = slowest_events_row_missing();
        row.event = slowest.events->kinds[span->kind].name;
        row.host = aligned_host_name(slowest.events->aligned, span->host);
        row.duration_s = span->duration;
        row.ratio_to_median = span->duration / median_of_kind(slowest.events, span->kind);
        set_task(&slowest, span, &row);
        slowest_events_row_put(tables_get(report->tables, "slowest_events"), &row);
    }
    map_places_release(&slowest.places);
}
