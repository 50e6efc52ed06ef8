/* data.json of a ClusterCockpit job archive: metric → scope → series of a host. The file has no
 * times: samples are a time step apart from the start of the job, which is in meta.json. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/deferred_diagnostics.h"
#include "input/head.h"
#include "input/json/json_file.h"
#include "input/nodes/clustercockpit.h"
#include "input/nodes/clustercockpit_jobs.h"
#include "input/nodes/clustercockpit_series.h"
#include "input/nodes/cpu_modes.h"
#include "input/nodes/sample_values.h"
#include "input/reader.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/parallel.h"
#include "util/texts.h"

static int recognise(const char *text, size_t size)
{
    static const char *const scopes[] = {"node",     "socket",       "core",
                                         "hwthread", "memoryDomain", "accelerator"};
    (void)size;
    if (!head_is_object(text) || !head_has_key(text, "timestep") || !head_has_key(text, "series"))
        return 0;
    for (size_t i = 0; i < sizeof scopes / sizeof scopes[0]; i++)
        if (head_has_key(text, scopes[i]))
            return 90;
    return 0;
}

/* ---- a file ---- */

struct metric_work {
    const struct json_member *member;
    const char *name;
    struct cockpit_data data;
    struct deferred_diagnostics deferred;
};

/* The timeline that was made last for a node: metrics of one time step share it. */
struct last_timeline {
    const struct timeline *timeline;
    double timestep_s;
    size_t most; /* samples of the longest timeline of the node */
};

struct file {
    const struct input *input;
    const struct reading *reading;
    struct dataset *dataset; /* what its samples go into */
    struct dataset aside;    /* those of another job than the dataset's: counted, and forgotten */
    struct arena arena;
    struct json_members members;
    struct metric_work *works;
    LIST_OF(struct last_timeline) timelines; /* by node */
    double start;
    long long samples;
    struct deferred_diagnostics deferred;
};

static void work_on(void *context, size_t index)
{
    struct file *file = context;
    struct metric_work *work = &file->works[index];
    const struct json_member *member = work->member;
    struct error error;
    size_t offset;
    if (!cockpit_data_walk(&work->data, member->text, member->size, &offset, &error))
        deferred_reject(&work->deferred, json_file_offset(file->input, member, offset), work->name,
                        "%s", error.text);
    reading_progress(file->reading, member->size);
}

/* ---- rows: hosts, and parts of hosts ---- */

/* Ids repeat in real files (two sockets "0"): then the order among the host's series is the id. */
static bool ids_are_unique(const struct cockpit_scope *scope)
{
    struct arena arena;
    struct name_index seen;
    arena_init(&arena);
    name_index_init(&seen);
    bool unique = true;
    for (size_t i = 0; i < scope->series.count && unique; i++) {
        const struct cockpit_series *series = &scope->series.items[i];
        const char *name = series->host && series->id
                               ? arena_format(&arena, "%s\n%s", series->host, series->id)
                               : NULL;
        unique = name && name_index_find(&seen, name) == NAME_INDEX_NONE;
        if (unique)
            name_index_add(&seen, name);
    }
    name_index_release(&seen);
    arena_release(&arena);
    return unique;
}

/* How many series of its host come before each. */
static size_t *number_within_hosts(const struct cockpit_scope *scope)
{
    struct name_index hosts;
    name_index_init(&hosts);
    size_t *numbers = memory_alloc_array(scope->series.count + 1, sizeof *numbers);
    size_t *next = memory_alloc_array(scope->series.count + 1, sizeof *next);
    for (size_t i = 0; i < scope->series.count; i++) {
        if (!scope->series.items[i].host)
            continue;
        uint32_t host = name_index_find(&hosts, scope->series.items[i].host);
        if (host == NAME_INDEX_NONE)
            host = name_index_add(&hosts, scope->series.items[i].host);
        numbers[i] = next[host]++;
    }
    free(next);
    name_index_release(&hosts);
    return numbers;
}

static bool is_node_scope(const struct cockpit_scope *scope)
{
    return strcmp(scope->name, "node") == 0;
}

