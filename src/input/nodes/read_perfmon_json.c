/* Metric files of the monitoring toolkit: all hosts in one file, or one host a file. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "input/deferred_diagnostics.h"
#include "input/head.h"
#include "input/json/json_file.h"
#include "input/nodes/perfmon_host.h"
#include "input/nodes/perfmon_metrics.h"
#include "input/reader.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/parallel.h"
#include "util/path.h"
#include "util/utf8.h"

/* Keys that other programs do not use: those that come first in hosts, as the list of hosts may
 * stand far behind. */
static int recognise(const char *text, size_t size)
{
    static const char *const keys[] = {
        "time_stamps",     "child_proc_md",   "cpu_percent_sys",   "rapl_powercap",
        "net_io_counters", "ib_io_counters",  "FLOPS_SP",          "FLOPS_DP",
        "hardware_events", "software_events", "utilization_rates", "clock_info",
    };
    (void)size;
    if (!head_is_object(text))
        return 0;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (head_has_key(text, keys[i]))
            return head_has_key(text, "host_names") ? 95 : 85;
    return head_has_array(text, "cpu_percent") ? 80 : 0;
}

/* ---- a file ---- */

/* What one thread makes of one member. */
struct member_work {
    const struct json_member *member;
    const char *name; /* unescaped */
    struct perfmon_samples samples;
    struct dataset dataset;
    struct deferred_diagnostics deferred;
    size_t sample_count;
};

struct file {
    const struct input *input;
    const struct reading *reading;
    struct arena arena;
    struct json_members members;
    struct member_work *works;
    size_t work_count;
    LIST_OF(const char *) host_names;
    double sampling_interval_s;
    bool one_host;
    struct deferred_diagnostics deferred;
};

static void done_with(const struct file *file, const struct json_member *member)
{
    if (!member->repaired) {
        size_t from = (size_t)(member->text - file->input->content.bytes);
        mapping_done_with(&file->input->content, from, from + member->size);
    }
    reading_progress(file->reading, member->size);
}

static bool walk_member(struct file *file, struct member_work *work)
{
    const struct json_member *member = work->member;
    struct error error;
    size_t offset;
    bool good = perfmon_samples_walk(&work->samples, file->one_host ? work->name : NULL,
                                     member->text, member->size, &offset, &error);
    if (!good)
        deferred_reject(&work->deferred, json_file_offset(file->input, member, offset), work->name,
                        "%s", error.text);
    return good;
}

static void make_dataset(struct file *file, struct member_work *work)
{
    work->sample_count =
        perfmon_host_add(&work->dataset, work->name, &work->samples,
                         json_file_offset(file->input, work->member, 0), &work->deferred);
    perfmon_samples_release(&work->samples);
    perfmon_samples_init(&work->samples);
}

static void work_on(void *context, size_t index)
{
    struct file *file = context;
    struct member_work *work = &file->works[index];
    bool good = walk_member(file, work);
    if (!file->one_host && (good || perfmon_samples_timed(&work->samples)))
        make_dataset(file, work);
    done_with(file, work->member);
}

/* ---- members of the file that are no hosts ---- */

static void on_host_name(void *context, struct text_slice key, const char *text, size_t size,
                         bool is_string)
{
    struct file *file = context;
    (void)key;
    if (!is_string)
        return;
    *list_add(&file->host_names) = arena_text_of_size(&file->arena, text, size);
}

static void on_interval(void *context, struct text_slice key, double value, struct text_slice raw)
{
    struct file *file = context;
    (void)key;
    (void)raw;
    file->sampling_interval_s = value;
}

static void walk_small(struct file *file, const struct json_member *member, const char *name,
                       const struct json_handler *handler)
{
    struct error error;
    size_t offset;
    if (!json_walk(member->text, member->size, handler, file, &offset, &error))
        deferred_reject(&file->deferred, json_file_offset(file->input, member, offset), name, "%s",
                        error.text);
}

static void look_at_member(struct file *file, const struct json_member *member, const char *name)
{
    static const struct json_handler names = {.text = on_host_name};
    static const struct json_handler interval = {.number = on_interval};
    if (strcmp(name, "host_names") == 0 && *member->text == '[')
        walk_small(file, member, name, &names);
    else if (strcmp(name, "sampling_frequency") == 0)
        walk_small(file, member, name, &interval);
}

static void add_work(struct file *file, const struct json_member *member, const char *name)
{
    struct member_work *work = &file->works[file->work_count++];
    *work = (struct member_work){.member = member, .name = name};
    perfmon_samples_init(&work->samples);
    dataset_init(&work->dataset);
    deferred_init(&work->deferred);
}

/* An object with stamps of its own: a host. */
static bool is_host(const struct json_member *member)
{
    static const char stamps[] = "\"time_stamps\"";
    return *member->text == '{' && memmem(member->text, member->size, stamps, sizeof stamps - 1);
}

static bool has_hosts(const struct file *file)
{
    for (size_t i = 0; i < file->members.count; i++)
        if (is_host(&file->members.items[i]))
            return true;
    return false;
}

/* A file of several hosts may name that on which it was written. */
static bool is_one_host(struct file *file)
{
    bool is_named = false;
    for (size_t i = 0; i < file->members.count; i++) {
        const char *name = json_unescaped(&file->arena, file->members.items[i].key);
        char first = *file->members.items[i].text;
        if (strcmp(name, "time_stamps") == 0 && first == '[')
            return true;
        is_named = is_named || (strcmp(name, "host_name") == 0 && first == '"');
    }
    return is_named && !has_hosts(file);
}

