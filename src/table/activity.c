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

/* ---- merging ---- */

static void renumber_subject(struct activity_subject *subject, const uint32_t *texts)
{
    subject->host = texts[subject->host];
    subject->lane = texts[subject->lane];
    subject->name = texts[subject->name];
    subject->job = texts[subject->job];
    subject->task = texts[subject->task];
}

static void renumber_lanes(struct activity *part, const uint32_t *texts)
{
    for (size_t i = 0; i < part->span_count; i++)
        renumber_subject(&part->spans[i].subject, texts);
    for (size_t i = 0; i < part->end_count; i++)
        renumber_subject(&part->ends[i].subject, texts);
    for (size_t i = 0; i < part->memory_sample_count; i++) {
        part->memory_samples[i].host = texts[part->memory_samples[i].host];
        part->memory_samples[i].lane = texts[part->memory_samples[i].lane];
    }
    for (size_t i = 0; i < part->mark_count; i++) {
        part->marks[i].host = texts[part->marks[i].host];
        part->marks[i].lane = texts[part->marks[i].lane];
        part->marks[i].name = texts[part->marks[i].name];
    }
    for (size_t i = 0; i < part->offset_count; i++)
        part->offsets[i].host = texts[part->offsets[i].host];
}

static void renumber_tasks(struct activity *part, const uint32_t *texts)
{
    for (size_t i = 0; i < part->attribute_count; i++) {
        part->attributes[i].job = texts[part->attributes[i].job];
        part->attributes[i].task = texts[part->attributes[i].task];
        part->attributes[i].name = texts[part->attributes[i].name];
    }
    for (size_t i = 0; i < part->dependency_count; i++) {
        part->dependencies[i].task = texts[part->dependencies[i].task];
        part->dependencies[i].input = texts[part->dependencies[i].input];
    }
}

static void renumber_devices(struct activity *part, const uint32_t *texts, const uint32_t *devices)
{
    for (size_t i = 0; i < part->sample_count; i++) {
        part->samples[i].host = texts[part->samples[i].host];
        part->samples[i].device = devices[part->samples[i].device];
    }
    for (size_t i = 0; i < part->place_count; i++) {
        part->places[i].host = texts[part->places[i].host];
        part->places[i].job = texts[part->places[i].job];
        part->places[i].task = texts[part->places[i].task];
        part->places[i].device = devices[part->places[i].device];
    }
    for (size_t i = 0; i < part->fault_count; i++) {
        part->faults[i].host = texts[part->faults[i].host];
        part->faults[i].error = texts[part->faults[i].error];
        part->faults[i].device = devices[part->faults[i].device];
    }
}

/* Numbers of `part` become those of the whole. */
static void renumber(struct activity *activity, struct activity *part)
{
    uint32_t *texts = memory_alloc_array(part->texts.count + 1, sizeof *texts);
    uint32_t *devices = memory_alloc_array(part->device_count + 1, sizeof *devices);
    interner_adopt(&activity->texts, &part->texts, texts);
    for (size_t i = 0; i < part->device_count; i++) {
        struct activity_device device = part->devices[i];
        devices[i] =
            activity_device(activity,
                            (struct activity_device){texts[device.serial], texts[device.uuid],
                                                     texts[device.index], device.memory_B});
    }
    renumber_lanes(part, texts);
    renumber_tasks(part, texts);
    renumber_devices(part, texts, devices);
    free(devices);
    free(texts);
}

/* Moves rows of `size` bytes behind others; NULL is what is left. */
static void *append(void *rows_pointer, size_t *count, size_t *capacity, void *from,
                    size_t from_count, size_t size)
{
    char *rows;
    memory_reserve(rows_pointer, capacity, *count + from_count, size);
    memcpy(&rows, rows_pointer, sizeof rows);
    if (from_count)
        memcpy(rows + *count * size, from, from_count * size);
    *count += from_count;
    free(from);
    return NULL;
}

static void shift_source(struct activity_source *source, const struct activity *activity)
{
    source->spans.first += activity->span_count;
    source->ends.first += activity->end_count;
    source->memory_samples.first += activity->memory_sample_count;
    source->samples.first += activity->sample_count;
    source->marks.first += activity->mark_count;
    source->faults.first += activity->fault_count;
}

static bool continues(const struct activity *activity, const struct activity_source *source)
{
    if (!activity->source_count)
        return false;
    const struct activity_source *last = &activity->sources[activity->source_count - 1];
    return !last->is_whole && last->clock == source->clock && !(last->origin < source->origin) &&
           !(last->origin > source->origin) &&
           (last->path == source->path ||
            (last->path && source->path && strcmp(last->path, source->path) == 0));
}

static void merge_sources(struct activity *activity, struct activity *part)
{
    for (size_t i = 0; i < part->source_count; i++) {
        struct activity_source source = part->sources[i];
        shift_source(&source, activity);
        if (i == 0 && continues(activity, &source)) {
            struct activity_source *last = latest_source(activity);
            last->spans.count += source.spans.count;
            last->ends.count += source.ends.count;
            last->memory_samples.count += source.memory_samples.count;
            last->samples.count += source.samples.count;
            last->marks.count += source.marks.count;
            last->faults.count += source.faults.count;
            continue;
        }
        *list_add_to(activity, sources, source) = source;
    }
}

static bool is_empty(const struct activity *activity)
{
    return !activity->source_count && !activity->texts.count && !activity->arena.newest;
}

void activity_merge(struct activity *activity, struct activity *part)
{
    if (is_empty(activity)) {
        activity_release(activity);
        *activity = *part;
        activity_init(part);
        return;
    }
    renumber(activity, part);
    merge_sources(activity, part);
    for (size_t i = 0; i < part->end_line_count; i++)
        part->end_lines[i].end += activity->end_count;
#define APPEND(rows, row)                                                                          \
    part->rows = append(&activity->rows, &activity->row##_count, &activity->row##_capacity,        \
                        part->rows, part->row##_count, sizeof *activity->rows)
    APPEND(spans, span);
    APPEND(ends, end);
    APPEND(end_lines, end_line);
    APPEND(memory_samples, memory_sample);
    APPEND(marks, mark);
    APPEND(places, place);
    APPEND(attributes, attribute);
    APPEND(dependencies, dependency);
    APPEND(offsets, offset);
    APPEND(faults, fault);
#undef APPEND
    activity_merge_samples(activity, part);
    arena_adopt(&activity->arena, &part->arena);
    activity_release(part);
    activity_init(part);
}
