#include "input/nodes/perfmon_host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/json/json_stream.h"
#include "input/nodes/perfmon_metrics.h"
#include "input/nodes/sample_values.h"
#include "input/text/amount.h"
#include "util/count_text.h"
#include "util/instant.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/quantity.h"
#include "util/strbuf.h"

enum { LARGE_HOST = 1 << 26 };
static const double LATEST = 253402300800.0; /* the year 10000 */

void perfmon_samples_init(struct perfmon_samples *samples)
{
    *samples = (struct perfmon_samples){.sampling_interval_s = NUMBER_MISSING};
    arena_init(&samples->arena);
    name_index_init(&samples->paths);
}

void perfmon_samples_release(struct perfmon_samples *samples)
{
    free(samples->columns.items);
    free(samples->values);
    name_index_release(&samples->paths);
    perfmon_processes_release(&samples->processes);
    arena_release(&samples->arena);
}

/* ---- walking ---- */

/* An array with texts in it, whose elements come one by one. */
struct text_list {
    bool inside;
    double *items;
    size_t count, capacity;
    size_t odd; /* elements that stand for no number */
};

struct host_walk {
    struct perfmon_samples *samples;
    struct strbuf path;
    LIST_OF(size_t) starts; /* sizes of `path` before each name in it */
    struct text_list list;
};

static void push_name(struct host_walk *walk, struct text_slice key)
{
    *list_add(&walk->starts) = walk->path.size;
    if (walk->path.size)
        strbuf_add_char(&walk->path, '.');
    strbuf_add(&walk->path, key.text, key.size);
}

static void pop_name(struct host_walk *walk)
{
    walk->path.size = walk->starts.items[--walk->starts.count];
    walk->path.text[walk->path.size] = '\0';
}

/* What the toolkit keeps beside the samples ("child_proc_md"): no metrics. */
static bool is_metadata(struct text_slice key)
{
    static const char end[] = "_md";
    size_t size = sizeof end - 1;
    return key.text && key.size > size && memcmp(key.text + key.size - size, end, size) == 0;
}

static void add_element(struct text_list *list, double value, bool is_odd)
{
    *list_add(list) = value;
    list->odd += is_odd;
}

static bool on_enter(void *context, struct text_slice key, bool is_array)
{
    struct host_walk *walk = context;
    struct perfmon_processes *processes = &walk->samples->processes;
    if (walk->list.inside) {
        add_element(&walk->list, NUMBER_MISSING, true);
        return false;
    }
    if (processes->depth || is_metadata(key))
        return perfmon_processes_enter(processes, key);
    if (is_array && !key.text)
        return false;
    if (is_array) {
        walk->list.inside = true;
        walk->list.count = walk->list.odd = 0;
    }
    if (key.text)
        push_name(walk, key);
    return true;
}

static void append_values(struct perfmon_samples *samples, const double *values, size_t count)
{
    memory_reserve(&samples->values, &samples->value_capacity, samples->value_count + count,
                   sizeof *samples->values);
    if (count)
        memcpy(samples->values + samples->value_count, values, count * sizeof *values);
    samples->value_count += count;
}

static void add_column(struct perfmon_samples *samples, const char *path, const double *values,
                       size_t count, size_t odd)
{
    struct perfmon_column column = {path, samples->value_count, count, odd};
    uint32_t number = name_index_find(&samples->paths, path);
    append_values(samples, values, count);
    if (number != NAME_INDEX_NONE) {
        column.path = samples->columns.items[number].path;
        samples->columns.items[number] = column;
        samples->repeated++;
        return;
    }
    column.path = arena_text(&samples->arena, path);
    name_index_add(&samples->paths, column.path);
    *list_add(&samples->columns) = column;
}

static bool is_in_bytes(struct arena *arena, const char *path)
{
    return strcmp(perfmon_metric_of(arena, path, false).unit, "B") == 0 ||
           strcmp(perfmon_metric_of(arena, path, true).unit, "B") == 0;
}

