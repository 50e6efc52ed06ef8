/* What one reader read becomes part of what all did: the texts and devices of both get one number
 * each. */
#include <stdlib.h>
#include <string.h>

#include "table/activity.h"
#include "util/list.h"
#include "util/memory.h"

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
    for (size_t i = 0; i < part->result_count; i++) {
        struct task_result *result = &part->results[i];
        *result = (struct task_result){texts[result->task], texts[result->shape],
                                       texts[result->dtype], texts[result->type]};
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
            struct activity_source *last = &activity->sources[activity->source_count - 1];
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
    APPEND(results, result);
    APPEND(offsets, offset);
    APPEND(faults, fault);
#undef APPEND
    activity_merge_samples(activity, part);
    arena_adopt(&activity->arena, &part->arena);
    activity_release(part);
    activity_init(part);
}
