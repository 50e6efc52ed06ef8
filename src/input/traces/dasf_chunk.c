#include "input/traces/dasf_chunk.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/json/json_text.h"
#include "input/traces/dasf_event.h"
#include "input/traces/dask_key.h"
#include "util/count_text.h"
#include "util/hash.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/utf8.h"

/* A longer record is no event. */
#define LONGEST_RECORD (UINT64_C(1) << 24)
/* Beyond it a clock cannot be, in seconds: Unix time is at 1.8e9. */
#define LATEST_TIME 1e12
#define MOST_BYTES 1e18

void dasf_chunk_init(struct dasf_chunk *chunk, const char *path)
{
    *chunk = (struct dasf_chunk){0};
    activity_init(&chunk->activity);
    activity_begin_source(&chunk->activity, path, ACTIVITY_CLOCK_HOST);
    deferred_init(&chunk->deferred);
}

void dasf_chunk_release(struct dasf_chunk *chunk)
{
    activity_release(&chunk->activity);
    metric_rows_release(&chunk->rows);
    deferred_release(&chunk->deferred);
    tally_release(&chunk->unknown);
    free(chunk->tokens);
    *chunk = (struct dasf_chunk){0};
}

/* ---- texts and numbers ---- */

/* Texts of the model are UTF-8 without NULs. */
static uint32_t text_number(struct activity *activity, struct text_slice text)
{
    if (!text.size || utf8_is_valid(text.text, text.size))
        return activity_number(activity, text.text, text.size);
    size_t size = text.size;
    char *mended = json_mend_utf8(text.text, &size);
    for (size_t i = 0; i < size; i++)
        mended[i] = mended[i] ? mended[i] : ' ';
    uint32_t number = activity_number(activity, mended, size);
    free(mended);
    return number;
}

static double bytes_of(double value)
{
    return value >= 0 && value < MOST_BYTES ? value : NUMBER_MISSING;
}

static struct dasf_text *recent_place(struct dasf_chunk *chunk, struct text_slice text)
{
    enum { ENDING = 6 };
    size_t size = text.size < ENDING ? text.size : ENDING;
    uint64_t hash = hash_bytes(HASH_START, text.text + text.size - size, size);
    return &chunk->recent[(hash ^ hash >> 32) % DASF_RECENT];
}

/* Of a text that is likely to have come before. */
static uint32_t recurring_number(struct dasf_chunk *chunk, struct text_slice text)
{
    if (!text.size)
        return 0;
    struct dasf_text *recent = recent_place(chunk, text);
    if (!text_slices_equal(recent->text, text)) {
        recent->number = text_number(&chunk->activity, text);
        recent->text = text_slice_of(activity_text(&chunk->activity, recent->number));
    }
    return recent->number;
}

static struct activity_subject subject_of(struct dasf_chunk *chunk, const struct dasf_event *event)
{
    return (struct activity_subject){.host = recurring_number(chunk, event->process),
                                     .lane = recurring_number(chunk, event->thread)};
}

/* ---- kinds of events: each returns NULL, or why the event cannot be used ---- */

static void add_dependencies(struct activity *activity, uint32_t task,
                             const struct msgpack_token *list, const struct msgpack_token *tokens,
                             bool task_is_input)
{
    const struct msgpack_token *item = list ? list + 1 : NULL;
    for (uint32_t i = 0; item && i < list->count; i++, item = msgpack_after(tokens, item)) {
        if (item->kind != MSGPACK_TEXT || !item->count)
            continue;
        uint32_t other = text_number(activity, (struct text_slice){item->text, item->count});
        activity_add_dependency(activity, task_is_input ? (struct task_dependency){other, task}
                                                        : (struct task_dependency){task, other});
    }
}

enum { MOST_DIMENSIONS = 8 };