/* Numbers that are written as texts: "4096", of bytes also "1.2 GB", of time stamps also dates. */
static bool number_of_text(struct host_walk *walk, const char *text, size_t size, double *number)
{
    struct arena *arena = &walk->samples->arena;
    if (number_parse(text, size, number))
        return true;
    if (strcmp(walk->path.text, "time_stamps") == 0)
        return instant_parse(text, size, number);
    return is_in_bytes(arena, walk->path.text) &&
           quantity_parse_bytes(arena_text_of_size(arena, text, size), number);
}

/* A list of texts none of which is a number is no metric; where one should be, that is kept. */
static void end_list(struct host_walk *walk)
{
    struct text_list *list = &walk->list;
    struct perfmon_samples *samples = walk->samples;
    const char *path = walk->path.text;
    bool is_listed = *perfmon_metric_of(&samples->arena, path, false).columns ||
                     *perfmon_metric_of(&samples->arena, path, true).columns;
    list->inside = false;
    if (list->count > list->odd || is_listed)
        add_column(samples, path, list->items, list->count, list->odd);
}

static void on_leave(void *context)
{
    struct host_walk *walk = context;
    if (walk->samples->processes.depth) {
        perfmon_processes_leave(&walk->samples->processes);
        return;
    }
    if (walk->list.inside)
        end_list(walk);
    if (walk->starts.count)
        pop_name(walk);
}

static void on_numbers(void *context, struct text_slice key, const double *values, size_t count,
                       size_t odd)
{
    struct host_walk *walk = context;
    if (walk->list.inside)
        add_element(&walk->list, NUMBER_MISSING, true);
    if (!key.text || count == 0 || walk->list.inside || is_metadata(key) ||
        walk->samples->processes.depth)
        return;
    push_name(walk, key);
    add_column(walk->samples, walk->path.text, values, count, odd);
    pop_name(walk);
}

static bool is_named(const struct host_walk *walk, struct text_slice key, const char *name)
{
    return walk->starts.count == 0 && text_slice_is(key, name);
}

static void on_number(void *context, struct text_slice key, double value, struct text_slice raw)
{
    struct host_walk *walk = context;
    (void)raw;
    if (walk->list.inside)
        add_element(&walk->list, value, false);
    else if (is_named(walk, key, "sampling_frequency"))
        walk->samples->sampling_interval_s = value;
}

static void on_text(void *context, struct text_slice key, const char *text, size_t size,
                    bool is_string)
{
    struct host_walk *walk = context;
    double number = NUMBER_MISSING;
    if (walk->samples->processes.depth) {
        if (is_string)
            perfmon_processes_text(&walk->samples->processes, &walk->samples->arena, key,
                                   (struct text_slice){text, size});
    } else if (walk->list.inside) {
        bool is_null = !is_string && *text == 'n';
        bool good = is_string && number_of_text(walk, text, size, &number);
        add_element(&walk->list, good ? number : NUMBER_MISSING, !good && !is_null);
    } else if (is_string && is_named(walk, key, "host_name")) {
        walk->samples->host_name = arena_text_of_size(&walk->samples->arena, text, size);
    }
}

/* The value of a single member is shown without its name, which is used instead. */
struct member_walk {
    struct host_walk host;
    struct text_slice key;
};

static struct text_slice member_key(const struct member_walk *walk, struct text_slice key)
{
    return key.text ? key : walk->key;
}

static bool member_enter(void *context, struct text_slice key, bool is_array)
{
    struct member_walk *walk = context;
    return on_enter(&walk->host, member_key(walk, key), is_array);
}

static void member_leave(void *context)
{
    struct member_walk *walk = context;
    on_leave(&walk->host);
}

