/* meta.json of a ClusterCockpit job archive: whose job it was, on which nodes, and statistics. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/deferred_diagnostics.h"
#include "input/head.h"
#include "input/json/json_file.h"
#include "input/nodes/clustercockpit.h"
#include "input/nodes/clustercockpit_jobs.h"
#include "input/reader.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/utf8.h"

static int recognise(const char *text, size_t size)
{
    (void)size;
    if (!head_is_object(text) || !head_has_key(text, "jobId") || !head_has_key(text, "cluster"))
        return 0;
    return head_has_key(text, "resources") || head_has_key(text, "startTime") ? 90 : 0;
}

static const char *text_of(struct arena *arena, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (json_is_string(value) && *json_string_value(value))
        return arena_text(arena, json_string_value(value));
    if (json_is_integer(value))
        return arena_format(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return NULL;
}

static double number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NUMBER_MISSING;
}

static void read_facts(struct facts *facts, struct arena *arena, const json_t *meta)
{
    facts_init(facts);
    facts->job_id = text_of(arena, meta, "jobId");
    facts->user = text_of(arena, meta, "user");
    facts->cluster = text_of(arena, meta, "cluster");
    facts->partition = text_of(arena, meta, "partition");
    facts->project = text_of(arena, meta, "project");
    facts->state = text_of(arena, meta, "jobState");
    facts->job_name = text_of(arena, json_object_get(meta, "metaData"), "jobName");
    facts->start = number_of(meta, "startTime");
    facts->end = number_of(meta, "stopTime");
    if (isnan(facts->end))
        facts->end = facts->start + number_of(meta, "duration");
    facts->node_count = number_of(meta, "numNodes");
}

/* Newer archives say "shared": "none", "single_user" or "multi_user"; older ones "exclusive": 1, 2
 * for nodes shared among the jobs of one user, or 0. Without either nobody else was there. */
static bool are_nodes_shared(const json_t *meta)
{
    const char *shared = json_string_value(json_object_get(meta, "shared"));
    double exclusive = number_of(meta, "exclusive");
    if (shared)
        return strcmp(shared, "none") != 0;
    return exclusive == 0 || exclusive == 2;
}

/* The hardware threads that the job had on a node: as they are listed, else its even share. Of a
 * shared node they are a part, and say nothing of what it can do. */
static void add_threads(struct dataset *dataset, const char *node, const json_t *meta,
                        const json_t *resource)
{
    double threads = (double)json_array_size(json_object_get(resource, "hwthreads"));
    char text[NUMBER_TEXT_SIZE];
    if (!(threads > 0))
        threads = floor(number_of(meta, "numHwthreads") / number_of(meta, "numNodes"));
    if (!(threads > 0) || !isfinite(threads))
        return;
    number_format(threads, text);
    dataset_add_hardware(dataset, node, are_nodes_shared(meta) ? "hwthreads_of_job" : "hwthreads",
                         text);
}

static const char *host_of(const json_t *resource)
{
    return json_string_value(json_object_get(resource, "hostname"));
}

static void read_nodes(struct dataset *dataset, const json_t *meta)
{
    const json_t *resources = json_object_get(meta, "resources");
    for (size_t i = 0; i < json_array_size(resources); i++) {
        const char *name = host_of(json_array_get(resources, i));
        if (!name)
            continue;
        uint32_t node = dataset_node(dataset, name);
        dataset->nodes[node].listed = true;
        add_threads(dataset, name, meta, json_array_get(resources, i));
    }
}

static int decimals_of(const json_t *value)
{
    char text[NUMBER_TEXT_SIZE];
    return json_is_number(value)
               ? cockpit_decimals(text, number_format(json_number_value(value), text))
               : 0;
}

static const char *const statistics[] = {"min", "avg", "max"};
enum { STATISTIC_COUNT = 3 };