/* As numpy writes it: "(64, 64)", "(2,)"; 0 of no array, whose shape has no numbers. */
static uint32_t shape_number(struct dasf_chunk *chunk, const struct msgpack_token *shape)
{
    char text[MOST_DIMENSIONS * (NUMBER_TEXT_SIZE + 2) + 4] = "(";
    size_t size = 1;
    if (!shape || !shape->count || shape->count > MOST_DIMENSIONS)
        return 0;
    for (uint32_t i = 0; i < shape->count; i++) {
        if (shape[i + 1].kind != MSGPACK_NUMBER)
            return 0;
        if (i)
            size += (size_t)snprintf(text + size, sizeof text - size, ", ");
        size += number_format(shape[i + 1].number, text + size);
    }
    size += (size_t)snprintf(text + size, sizeof text - size, shape->count == 1 ? ",)" : ")");
    return recurring_number(chunk, (struct text_slice){text, size});
}

/* "<class 'cupy.ndarray'>": the name alone. */
static struct text_slice class_name(struct text_slice type)
{
    static const char before[] = "<class '", after[] = "'>";
    size_t around = sizeof before + sizeof after - 2;
    if (type.size <= around || memcmp(type.text, before, sizeof before - 1) != 0 ||
        memcmp(type.text + type.size - (sizeof after - 1), after, sizeof after - 1) != 0)
        return type;
    return (struct text_slice){type.text + sizeof before - 1, type.size - around};
}

static void add_result(struct dasf_chunk *chunk, uint32_t task, const struct dasf_args *args)
{
    struct task_result result = {.task = task,
                                 .shape = shape_number(chunk, args->shape),
                                 .type = recurring_number(chunk, class_name(args->type))};
    if (!text_slice_is(args->dtype, "unknown"))
        result.dtype = recurring_number(chunk, args->dtype);
    if (result.shape || result.dtype || result.type)
        activity_add_result(&chunk->activity, result);
}

static struct text_slice name_of(const struct dasf_event *event, const struct dasf_args *args)
{
    struct text_slice function = dask_key_function(args->key);
    return function.size ? function : args->name.size ? args->name : event->name;
}

static const char *read_complete(struct dasf_chunk *chunk, const struct dasf_event *event)
{
    struct activity *activity = &chunk->activity;
    struct dasf_args args;
    if (isnan(event->duration))
        return "event has no duration";
    if (event->duration < 0)
        return "negative duration";
    if (!(event->duration < LATEST_TIME))
        return "implausible duration";
    dasf_args_read(&args, event, chunk->tokens);
    struct activity_span span = {.start = event->timestamp - event->duration,
                                 .duration = event->duration,
                                 .bytes = bytes_of(args.size),
                                 .subject = subject_of(chunk, event)};
    span.subject.name = recurring_number(chunk, name_of(event, &args));
    span.subject.task = text_number(activity, args.key);
    activity_add_span(activity, span);
    if (span.subject.task) {
        add_dependencies(activity, span.subject.task, args.dependencies, chunk->tokens, false);
        add_dependencies(activity, span.subject.task, args.dependents, chunk->tokens, true);
        add_result(chunk, span.subject.task, &args);
    }
    return NULL;
}

static const char *read_holding(struct dasf_chunk *chunk, const struct dasf_event *event)
{
    struct activity *activity = &chunk->activity;
    struct dasf_args args;
    dasf_args_read(&args, event, chunk->tokens);
    if (!(args.tasks >= 0 && args.tasks <= UINT32_MAX))
        return "number of tasks in memory is not a number";
    struct activity_subject subject = subject_of(chunk, event);
    activity_add_memory_sample(activity,
                               (struct activity_memory_sample){.time = event->timestamp,
                                                               .host = subject.host,
                                                               .lane = subject.lane,
                                                               .tasks = (uint32_t)args.tasks});
    return NULL;
}

/* "HOST:gpu": the monitor does not say which GPU of the host it looks at. */
static uint32_t device_of(struct activity *activity, uint32_t host)
{
    const char *name = activity_text(activity, host);
    const char *index = arena_format(&activity->arena, "%s:gpu", name ? name : "");
    return activity_device(activity, (struct activity_device){
                                         .index = activity_number(activity, index, strlen(index))});
}