static void member_numbers(void *context, struct text_slice key, const double *values, size_t count,
                           size_t odd)
{
    struct member_walk *walk = context;
    on_numbers(&walk->host, member_key(walk, key), values, count, odd);
}

static void member_number(void *context, struct text_slice key, double value, struct text_slice raw)
{
    struct member_walk *walk = context;
    on_number(&walk->host, member_key(walk, key), value, raw);
}

static void member_text(void *context, struct text_slice key, const char *text, size_t size,
                        bool is_string)
{
    struct member_walk *walk = context;
    on_text(&walk->host, member_key(walk, key), text, size, is_string);
}

static bool walk_value(struct perfmon_samples *samples, const char *key, const char *text,
                       size_t size, size_t *offset, struct error *error)
{
    static const struct json_handler handler = {
        .enter = member_enter,
        .leave = member_leave,
        .numbers = member_numbers,
        .number = member_number,
        .text = member_text,
    };
    struct member_walk walk = {.host = {.samples = samples}, .key = {key, key ? strlen(key) : 0}};
    strbuf_init(&walk.host.path);
    bool good = json_walk(text, size, &handler, &walk, offset, error);
    strbuf_release(&walk.host.path);
    free(walk.host.starts.items);
    free(walk.host.list.items);
    return good;
}

/* One array after the other, so that no more of a large host than that has to be indexed at once.
 */
static bool walk_members(struct perfmon_samples *samples, const char *text, size_t size,
                         size_t *offset, struct error *error)
{
    struct json_members members;
    bool good = json_members_find(&members, text, size, offset, error);
    for (size_t i = 0; good && i < members.count; i++) {
        const struct json_member *member = &members.items[i];
        good = walk_value(samples, json_unescaped(&samples->arena, member->key), member->text,
                          member->size, offset, error);
        if (!good)
            *offset += (size_t)(member->text - text);
    }
    json_members_release(&members);
    return good;
}

bool perfmon_samples_walk(struct perfmon_samples *samples, const char *key, const char *text,
                          size_t size, size_t *offset, struct error *error)
{
    if (!key && size > LARGE_HOST)
        return walk_members(samples, text, size, offset, error);
    return walk_value(samples, key, text, size, offset, error);
}

void perfmon_samples_append(struct perfmon_samples *samples, struct perfmon_samples *from)
{
    for (size_t i = 0; i < from->columns.count; i++) {
        const struct perfmon_column *column = &from->columns.items[i];
        add_column(samples, column->path, from->values + column->from, column->count, column->odd);
    }
    perfmon_processes_append(&samples->processes, &samples->arena, &from->processes);
    if (from->host_name)
        samples->host_name = arena_text(&samples->arena, from->host_name);
    if (!isnan(from->sampling_interval_s))
        samples->sampling_interval_s = from->sampling_interval_s;
    samples->repeated += from->repeated;
    perfmon_samples_release(from);
    perfmon_samples_init(from);
}

/* ---- into the dataset ---- */

static struct perfmon_column *find_times(const struct perfmon_samples *samples)
{
    uint32_t number = name_index_find(&samples->paths, "time_stamps");
    return number == NAME_INDEX_NONE ? NULL : &samples->columns.items[number];
}

bool perfmon_samples_timed(const struct perfmon_samples *samples)
{
    return find_times(samples) != NULL;
}

static bool is_time(double time)
{
    return time >= 0 && time < LATEST;
}

/* Takes out the values whose sample has no usable time. */
static void drop_untimed(struct perfmon_samples *samples, const struct perfmon_column *times,
                         struct perfmon_column *column, const bool *untimed)
{
    double *values = samples->values + column->from;
    size_t kept = 0;
    for (size_t i = 0; i < column->count; i++)
        if (i >= times->count || !untimed[i])
            values[kept++] = values[i];
    column->count = kept;
}

