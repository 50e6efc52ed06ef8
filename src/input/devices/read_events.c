/* When events of tasks began and ended: a row an end, as CSV.
 *
 *     timestamp,hostname,eventName,eventType,jobId,taskId
 *     2018-11-08T07:42:29.842Z,0d56a…,Render,START,1024-…,20fb9fcf-…
 *
 * Ends of the same host, event, job and task make a span. Where rows name a GPU by gpuSerial,
 * gpuUUID or gpuIndex, the task ran on it. */
#include <string.h>

#include "input/devices/gpu_cells.h"

static bool side_of(struct text_slice cell, uint8_t *side)
{
    static const char *const starts[] = {"START", "BEGIN", "STARTED", "B"};
    static const char *const stops[] = {"STOP", "END", "FINISH", "STOPPED", "FINISHED", "E"};
    *side = SPAN_START;
    if (SLICE_IS_AMONG(cell, starts))
        return true;
    *side = SPAN_STOP;
    return SLICE_IS_AMONG(cell, stops);
}

static void place_task(struct activity_part *part, const struct text_slice *fields,
                       const struct activity_subject *subject)
{
    struct device_place place = {subject->host, subject->job, subject->task, 0};
    if ((subject->job || subject->task) && gpu_of_row(part, fields, subject->host, &place.device))
        activity_add_place(&part->activity, place);
}

static bool add_end(struct activity_part *part, const struct text_slice *fields,
                    struct csv_fault *fault)
{
    struct span_edge end = {.pairing = PAIRED_BY_TASK};
    struct text_slice side = activity_cell(part->table, fields, ACTIVITY_SIDE);
    if (!side_of(side, &end.side)) {
        *fault = (struct csv_fault){"event type is neither START nor STOP", side};
        return false;
    }
    if (!activity_cell_time(part->table, fields, &end.time, fault))
        return false;
    end.subject = (struct activity_subject){
        .host = activity_cell_text(part, fields, ACTIVITY_HOST),
        .name = activity_cell_text(part, fields, ACTIVITY_EVENT),
        .job = activity_cell_text(part, fields, ACTIVITY_JOB),
        .task = activity_cell_text(part, fields, ACTIVITY_TASK),
    };
    if (!end.subject.name) {
        *fault = (struct csv_fault){"no event name", {"", 0}};
        return false;
    }
    if (end.side == SPAN_START)
        place_task(part, fields, &end.subject);
    activity_note_end_line(&part->activity, part->line);
    activity_add_end(&part->activity, end);
    return true;
}

static const struct activity_form form = {.shape = ACTIVITY_EVENTS,
                                          .needs = "timestamp, eventName and eventType",
                                          .row = add_end};

static int recognise(const char *text, size_t size)
{
    return activity_table_shape(text, size, NULL, 0) == ACTIVITY_EVENTS ? 85 : 0;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    return activity_table_read(&form, input, reading, error);
}

const struct reader reader_events = {
    .name = "events",
    .description = "CSV of task events: one row per START or STOP",
    .recognise = recognise,
    .read = read,
    .takes_batches = true,
};