static void add_device_sample(struct dasf_chunk *chunk, const struct dasf_event *event,
                              double utilization, double memory)
{
    struct activity *activity = &chunk->activity;
    uint32_t host = recurring_number(chunk, event->process);
    struct device_sample sample = {.time = event->timestamp, .host = host};
    sample.device = device_of(activity, host);
    float values[DEVICE_METRICS];
    device_values_clear(values);
    values[DEVICE_UTILIZATION] = device_metric_value(DEVICE_UTILIZATION, utilization);
    values[DEVICE_MEMORY_USED] = device_metric_value(DEVICE_MEMORY_USED, memory);
    activity_add_sample(activity, sample, values);
}

/* What the monitor says of the GPU and of the clock is no series of the node. */
struct usage {
    double time, gpu_utilization, gpu_memory;
};

static double *usage_place(struct usage *usage, struct text_slice key)
{
    static const char *const names[] = {"time", "gpu_utilization", "gpu_memory_used"};
    double *const places[] = {&usage->time, &usage->gpu_utilization, &usage->gpu_memory};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text_slice_is(key, names[i]))
            return places[i];
    return NULL;
}

static bool is_series(struct text_slice key)
{
    return key.size && utf8_is_valid(key.text, key.size) && !text_slice_is(key, "gpu-memory-total");
}

/* Values go behind the row that was begun last. */
static void put_usage(struct dasf_chunk *chunk, const struct dasf_event *event, struct usage *usage)
{
    struct metric_rows *rows = &chunk->rows;
    const struct msgpack_token *key = event->args + 1;
    for (uint32_t i = 0; i < event->args->count; i++) {
        const struct msgpack_token *value = msgpack_after(chunk->tokens, key);
        struct text_slice name = {key->text, key->kind == MSGPACK_TEXT ? key->count : 0};
        double number = value->kind == MSGPACK_NUMBER && isfinite(value->number) ? value->number
                                                                                 : NUMBER_MISSING;
        double *place = usage_place(usage, name);
        if (place)
            *place = number;
        else if (value->kind == MSGPACK_NUMBER && is_series(name))
            metric_rows_put(rows, interner_add(&rows->texts, name.text, name.size), number);
        key = msgpack_after(chunk->tokens, value);
    }
}

static const char *read_usage(struct dasf_chunk *chunk, const struct dasf_event *event)
{
    static const char unnamed[] = "(no host)";
    struct usage usage = {NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING};
    struct metric_rows *rows = &chunk->rows;
    if (!event->args)
        return "sample has no values";
    uint32_t host = recurring_number(chunk, event->process);
    const char *name = host ? activity_text(&chunk->activity, host) : unnamed;
    metric_rows_begin(rows, interner_add(&rows->texts, name, strlen(name)), 0, NUMBER_MISSING);
    put_usage(chunk, event, &usage);
    if (!isnan(usage.gpu_utilization) || !isnan(usage.gpu_memory))
        add_device_sample(chunk, event, usage.gpu_utilization, usage.gpu_memory);
    if (fabs(usage.time) < LATEST_TIME) {
        rows->rows[rows->count - 1].time = usage.time;
        activity_add_offset(&chunk->activity,
                            (struct clock_offset){host, usage.time - event->timestamp});
    } else {
        rows->value_count = rows->rows[--rows->count].first;
        chunk->undated++;
    }
    return NULL;
}

static const char *read_end(struct dasf_chunk *chunk, const struct dasf_event *event, int side)
{
    struct activity_subject subject = subject_of(chunk, event);
    subject.name = recurring_number(chunk, event->name);
    activity_add_end(&chunk->activity,
                     (struct span_edge){event->timestamp, subject, (uint8_t)side, PAIRED_NESTED});
    chunk->has_stops |= side == SPAN_STOP;
    return NULL;
}

/* ---- records ---- */