static void drop_untimed_samples(struct perfmon_samples *samples, struct perfmon_column *times,
                                 const char *host, struct deferred_diagnostics *deferred)
{
    bool *untimed = memory_alloc_array(times->count + 1, sizeof *untimed);
    size_t dropped = 0;
    for (size_t i = 0; i < times->count; i++) {
        double *time = &samples->values[times->from + i];
        *time = amount_unix_seconds(*time);
        untimed[i] = !is_time(*time);
        dropped += untimed[i];
    }
    if (dropped) {
        for (size_t i = 0; i < samples->columns.count; i++)
            if (&samples->columns.items[i] != times)
                drop_untimed(samples, times, &samples->columns.items[i], untimed);
        drop_untimed(samples, times, times, untimed);
        deferred_note(deferred,
                      arena_format(&deferred->arena, "%s (%s)", host, COUNT_TEXT(dropped)),
                      "samples without a valid time stamp are left out");
    }
    free(untimed);
}

static bool is_about_gpu(const char *host, const struct perfmon_samples *samples)
{
    if (perfmon_is_gpu_name(host))
        return true;
    for (size_t i = 0; i < samples->columns.count; i++)
        if (perfmon_is_gpu_path(samples->columns.items[i].path))
            return true;
    return false;
}

static void deferred_length(const char *host, const struct perfmon_column *column, long missing,
                            struct deferred_diagnostics *deferred)
{
    if (missing == 0)
        return;
    const char *subject = arena_format(&deferred->arena, "%s (%s)", host,
                                       COUNT_TEXT(missing > 0 ? missing : -missing));
    if (missing > 0)
        deferred_note(deferred, subject, "%s: fewer values than time stamps, the rest is missing",
                      column->path);
    else
        deferred_note(deferred, subject,
                      "%s: more values than time stamps, the last ones are ignored", column->path);
}

static void add_series(struct dataset *dataset, const struct timeline *timeline, const char *host,
                       const struct perfmon_column *column, double *values, bool gpu,
                       struct deferred_diagnostics *deferred)
{
    struct perfmon_metric meaning = perfmon_metric_of(&dataset->arena, column->path, gpu);
    uint32_t metric = perfmon_add_metric(dataset, column->path, &meaning);
    size_t none = sample_values_clean(values, column->count, meaning.unit, meaning.kind);
    perfmon_convert(&meaning, values, column->count);
    deferred_length(host, column,
                    dataset_add_series(dataset, metric, timeline, values, column->count), deferred);
    if (none)
        deferred_note(deferred, arena_format(&deferred->arena, "%s (%s)", host, COUNT_TEXT(none)),
                      "%s: " SAMPLE_VALUES_REMARK, column->path);
    if (column->odd)
        deferred_note(deferred,
                      arena_format(&deferred->arena, "%s (%s)", host, COUNT_TEXT(column->odd)),
                      "%s: values that are not numbers, or too large, are missing", column->path);
}

size_t perfmon_host_add(struct dataset *dataset, const char *host, struct perfmon_samples *samples,
                        uint64_t offset, struct deferred_diagnostics *deferred)
{
    struct perfmon_column *times = find_times(samples);
    if (times)
        drop_untimed_samples(samples, times, host, deferred);
    if (!times || times->count == 0) {
        deferred_reject(deferred, offset, host, "host has no time stamps");
        return 0;
    }
    if (samples->repeated)
        deferred_note(deferred, host, "a metric occurs twice: the last one is used");
    bool gpu = is_about_gpu(host, samples);
    const struct timeline *timeline =
        dataset_add_timeline(dataset, dataset_node(dataset, host), samples->values + times->from,
                             times->count);
    for (size_t i = 0; i < samples->columns.count; i++)
        if (&samples->columns.items[i] != times)
            add_series(dataset, timeline, host, &samples->columns.items[i],
                       samples->values + samples->columns.items[i].from, gpu, deferred);
    if (!gpu)
        perfmon_processes_put(&samples->processes, dataset, host);
    return timeline->count;
}
