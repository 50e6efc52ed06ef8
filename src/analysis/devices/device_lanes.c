/* event_lanes: which event was on on which host over time, in at most LANES_MOST lanes of
 * LANE_MOST_STRETCHES stretches. Events that enclose others are not drawn. */
#include <math.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/lane_stretches.h"
#include "table/rows.h"
#include "util/memory.h"

struct drawing {
    const struct device_report *report;
    struct lane_attempt *tries;
    size_t count, lanes;
    double first, last;
    const char *names[LANE_KINDS + 1];
};

/* The kinds that are drawn, numbered by their time. */
static uint8_t *number_kinds(struct drawing *drawing)
{
    const struct event_tasks *events = drawing->report->events;
    uint8_t *numbers = memory_alloc_array(events->kind_count + 1, sizeof *numbers), next = 0;
    for (size_t i = 0; i < events->kind_count; i++) {
        numbers[i] = next;
        if (events->kinds[i].encloses || next == LANE_KINDS)
            continue;
        drawing->names[next++] = arena_text(drawing->report->tables->arena, events->kinds[i].name);
    }
    return numbers;
}

static void collect(struct drawing *drawing)
{
    const struct event_tasks *events = drawing->report->events;
    uint8_t *numbers = number_kinds(drawing);
    drawing->tries = memory_alloc_array(events->span_count + 1, sizeof *drawing->tries);
    drawing->first = INFINITY;
    drawing->last = -INFINITY;
    for (size_t i = 0; i < events->span_count; i++) {
        const struct event_span *span = &events->spans[i];
        if (events->kinds[span->kind].encloses)
            continue;
        struct lane_attempt try = {.start = span->start,
                                   .end = aligned_end(span->start, span->duration),
                                   .node = span->host,
                                   .kind = numbers[span->kind]};
        drawing->tries[drawing->count++] = try;
        drawing->first = fmin(drawing->first, try.start);
        drawing->last = fmax(drawing->last, try.end);
    }
    free(numbers);
}

static const char *lane_name(const struct drawing *drawing, uint32_t first, uint32_t last)
{
    const struct aligned_timeline *aligned = drawing->report->request->activity;
    struct arena *arena = drawing->report->tables->arena;
    const char *from = aligned_host_name(aligned, first), *to = aligned_host_name(aligned, last);
    return first == last ? arena_text(arena, from) : arena_format(arena, "%s … %s", from, to);
}

/* A row each part of a stretch; what ended in it is with the first. */
static void put_part(const struct drawing *drawing, const struct lane_attempt *try, size_t hosts,
                     const char *name, const struct lane_stretch *stretch, size_t index)
{
    const struct lane_part *part = &stretch->parts[index];
    struct table *table = tables_get(drawing->report->tables, "event_lanes");
    struct event_lanes_row cells = event_lanes_row_missing();
    cells.lane = (double)try->lane;
    cells.host = name;
    cells.hosts = (double)hosts;
    cells.slot = try->slot ? (double)try->slot : NAN;
    cells.start = aligned_time(drawing->report->request->activity, stretch->start);
    cells.end = aligned_time(drawing->report->request->activity, stretch->end);
    cells.event = drawing->names[part->kind];
    cells.events = index ? 0 : (double)stretch->tasks;
    cells.running = part->running;
    event_lanes_row_put_static(table, &cells);
}

/* Hosts of a lane are neighbours. */
static void put_lane(const struct drawing *drawing, const struct lane_attempt *tries, size_t count,
                     struct lane_stretch *stretches)
{
    uint32_t first = tries->node, last = first;
    for (size_t i = 1; i < count; i++) {
        first = tries[i].node < first ? tries[i].node : first;
        last = tries[i].node > last ? tries[i].node : last;
    }
    size_t made = lane_stretches_make(tries, count, drawing->first, drawing->last, stretches);
    const char *name = lane_name(drawing, first, last);
    for (size_t i = 0; i < made; i++)
        for (size_t part = 0; part < stretches[i].part_count; part++)
            put_part(drawing, tries, last - first + 1, name, &stretches[i], part);
}

void device_tables_put_lanes(const struct device_report *report)
{
    struct drawing drawing = {.report = report};
    collect(&drawing);
    size_t lanes = drawing.count ? lanes_assign(drawing.tries, drawing.count,
                                                report->request->activity->host_count)
                                 : 0;
    struct lane_stretch *stretches = memory_alloc_array(LANE_MOST_STRETCHES, sizeof *stretches);
    for (size_t from = 0, to; lanes && from < drawing.count; from = to) {
        for (to = from + 1;
             to < drawing.count && drawing.tries[to].lane == drawing.tries[from].lane;)
            to++;
        put_lane(&drawing, drawing.tries + from, to - from, stretches);
    }
    free(stretches);
    free(drawing.tries);
}