/* Names of the rows of a scope, NULL where the host is not named: "HOST", or "HOST SCOPE ID". */
static const char **name_rows(struct file *file, const struct cockpit_scope *scope)
{
    const char **names = memory_alloc_array(scope->series.count + 1, sizeof *names);
    bool whole = is_node_scope(scope), unique = !whole && ids_are_unique(scope);
    size_t *numbers = number_within_hosts(scope);
    for (size_t i = 0; i < scope->series.count; i++) {
        const struct cockpit_series *series = &scope->series.items[i];
        if (!series->host || whole)
            names[i] = series->host;
        else if (unique)
            names[i] =
                arena_format(&file->arena, "%s %s %s", series->host, scope->name, series->id);
        else
            names[i] =
                arena_format(&file->arena, "%s %s %zu", series->host, scope->name, numbers[i]);
    }
    free(numbers);
    return names;
}

/* ---- into the dataset ---- */

static const struct timeline *timeline_for(struct file *file, uint32_t node, size_t count,
                                           double timestep_s)
{
    list_reach(&file->timelines, (size_t)node + 1, (struct last_timeline){0});
    struct last_timeline *last = &file->timelines.items[node];
    if (last->timeline && last->timeline->count == count && last->timestep_s == timestep_s)
        return last->timeline;
    double *times = memory_alloc_array(count + 1, sizeof *times);
    for (size_t i = 0; i < count; i++)
        times[i] = file->start + (double)i * timestep_s;
    last->timeline = dataset_add_timeline(file->dataset, node, times, count);
    last->timestep_s = timestep_s;
    free(times);
    if (count > last->most) {
        file->samples += (long long)(count - last->most);
        last->most = count;
    }
    return last->timeline;
}

/* NULL when there are none at all. */
static double *series_values(const struct cockpit_data *data, const struct cockpit_series *series)
{
    return series->count ? data->values + series->from : NULL;
}

static void convert(double *values, size_t count, double scale)
{
    for (size_t i = 0; i < count; i++)
        values[i] = isfinite(values[i] * scale) ? values[i] * scale : NUMBER_MISSING;
}

static void publish(struct dataset *dataset, const char *metric, const char *node,
                    const struct cockpit_scope *scope, const struct cockpit_series *series,
                    double scale)
{
    for (size_t i = 0; i < COCKPIT_STATISTICS; i++)
        if (!isnan(series->statistics[i]))
            dataset_add_published(dataset, (struct published_statistic){
                                               .metric = metric,
                                               .node = node,
                                               .statistic = cockpit_statistics[i],
                                               .value = series->statistics[i] * scale,
                                               .step = cockpit_step(scope->decimals, scale),
                                           });
}

static void add_rows(struct file *file, struct metric_work *work, const struct cockpit_scope *scope,
                     const struct cockpit_metric *meaning)
{
    struct dataset *dataset = file->dataset;
    const char *name = is_node_scope(scope)
                           ? work->name
                           : arena_format(&file->arena, "%s.%s", work->name, scope->name);
    uint32_t metric = cockpit_add_metric(dataset, name, scope->name, meaning);
    const char **rows = name_rows(file, scope);
    for (size_t i = 0; i < scope->series.count; i++) {
        const struct cockpit_series *series = &scope->series.items[i];
        double *values = series_values(&work->data, series);
        if (!rows[i]) {
            deferred_reject(&file->deferred, json_file_offset(file->input, work->member, 0),
                            work->name, "series has no hostname");
            continue;
        }
        if (sample_values_clean(values, series->count, meaning->unit.name, meaning->kind))
            deferred_note(&file->deferred, rows[i], "%s: " SAMPLE_VALUES_REMARK, name);
        convert(values, series->count, meaning->unit.scale);
        if (cpu_mode_is_share(work->name) && cpu_shares_clean(values, series->count))
            deferred_note(&file->deferred, rows[i], "%s: " CPU_SHARES_REMARK, name);
        uint32_t node = dataset_node(dataset, rows[i]);
        dataset_add_series(dataset, metric,
                           timeline_for(file, node, series->count, scope->timestep_s), values,
                           series->count);
        publish(dataset, name, rows[i], scope, series, meaning->unit.scale);
        if (series->odd)
            deferred_note(&file->deferred, rows[i],
                          "%s: values that are not numbers, or too large, are missing", name);
    }
    free(rows);
}

