#include "table/activity.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "table/star.h"
#include "util/list.h"
#include "util/memory.h"

const struct device_metric_row device_metric_rows[DEVICE_METRICS] = {
#define DEVICE_METRIC(name, text, label, unit, least, most) {text, label, unit, least, most},
#include "table/device_metrics.def"
#undef DEVICE_METRIC
};

const struct device_metric_row *device_metric_called(const char *metric)
{
    static const char begin[] = "gpu.";
    if (!metric || strncmp(metric, begin, sizeof begin - 1) != 0)
        return NULL;
    for (size_t i = 0; i < DEVICE_METRICS; i++)
        if (strcmp(metric + sizeof begin - 1, device_metric_rows[i].name) == 0)
            return &device_metric_rows[i];
    return NULL;
}

void activity_init(struct activity *activity)
{
    *activity = (struct activity){0};
    interner_init(&activity->texts);
    arena_init(&activity->arena);
}

void activity_release(struct activity *activity)
{
    free(activity->sources);
    free(activity->spans);
    free(activity->ends);
    free(activity->end_lines);
    free(activity->memory_samples);
    free(activity->samples);
    for (int i = 0; i < DEVICE_METRICS; i++)
        free(activity->sample_values[i]);
    free(activity->marks);
    free(activity->devices);
    free(activity->named_devices);
    free(activity->places);
    free(activity->attributes);
    free(activity->dependencies);
    free(activity->results);
    free(activity->offsets);
    free(activity->faults);
    interner_release(&activity->texts);
    arena_release(&activity->arena);
    *activity = (struct activity){0};
}

void activity_begin_source(struct activity *activity, const char *path, enum activity_clock clock)
{
    *list_add_to(activity, sources, source) = (struct activity_source){
        .path = arena_text(&activity->arena, path),
        .clock = clock,
        .spans.first = activity->span_count,
        .ends.first = activity->end_count,
        .memory_samples.first = activity->memory_sample_count,
        .samples.first = activity->sample_count,
        .marks.first = activity->mark_count,
        .faults.first = activity->fault_count,
    };
}

static struct activity_source *latest_source(struct activity *activity)
{
    return &activity->sources[activity->source_count - 1];
}

uint32_t activity_number(struct activity *activity, const char *text, size_t size)
{
    if (size == 1 && *text == '*')
        return interner_add(&activity->texts, STAR_AS_NAME, strlen(STAR_AS_NAME));
    return size ? interner_add(&activity->texts, text, size) : 0;
}

const char *activity_text(const struct activity *activity, uint32_t number)
{
    return interner_text(&activity->texts, number);
}

/* ---- adding ---- */

void activity_add_span(struct activity *activity, struct activity_span span)
{
    *list_add_to(activity, spans, span) = span;
    latest_source(activity)->spans.count++;
}

void activity_add_end(struct activity *activity, struct span_edge end)
{
    *list_add_to(activity, ends, end) = end;
    latest_source(activity)->ends.count++;
}

/* What is said of the end's place in the source; NULL: nothing. */
static const struct activity_end_line *end_line_of(const struct activity *activity,
                                                   const struct activity_source *source, size_t end)
{
    size_t low = 0, high = activity->end_line_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (activity->end_lines[middle].end <= end)
            low = middle + 1;
        else
            high = middle;
    }
    const struct activity_end_line *line = low ? &activity->end_lines[low - 1] : NULL;
    return line && line->end >= source->ends.first ? line : NULL;
}

size_t activity_line_of_end(const struct activity *activity, const struct activity_source *source,
                            size_t end)
{
    const struct activity_end_line *line = end_line_of(activity, source, end);
    return line ? line->line + (end - line->end) : 0;
}

void activity_note_end_line(struct activity *activity, size_t line)
{
    const struct activity_end_line *latest =
        end_line_of(activity, latest_source(activity), activity->end_count);
    if (latest && latest->line + (activity->end_count - latest->end) == line)
        return;
    *list_add_to(activity, end_lines, end_line) =
        (struct activity_end_line){activity->end_count, line};
}

void activity_add_memory_sample(struct activity *activity, struct activity_memory_sample holding)
{
    *list_add_to(activity, memory_samples, memory_sample) = holding;
    latest_source(activity)->memory_samples.count++;
}

float device_metric_value(enum device_metric metric, double number)
{
    const struct device_metric_row *row = &device_metric_rows[metric];
    return number >= row->least && number <= row->most ? (float)number : NAN;
}

void activity_add_mark(struct activity *activity, struct activity_mark mark)
{
    *list_add_to(activity, marks, mark) = mark;
    latest_source(activity)->marks.count++;
}

void activity_add_attribute(struct activity *activity, struct task_attribute attribute)
{
    *list_add_to(activity, attributes, attribute) = attribute;
}

void activity_add_result(struct activity *activity, struct task_result result)
{
    *list_add_to(activity, results, result) = result;
}

void activity_add_dependency(struct activity *activity, struct task_dependency dependency)
{
    *list_add_to(activity, dependencies, dependency) = dependency;
}

void activity_add_offset(struct activity *activity, struct clock_offset offset)
{
    *list_add_to(activity, offsets, offset) = offset;
}

void activity_add_fault(struct activity *activity, struct device_fault fault)
{
    *list_add_to(activity, faults, fault) = fault;
    latest_source(activity)->faults.count++;
}
