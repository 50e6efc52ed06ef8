#include "table/model_text.h"
#include "util/text_line.h"

static const char *const CLOCK_NAMES[] = {
    [ACTIVITY_CLOCK_UNIX] = "unix",
    [ACTIVITY_CLOCK_HOST] = "host",
    [ACTIVITY_CLOCK_SHARED] = "shared",
};
static const char *const PAIRING_NAMES[] = {
    [PAIRED_BY_TASK] = "task",
    [PAIRED_ASYNC] = "async",
    [PAIRED_NESTED] = "nested",
};

static void add(const struct activity *activity, struct strbuf *out, const char *name,
                uint32_t text)
{
    text_line_add_text(out, name, activity_text(activity, text));
}

static void add_subject(const struct activity *activity, const struct activity_subject *subject,
                        struct strbuf *out)
{
    add(activity, out, "host", subject->host);
    add(activity, out, "lane", subject->lane);
    add(activity, out, "name", subject->name);
    add(activity, out, "job", subject->job);
    add(activity, out, "task", subject->task);
}

static void add_device(const struct activity *activity, size_t device, struct strbuf *out)
{
    text_line_add_text(out, "device", activity_device_name(activity, device));
}

/* 0 means that it is not said. */
static void add_amount(struct strbuf *out, const char *name, double amount)
{
    if (amount > 0)
        text_line_add_number(out, name, amount);
}

/* ---- rows of a source --------------------------------------------------------------------------
 */

static void write_spans(const struct activity *activity, struct activity_rows rows,
                        struct strbuf *out)
{
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct activity_span *span = &activity->spans[i];
        text_line_begin(out, "span");
        add_subject(activity, &span->subject, out);
        text_line_add_number(out, "start", span->start);
        text_line_add_number(out, "duration", span->duration);
        text_line_add_number(out, "bytes", span->bytes);
        text_line_add_flag(out, "is_annotation", span->is_annotation);
        text_line_end(out);
    }
}

static void write_ends(const struct activity *activity, const struct activity_source *source,
                       struct strbuf *out)
{
    const struct activity_rows rows = source->ends;
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct span_edge *end = &activity->ends[i];
        text_line_begin(out, "end");
        add_subject(activity, &end->subject, out);
        text_line_add_number(out, "time", end->time);
        text_line_add_text(out, "side", end->side == SPAN_START ? "start" : "stop");
        text_line_add_text(out, "paired", PAIRING_NAMES[end->pairing]);
        add_amount(out, "line", (double)activity_line_of_end(activity, source, i));
        text_line_end(out);
    }
}

static void write_holdings(const struct activity *activity, struct activity_rows rows,
                           struct strbuf *out)
{
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct activity_memory_sample *holding = &activity->memory_samples[i];
        text_line_begin(out, "holding");
        add(activity, out, "host", holding->host);
        add(activity, out, "lane", holding->lane);
        text_line_add_number(out, "time", holding->time);
        text_line_add_number(out, "tasks", holding->tasks);
        text_line_end(out);
    }
}

static void write_marks(const struct activity *activity, struct activity_rows rows,
                        struct strbuf *out)
{
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct activity_mark *mark = &activity->marks[i];
        text_line_begin(out, "mark");
        add(activity, out, "host", mark->host);
        add(activity, out, "lane", mark->lane);
        add(activity, out, "name", mark->name);
        text_line_add_number(out, "time", mark->time);
        text_line_end(out);
    }
}

static void write_samples(const struct activity *activity, struct activity_rows rows,
                          struct strbuf *out)
{
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct device_sample *sample = &activity->samples[i];
        text_line_begin(out, "sample");
        add(activity, out, "host", sample->host);
        add_device(activity, sample->device, out);
        text_line_add_number(out, "time", sample->time);
        for (enum device_metric metric = 0; metric < DEVICE_METRICS; metric++)
            text_line_add_number(out, device_metric_rows[metric].name,
                                 device_metric_number(activity_value(activity, i, metric)));
        text_line_end(out);
    }
}