/* The part that adds to `sum` where it was measured; `counts` says how often. */
static void add_part(double *sum, size_t *counts, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i])) {
            sum[i] += values[i];
            counts[i]++;
        }
}

/* One host's node values: a sum needs all parts, a mean those that were measured. */
static void add_whole(struct file *file, struct metric_work *work,
                      const struct cockpit_scope *scope, uint32_t metric, const char *host,
                      bool total)
{
    size_t count = 0, parts = 0;
    for (size_t i = 0; i < scope->series.count; i++)
        if (scope->series.items[i].host && strcmp(scope->series.items[i].host, host) == 0) {
            count = scope->series.items[i].count > count ? scope->series.items[i].count : count;
            parts++;
        }
    double *sum = memory_alloc_array(count + 1, sizeof *sum);
    size_t *counts = memory_alloc_array(count + 1, sizeof *counts);
    for (size_t i = 0; i < scope->series.count; i++)
        if (scope->series.items[i].host && strcmp(scope->series.items[i].host, host) == 0)
            add_part(sum, counts, series_values(&work->data, &scope->series.items[i]),
                     scope->series.items[i].count);
    for (size_t i = 0; i < count; i++) {
        bool known = total ? counts[i] == parts : counts[i] > 0;
        sum[i] = known ? (total ? sum[i] : sum[i] / (double)counts[i]) : NUMBER_MISSING;
    }
    struct dataset *dataset = file->dataset;
    dataset_add_series(dataset, metric,
                       timeline_for(file, dataset_node(dataset, host), count, scope->timestep_s),
                       sum, count);
    free(counts);
    free(sum);
}

/* A metric that is only there for parts of nodes also gets a value for the node, from the coarsest
 * of these parts. The values are converted already. */
static void add_node_metric(struct file *file, struct metric_work *work,
                            const struct cockpit_scope *scope, const struct cockpit_metric *meaning)
{
    struct dataset *dataset = file->dataset;
    uint32_t metric = cockpit_add_metric(dataset, work->name, "node", meaning);
    bool adds_up = unit_adds_up(meaning->unit.name);
    struct name_index hosts;
    name_index_init(&hosts);
    for (size_t i = 0; i < scope->series.count; i++) {
        const char *host = scope->series.items[i].host;
        if (!host || name_index_find(&hosts, host) != NAME_INDEX_NONE)
            continue;
        name_index_add(&hosts, host);
        add_whole(file, work, scope, metric, host, adds_up);
    }
    name_index_release(&hosts);
    deferred_note(&file->deferred, work->name, "%s over the %s of each node",
                  adds_up ? "node values are sums" : "node values are means", scope->name);
}

static int fineness(const struct cockpit_scope *scope)
{
    static const char *const order[] = {"node", "socket",   "memoryDomain", "die",
                                        "core", "hwthread", "accelerator"};
    enum { COUNT = sizeof order / sizeof order[0] };
    for (int i = 0; i < COUNT; i++)
        if (strcmp(scope->name, order[i]) == 0)
            return i;
    return COUNT;
}

static void take_metric(struct file *file, struct metric_work *work)
{
    const struct cockpit_scope *coarsest = NULL;
    struct cockpit_metric coarsest_meaning = {0};
    for (size_t i = 0; i < work->data.scopes.count; i++) {
        const struct cockpit_scope *scope = &work->data.scopes.items[i];
        if (scope->series.count == 0)
            continue;
        if (!(scope->timestep_s > 0)) {
            deferred_reject(&file->deferred, json_file_offset(file->input, work->member, 0),
                            work->name, "metric has no timestep");
            continue;
        }
        if (isnan(file->dataset->facts.sampling_interval_s))
            file->dataset->facts.sampling_interval_s = scope->timestep_s;
        struct cockpit_metric meaning =
            cockpit_metric_of(&file->arena, work->name, scope->base, scope->prefix);
        if (meaning.mended)
            deferred_note(&file->deferred, work->name, "unit B/s in the file, read as B");
        add_rows(file, work, scope, &meaning);
        if (!coarsest || fineness(scope) < fineness(coarsest)) {
            coarsest = scope;
            coarsest_meaning = meaning;
        }
    }
    if (coarsest && !is_node_scope(coarsest))
        add_node_metric(file, work, coarsest, &coarsest_meaning);
}