static struct cockpit_metric metric_of(struct arena *arena, const char *name, const json_t *entry)
{
    const json_t *unit = json_object_get(entry, "unit");
    const char *base = json_is_string(unit) ? json_string_value(unit)
                                            : json_string_value(json_object_get(unit, "base"));
    const char *prefix = json_string_value(json_object_get(unit, "prefix"));
    return cockpit_metric_of(arena, name, base ? base : "", prefix ? prefix : "");
}

static void read_statistics(struct dataset *dataset, const char *name, const json_t *entry,
                            struct deferred_diagnostics *deferred)
{
    struct cockpit_metric metric = metric_of(&dataset->arena, name, entry);
    int decimals = 0;
    for (int i = 0; i < STATISTIC_COUNT; i++) {
        int written = decimals_of(json_object_get(entry, statistics[i]));
        decimals = written > decimals ? written : decimals;
    }
    if (metric.mended)
        deferred_note(deferred, name, "unit B/s in the file, read as B");
    for (int i = 0; i < STATISTIC_COUNT; i++) {
        double value = number_of(entry, statistics[i]);
        if (!isnan(value))
            dataset_add_published(dataset, (struct published_statistic){
                                               .metric = name,
                                               .statistic = statistics[i],
                                               .value = value * metric.unit.scale,
                                               .step = cockpit_step(decimals, metric.unit.scale),
                                           });
    }
}

/* The job's number, and how many hosts are listed. */
static size_t add_job(struct dataset *dataset, const char *path, const struct facts *facts,
                      const json_t *meta, size_t *host_count)
{
    const json_t *resources = json_object_get(meta, "resources");
    struct sampled_job job = {
        .id = facts->job_id,
        .path = path,
        .hosts = memory_alloc_array(json_array_size(resources) + 1, sizeof *job.hosts),
        .first = facts->start,
        .last = facts->end,
    };
    for (size_t i = 0; i < json_array_size(resources); i++)
        if (host_of(json_array_get(resources, i)))
            job.hosts[job.host_count++] = host_of(json_array_get(resources, i));
    *host_count = job.host_count;
    size_t number = cockpit_job_of_meta(dataset, &job);
    free(job.hosts);
    return number;
}

/* Only of the job that the dataset is of. */
static void read_job(struct dataset *dataset, const struct facts *facts, const json_t *meta,
                     struct deferred_diagnostics *deferred)
{
    facts_fill(&dataset->facts, facts);
    if (!dataset->subcluster)
        dataset->subcluster = text_of(&dataset->arena, meta, "subCluster");
    dataset->nodes_are_shared |= are_nodes_shared(meta);
    read_nodes(dataset, meta);
    const char *name;
    json_t *entry;
    json_object_foreach((json_t *)json_object_get(meta, "statistics"), name, entry)
        read_statistics(dataset, name, entry, deferred);
}

static long long read_meta(const json_t *meta, const struct input *input, struct dataset *dataset,
                           struct deferred_diagnostics *deferred)
{
    struct facts facts;
    size_t hosts;
    read_facts(&facts, &dataset->arena, meta);
    size_t job = add_job(dataset, input->path, &facts, meta, &hosts);
    if (job == 0)
        read_job(dataset, &facts, meta, deferred);
    else
        cockpit_omit_job(deferred, dataset, job);
    return 1 + (long long)hosts;
}

static long long read(const struct input *input, const struct reading *reading, struct error *error)
{
    json_t *meta = json_file_tree(input, reading, error);
    if (!meta)
        return -1;
    struct deferred_diagnostics deferred;
    deferred_init(&deferred);
    long long records = read_meta(meta, input, reading->dataset, &deferred);
    deferred_tell(&deferred, input, reading->diagnostics);
    deferred_release(&deferred);
    json_decref(meta);
    reading_progress(reading, input->content.size);
    return records;
}

const struct reader reader_clustercockpit_meta = {
    .name = "clustercockpit-meta",
    .description = "ClusterCockpit job archive: meta.json, facts and statistics of the job",
    .turn = READ_FIRST,
    .recognise = recognise,
    .read = read,
};