static bool is(struct text_slice text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.text, word, strlen(word)) == 0;
}

static void count_unknown(struct dasf_chunk *chunk, struct text_slice name)
{
    tally_add(&chunk->unknown, name.size ? name.text : "(no name)", name.size ? name.size : 9);
}

static const char *read_event(struct dasf_chunk *chunk, const struct dasf_event *event)
{
    if (!(fabs(event->timestamp) < LATEST_TIME))
        return "event has no time stamp";
    if (is(event->phase, "X"))
        return read_complete(chunk, event);
    if (is(event->phase, "B") || is(event->phase, "E"))
        return read_end(chunk, event, is(event->phase, "B") ? SPAN_START : SPAN_STOP);
    bool instant = is(event->phase, "I") || is(event->phase, "i");
    if (instant && is(event->name, "Managed Memory"))
        return read_holding(chunk, event);
    if (instant && is(event->name, "Resource Usage"))
        return read_usage(chunk, event);
    count_unknown(chunk, instant ? event->name : event->phase);
    return NULL;
}

static const char *fault_text(enum msgpack_fault fault)
{
    switch (fault) {
    case MSGPACK_GOOD:
        return NULL;
    case MSGPACK_CUT:
        return "the value is longer than its record";
    case MSGPACK_TOO_DEEP:
        return "nested deeper than 64 levels";
    case MSGPACK_TRAILING:
        return "the record is longer than its value";
    default:
        return "not msgpack";
    }
}

static const char *read_record(struct dasf_chunk *chunk, const char *bytes, size_t size)
{
    struct dasf_event event;
    size_t count;
    if (!size)
        return "empty record";
    if (size > LONGEST_RECORD)
        return "record larger than 16 MiB";
    memory_reserve(&chunk->tokens, &chunk->token_capacity, size, sizeof *chunk->tokens);
    const char *problem = fault_text(msgpack_tokens_make(chunk->tokens, &count, bytes, size));
    if (!problem)
        problem = dasf_event_read(&event, chunk->tokens);
    return problem ? problem : read_event(chunk, &event);
}

static uint64_t length_at(const char *bytes)
{
    uint64_t length;
    memcpy(&length, bytes, sizeof length);
    return __builtin_bswap64(length);
}

size_t dasf_record_end(const char *bytes, size_t size, size_t at)
{
    if (size - at < DASF_LENGTH_SIZE)
        return size;
    uint64_t length = length_at(bytes + at);
    size_t left = size - at - DASF_LENGTH_SIZE;
    return length > left ? size : at + DASF_LENGTH_SIZE + (size_t)length;
}

static bool is_cut(const char *bytes, size_t size, size_t at)
{
    return size - at < DASF_LENGTH_SIZE || length_at(bytes + at) > size - at - DASF_LENGTH_SIZE;
}

/* Files of machines that went down end in NULs. */
static bool is_blank(const char *bytes, size_t size)
{
    return size && !bytes[0] && memcmp(bytes, bytes + 1, size - 1) == 0;
}

void dasf_chunk_read(struct dasf_chunk *chunk, const struct input *input, size_t from, size_t to)
{
    const char *bytes = input->content.bytes;
    size_t size = input->content.size;
    while (from < to) {
        bool empty = size - from >= DASF_LENGTH_SIZE && length_at(bytes + from) == 0;
        if (is_cut(bytes, size, from) || (empty && is_blank(bytes + from, size - from))) {
            deferred_note_end(&chunk->deferred, DIAGNOSTIC_ENDS_UNFINISHED,
                              "truncated: the last %s bytes are ignored", COUNT_TEXT(size - from));
            return;
        }
        size_t end = dasf_record_end(bytes, size, from);
        const char *problem =
            read_record(chunk, bytes + from + DASF_LENGTH_SIZE, end - from - DASF_LENGTH_SIZE);
        if (problem)
            deferred_reject(&chunk->deferred, from, NULL, "%s", problem);
        chunk->records += !problem;
        from = end;
    }
}