/* ---- reading ---- */

static void make_works(struct file *file)
{
    file->works = memory_alloc_array(file->members.count + 1, sizeof *file->works);
    for (size_t i = 0; i < file->members.count; i++) {
        struct metric_work *work = &file->works[i];
        work->member = &file->members.items[i];
        work->name = json_unescaped(&file->arena, work->member->key);
        cockpit_data_init(&work->data);
        deferred_init(&work->deferred);
    }
}

static void take_metrics(struct file *file, double start)
{
    file->start = isnan(start) ? 0 : start;
    for (size_t i = 0; i < file->members.count; i++) {
        struct metric_work *work = &file->works[i];
        deferred_append(&file->deferred, &work->deferred);
        take_metric(file, work);
        cockpit_data_release(&work->data);
    }
    if (isnan(start) && file->samples)
        deferred_note(&file->deferred, NULL,
                      "start of the job unknown: times count from 0 (give its meta.json as well)");
}

/* Each host once, sorted; to be freed. */
static const char **hosts_of(const struct file *file, size_t *count)
{
    struct name_index seen;
    name_index_init(&seen);
    for (size_t i = 0; i < file->members.count; i++)
        for (size_t k = 0; k < file->works[i].data.scopes.count; k++) {
            const struct cockpit_scope *scope = &file->works[i].data.scopes.items[k];
            for (size_t row = 0; row < scope->series.count; row++)
                if (scope->series.items[row].host &&
                    name_index_find(&seen, scope->series.items[row].host) == NAME_INDEX_NONE)
                    name_index_add(&seen, scope->series.items[row].host);
        }
    const char **hosts = memory_alloc_array(seen.count + 1, sizeof *hosts);
    for (*count = 0; *count < seen.count; (*count)++)
        hosts[*count] = seen.names[*count];
    qsort(hosts, *count, sizeof *hosts, texts_compare);
    name_index_release(&seen);
    return hosts;
}

static void take_file(struct file *file)
{
    struct dataset *dataset = file->reading->dataset;
    size_t host_count;
    const char **hosts = hosts_of(file, &host_count);
    size_t job = cockpit_job_of_data(dataset, file->input->path, hosts, host_count);
    double start = dataset->jobs[job].first;
    free(hosts);
    file->dataset = job == 0 ? dataset : &file->aside;
    take_metrics(file, start);
    if (job != 0)
        cockpit_omit_job(&file->deferred, dataset, job);
}

static void file_release(struct file *file)
{
    free(file->works);
    free(file->timelines.items);
    dataset_release(&file->aside);
    json_members_release(&file->members);
    deferred_release(&file->deferred);
    arena_release(&file->arena);
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct file file = {.input = input, .reading = reading};
    arena_init(&file.arena);
    dataset_init(&file.aside);
    deferred_init(&file.deferred);
    long long samples = -1;
    if (json_file_members(&file.members, input, reading, &file.deferred, error)) {
        make_works(&file);
        parallel_threads(reading->jobs, file.members.count, work_on, &file);
        take_file(&file);
        deferred_tell(&file.deferred, input, reading->diagnostics);
        samples = file.samples;
        if (samples == 0) {
            error_set(error, ERROR_INPUT, "%s: no samples", input->path);
            samples = -1;
        }
    }
    file_release(&file);
    return samples;
}

const struct reader reader_clustercockpit_data = {
    .name = "clustercockpit-data",
    .description =
        "ClusterCockpit job archive: data.json[.gz], metrics of nodes, sockets, cores and GPUs",
    .turn = READ_SECOND,
    .recognise = recognise,
    .read = read,
};