/* A name that is there twice counts once, as the last: so does every JSON library. */
static void sort_members(struct file *file)
{
    struct name_index names;
    name_index_init(&names);
    file->works = memory_alloc_array(file->members.count + 1, sizeof *file->works);
    for (size_t i = 0; i < file->members.count; i++) {
        const struct json_member *member = &file->members.items[i];
        const char *name = json_unescaped(&file->arena, member->key);
        if (!file->one_host && *member->text != '{') {
            look_at_member(file, member, name);
            continue;
        }
        uint32_t number = name_index_find(&names, name);
        if (number != NAME_INDEX_NONE) {
            file->works[number].member = member;
            deferred_note(&file->deferred, name, "name occurs twice: the last one is used");
            continue;
        }
        name_index_add(&names, name);
        add_work(file, member, name);
    }
    name_index_release(&names);
}

/* ---- into the dataset ---- */

static long long take_host(struct file *file, struct member_work *work)
{
    struct dataset *dataset = file->reading->dataset;
    long long samples = (long long)work->sample_count;
    deferred_append(&file->deferred, &work->deferred);
    if (samples)
        dataset_merge(dataset, &work->dataset);
    else
        dataset_release(&work->dataset);
    return samples;
}

static bool is_gpu_file(const struct file *file)
{
    return file->host_names.count && perfmon_is_gpu_name(file->host_names.items[0]);
}

static long long take_listed_hosts(struct file *file, const struct name_index *works, bool *taken)
{
    struct dataset *dataset = file->reading->dataset;
    bool gpu = is_gpu_file(file);
    long long samples = 0;
    for (size_t i = 0; i < file->host_names.count; i++) {
        const char *name = file->host_names.items[i];
        uint32_t number = name_index_find(works, name);
        if (number == NAME_INDEX_NONE)
            deferred_note(&file->deferred, name, "listed in host_names, but has no data");
        else if (!taken[number]) {
            taken[number] = true;
            samples += take_host(file, &file->works[number]);
        }
        if (gpu)
            continue;
        uint32_t node = dataset_node(dataset, name);
        dataset->nodes[node].listed = true;
    }
    return samples;
}

static long long take_hosts(struct file *file)
{
    struct name_index works;
    name_index_init(&works);
    for (size_t i = 0; i < file->work_count; i++)
        name_index_add(&works, file->works[i].name);
    bool *taken = memory_alloc_array(file->work_count + 1, sizeof *taken);
    long long samples = take_listed_hosts(file, &works, taken);
    for (size_t i = 0; i < file->work_count; i++)
        if (!taken[i])
            samples += take_host(file, &file->works[i]);
    free(taken);
    name_index_release(&works);
    return samples;
}

/* "metrics/1234_node-1.json" → "1234_node-1" */
static const char *name_from_path(struct file *file)
{
    const char *base = path_base_name(file->input->path), *dot = strchr(base, '.');
    return arena_text_of_size(&file->arena, base, dot ? (size_t)(dot - base) : strlen(base));
}

static long long take_one_host(struct file *file)
{
    struct perfmon_samples samples;
    perfmon_samples_init(&samples);
    for (size_t i = 0; i < file->work_count; i++) {
        perfmon_samples_append(&samples, &file->works[i].samples);
        deferred_append(&file->deferred, &file->works[i].deferred);
    }
    const char *name = samples.host_name ? samples.host_name : name_from_path(file);
    file->sampling_interval_s = samples.sampling_interval_s;
    long long count =
        (long long)perfmon_host_add(file->reading->dataset, name, &samples, 0, &file->deferred);
    perfmon_samples_release(&samples);
    return count;
}

static void take_facts(const struct file *file)
{
    struct facts facts;
    facts_init(&facts);
    if (file->host_names.count && !is_gpu_file(file))
        facts.node_count = (double)file->host_names.count;
    if (file->sampling_interval_s > 0)
        facts.sampling_interval_s = file->sampling_interval_s;
    facts_fill(&file->reading->dataset->facts, &facts);
}

/* ---- reading ---- */

static void file_release(struct file *file)
{
    for (size_t i = 0; i < file->work_count; i++) {
        perfmon_samples_release(&file->works[i].samples);
        deferred_release(&file->works[i].deferred);
    }
    free(file->works);
    free(file->host_names.items);
    json_members_release(&file->members);
    deferred_release(&file->deferred);
    arena_release(&file->arena);
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    struct file file = {.input = input, .reading = reading, .sampling_interval_s = NUMBER_MISSING};
    arena_init(&file.arena);
    deferred_init(&file.deferred);
    long long samples = -1;
    if (json_file_members(&file.members, input, reading, &file.deferred, error)) {
        file.one_host = is_one_host(&file);
        sort_members(&file);
        parallel_threads(reading->jobs, file.work_count, work_on, &file);
        samples = file.one_host ? take_one_host(&file) : take_hosts(&file);
        take_facts(&file);
        deferred_tell(&file.deferred, input, reading->diagnostics);
        if (samples == 0) {
            error_set(error, ERROR_INPUT, "%s: no samples", input->path);
            samples = -1;
        }
    }
    file_release(&file);
    return samples;
}

const struct reader reader_perfmon_json = {
    .name = "perfmon-json",
    .description = "SKA monitoring toolkit: cpu_metrics.json, perf_metrics.json, "
                   "nv_gpu_metrics.json, merged or one file per host",
    .turn = READ_SECOND,
    .recognise = recognise,
    .read = read,
};