static void write_faults(const struct activity *activity, struct activity_rows rows,
                         struct strbuf *out)
{
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct device_fault *fault = &activity->faults[i];
        text_line_begin(out, "fault");
        add(activity, out, "host", fault->host);
        add_device(activity, fault->device, out);
        text_line_add_number(out, "time", fault->time);
        add(activity, out, "error", fault->error);
        for (enum device_metric metric = 0; metric < DEVICE_METRICS; metric++)
            text_line_add_flag(out, device_metric_rows[metric].name, fault->metrics >> metric & 1);
        text_line_add_flag(out, "is_whole", fault->is_whole);
        text_line_add_flag(out, "is_lost", fault->is_lost);
        text_line_end(out);
    }
}

static void write_source(const struct activity *activity, const struct activity_source *source,
                         struct strbuf *out)
{
    text_line_begin(out, "activity-source");
    text_line_add_text(out, "path", source->path);
    text_line_add_text(out, "clock", CLOCK_NAMES[source->clock]);
    text_line_add_number(out, "origin", source->origin);
    add_amount(out, "memory_B", source->memory_B);
    text_line_add_flag(out, "has_processes", source->has_processes);
    text_line_end(out);
    write_spans(activity, source->spans, out);
    write_ends(activity, source, out);
    write_holdings(activity, source->memory_samples, out);
    write_marks(activity, source->marks, out);
    write_samples(activity, source->samples, out);
    write_faults(activity, source->faults, out);
}

/* ---- what all sources share --------------------------------------------------------------------
 */

static void write_devices(const struct activity *activity, struct strbuf *out)
{
    for (size_t i = 0; i < activity->device_count; i++) {
        const struct activity_device *device = &activity->devices[i];
        text_line_begin(out, "device");
        add(activity, out, "serial", device->serial);
        add(activity, out, "uuid", device->uuid);
        add(activity, out, "index", device->index);
        add_amount(out, "memory_B", device->memory_B);
        text_line_end(out);
    }
    for (size_t i = 0; i < activity->place_count; i++) {
        const struct device_place *place = &activity->places[i];
        text_line_begin(out, "place");
        add(activity, out, "host", place->host);
        add(activity, out, "job", place->job);
        add(activity, out, "task", place->task);
        add_device(activity, place->device, out);
        text_line_end(out);
    }
}

static void write_tasks(const struct activity *activity, struct strbuf *out)
{
    for (size_t i = 0; i < activity->attribute_count; i++) {
        const struct task_attribute *attribute = &activity->attributes[i];
        text_line_begin(out, "attribute");
        add(activity, out, "job", attribute->job);
        add(activity, out, "task", attribute->task);
        add(activity, out, "name", attribute->name);
        text_line_add_number(out, "value", attribute->value);
        text_line_end(out);
    }
    for (size_t i = 0; i < activity->dependency_count; i++) {
        text_line_begin(out, "dependency");
        add(activity, out, "task", activity->dependencies[i].task);
        add(activity, out, "input", activity->dependencies[i].input);
        text_line_end(out);
    }
    for (size_t i = 0; i < activity->result_count; i++) {
        text_line_begin(out, "result");
        add(activity, out, "task", activity->results[i].task);
        add(activity, out, "shape", activity->results[i].shape);
        add(activity, out, "dtype", activity->results[i].dtype);
        add(activity, out, "type", activity->results[i].type);
        text_line_end(out);
    }
}

static void write_offsets(const struct activity *activity, struct strbuf *out)
{
    for (size_t i = 0; i < activity->offset_count; i++) {
        text_line_begin(out, "clock-offset");
        add(activity, out, "host", activity->offsets[i].host);
        text_line_add_number(out, "offset_s", activity->offsets[i].offset_s);
        text_line_end(out);
    }
}

void activity_write_text(const struct activity *activity, struct strbuf *out)
{
    write_devices(activity, out);
    write_tasks(activity, out);
    write_offsets(activity, out);
    for (size_t i = 0; i < activity->source_count; i++)
        write_source(activity, &activity->sources[i], out);
}
