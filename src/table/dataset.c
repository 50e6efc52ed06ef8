#include "table/dataset.h"

#include <stdlib.h>
#include <string.h>

#include "table/star.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

void dataset_init(struct dataset *dataset)
{
    *dataset = (struct dataset){0};
    arena_init(&dataset->arena);
    facts_init(&dataset->facts);
    name_index_init(&dataset->metric_names);
    name_index_init(&dataset->node_names);
}

static void release_records(struct dataset *dataset)
{
    if (dataset->records)
        records_release(dataset->records);
    free(dataset->records);
}

struct records *dataset_records(struct dataset *dataset)
{
    if (!dataset->records) {
        dataset->records = memory_alloc(sizeof *dataset->records);
        records_init(dataset->records);
    }
    return dataset->records;
}

static void release_activity(struct dataset *dataset)
{
    if (dataset->activity)
        activity_release(dataset->activity);
    free(dataset->activity);
}

struct activity *dataset_activity(struct dataset *dataset)
{
    if (!dataset->activity) {
        dataset->activity = memory_alloc(sizeof *dataset->activity);
        activity_init(dataset->activity);
    }
    return dataset->activity;
}

static void release_lists(struct dataset *dataset)
{
    release_records(dataset);
    release_activity(dataset);
    free(dataset->metrics);
    free(dataset->nodes);
    free(dataset->timelines);
    free(dataset->series);
    free(dataset->published);
    free(dataset->hardware);
    free(dataset->peaks);
    free(dataset->queues);
    free(dataset->manager_runs);
    free(dataset->sampled);
    free(dataset->read);
    free(dataset->jobs);
    name_index_release(&dataset->metric_names);
    name_index_release(&dataset->node_names);
}

void dataset_release(struct dataset *dataset)
{
    release_lists(dataset);
    arena_release(&dataset->arena);
    dataset_init(dataset);
}

static uint32_t add_metric(struct dataset *dataset, struct metric metric)
{
    *list_add_to(dataset, metrics, metric) = metric;
    return name_index_add(&dataset->metric_names, metric.name);
}

static uint32_t add_node(struct dataset *dataset, struct node node)
{
    *list_add_to(dataset, nodes, node) = node;
    return name_index_add(&dataset->node_names, node.name);
}

uint32_t dataset_find_metric(const struct dataset *dataset, const char *name)
{
    return name_index_find(&dataset->metric_names, name);
}

uint32_t dataset_find_node(const struct dataset *dataset, const char *name)
{
    return name_index_find(&dataset->node_names, name);
}

uint32_t dataset_metric(struct dataset *dataset, const char *name)
{
    uint32_t number = dataset_find_metric(dataset, name);
    if (number != NAME_INDEX_NONE)
        return number;
    return add_metric(dataset, (struct metric){.name = arena_text(&dataset->arena, name),
                                               .unit = "",
                                               .kind = METRIC_LEVEL,
                                               .combine = COMBINE_MEAN,
                                               .counter_range = NUMBER_MISSING,
                                               .scope = "node"});
}

uint32_t dataset_node(struct dataset *dataset, const char *name)
{
    if (strcmp(name, "*") == 0)
        name = STAR_AS_NAME;
    uint32_t number = name_index_find(&dataset->node_names, name);
    if (number != NAME_INDEX_NONE)
        return number;
    return add_node(dataset, (struct node){.name = arena_text(&dataset->arena, name)});
}

void dataset_add_sampled(struct dataset *dataset, struct sampled_input input)
{
    input.path = arena_text(&dataset->arena, input.path);
    *list_add_to(dataset, sampled, sampled) = input;
}

void dataset_add_read(struct dataset *dataset, struct read_input input)
{
    input.path = arena_text(&dataset->arena, input.path);
    *list_add_to(dataset, read, read) = input;
}

void dataset_add_job(struct dataset *dataset, struct sampled_job job)
{
    struct arena *arena = &dataset->arena;
    const char **hosts = arena_alloc_array(arena, job.host_count, sizeof *hosts);
    for (size_t i = 0; i < job.host_count; i++)
        hosts[i] = arena_text(arena, job.hosts[i]);
    job.id = arena_text(arena, job.id);
    job.path = arena_text(arena, job.path);
    job.hosts = hosts;
    *list_add_to(dataset, jobs, job) = job;
}

struct timeline *dataset_add_timeline(struct dataset *dataset, uint32_t node, const double *times,
                                      size_t count)
{
    struct timeline *timeline = arena_alloc(&dataset->arena, sizeof *timeline);
    timeline->node = node;
    timeline->count = count;
    timeline->times = arena_alloc_array(&dataset->arena, count, sizeof *times);
    if (count)
        memcpy(timeline->times, times, count * sizeof *times);
    *list_add_to(dataset, timelines, timeline) = timeline;
    return timeline;
}

static double *copy_padded(struct arena *arena, const double *values, size_t count, size_t wanted)
{
    size_t kept = count < wanted ? count : wanted;
    double *copy = arena_alloc_array(arena, wanted, sizeof *copy);
    if (kept)
        memcpy(copy, values, kept * sizeof *copy);
    for (size_t i = kept; i < wanted; i++)
        copy[i] = NUMBER_MISSING;
    return copy;
}

long dataset_add_series(struct dataset *dataset, uint32_t metric, const struct timeline *timeline,
                        const double *values, size_t count)
{
    double *copy = copy_padded(&dataset->arena, values, count, timeline->count);
    *list_add_to(dataset, series, series) = (struct series){metric, timeline->node, timeline, copy};
    return (long)timeline->count - (long)count;
}

void dataset_add_published(struct dataset *dataset, struct published_statistic published)
{
    published.metric = arena_text(&dataset->arena, published.metric);
    published.node = arena_text(&dataset->arena, published.node);
    published.statistic = arena_text(&dataset->arena, published.statistic);
    *list_add_to(dataset, published, published) = published;
}

void dataset_add_hardware(struct dataset *dataset, const char *node, const char *key,
                          const char *value)
{
    *list_add_to(dataset, hardware, hardware) =
        (struct hardware_fact){arena_text(&dataset->arena, node), arena_text(&dataset->arena, key),
                               arena_text(&dataset->arena, value)};
}

void dataset_add_peaks(struct dataset *dataset, struct peak_rates peaks)
{
    peaks.cluster = arena_text(&dataset->arena, peaks.cluster);
    peaks.subcluster = arena_text(&dataset->arena, peaks.subcluster);
    peaks.nodes = arena_text(&dataset->arena, peaks.nodes);
    *list_add_to(dataset, peaks, peak) = peaks;
}

static const double *copy_numbers(struct arena *arena, const double *numbers, size_t count)
{
    if (!numbers)
        return NULL;
    double *copy = arena_alloc_array(arena, count, sizeof *copy);
    memcpy(copy, numbers, count * sizeof *copy);
    return copy;
}

void dataset_add_queue(struct dataset *dataset, struct queue_samples samples)
{
    struct arena *arena = &dataset->arena;
    samples.path = arena_text(arena, samples.path);
    samples.times = copy_numbers(arena, samples.times, samples.count);
    samples.running = copy_numbers(arena, samples.running, samples.count);
    samples.waiting = copy_numbers(arena, samples.waiting, samples.count);
    samples.workers = copy_numbers(arena, samples.workers, samples.count);
    samples.cores = copy_numbers(arena, samples.cores, samples.count);
    *list_add_to(dataset, queues, queue) = samples;
}

void dataset_add_manager_run(struct dataset *dataset, struct manager_run run)
{
    struct arena *arena = &dataset->arena;
    run.path = arena_text(arena, run.path);
    run.first_exit_host = arena_text(arena, run.first_exit_host);
    run.most_exits_host = arena_text(arena, run.most_exits_host);
    *list_add_to(dataset, manager_runs, manager_run) = run;
}

/* ---- taking out nodes ---- */

/* NAME_INDEX_NONE of those that are taken out. */
static uint32_t *renumber_nodes(struct dataset *dataset, const bool *keep)
{
    uint32_t *numbers = memory_alloc_array(dataset->node_count + 1, sizeof *numbers);
    size_t count = dataset->node_count;
    name_index_release(&dataset->node_names);
    name_index_init(&dataset->node_names);
    dataset->node_count = 0;
    for (size_t i = 0; i < count; i++)
        numbers[i] = keep[i] ? add_node(dataset, dataset->nodes[i]) : NAME_INDEX_NONE;
    return numbers;
}

static void keep_series(struct dataset *dataset, const bool *keep, const uint32_t *numbers)
{
    size_t kept = 0;
    for (size_t i = 0; i < dataset->series_count; i++) {
        struct series series = dataset->series[i];
        if (!keep[series.node])
            continue;
        series.node = numbers[series.node];
        dataset->series[kept++] = series;
    }
    dataset->series_count = kept;
    kept = 0;
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        struct timeline *timeline = dataset->timelines[i];
        if (!keep[timeline->node])
            continue;
        timeline->node = numbers[timeline->node];
        dataset->timelines[kept++] = timeline;
    }
    dataset->timeline_count = kept;
}

/* What is said of nodes by name; of a name that is no node's it stays. */
static void keep_facts(struct dataset *dataset, const bool *keep, const struct name_index *names)
{
    size_t kept = 0;
    for (size_t i = 0; i < dataset->hardware_count; i++) {
        uint32_t node = name_index_find(names, dataset->hardware[i].node);
        if (node == NAME_INDEX_NONE || keep[node])
            dataset->hardware[kept++] = dataset->hardware[i];
    }
    dataset->hardware_count = kept;
    kept = 0;
    for (size_t i = 0; i < dataset->published_count; i++) {
        const char *name = dataset->published[i].node;
        uint32_t node = name ? name_index_find(names, name) : NAME_INDEX_NONE;
        if (node == NAME_INDEX_NONE || keep[node])
            dataset->published[kept++] = dataset->published[i];
    }
    dataset->published_count = kept;
}

void dataset_keep_nodes(struct dataset *dataset, const bool *keep)
{
    keep_facts(dataset, keep, &dataset->node_names);
    uint32_t *numbers = renumber_nodes(dataset, keep);
    keep_series(dataset, keep, numbers);
    free(numbers);
}

/* ---- merging ---- */

/* Numbers that the metrics or nodes of a part get in the whole. */
static uint32_t *merge_metrics(struct dataset *dataset, const struct dataset *part)
{
    uint32_t *numbers = memory_alloc_array(part->metric_count, sizeof *numbers);
    for (size_t i = 0; i < part->metric_count; i++) {
        numbers[i] = name_index_find(&dataset->metric_names, part->metrics[i].name);
        if (numbers[i] == NAME_INDEX_NONE)
            numbers[i] = add_metric(dataset, part->metrics[i]);
    }
    return numbers;
}

static uint32_t *merge_nodes(struct dataset *dataset, const struct dataset *part)
{
    uint32_t *numbers = memory_alloc_array(part->node_count, sizeof *numbers);
    for (size_t i = 0; i < part->node_count; i++) {
        numbers[i] = name_index_find(&dataset->node_names, part->nodes[i].name);
        if (numbers[i] == NAME_INDEX_NONE)
            numbers[i] = add_node(dataset, part->nodes[i]);
        else if (part->nodes[i].listed)
            dataset->nodes[numbers[i]].listed = true;
    }
    return numbers;
}

static void merge_series(struct dataset *dataset, const struct dataset *part,
                         const uint32_t *metrics, const uint32_t *nodes)
{
    for (size_t i = 0; i < part->timeline_count; i++) {
        part->timelines[i]->node = nodes[part->timelines[i]->node];
        *list_add_to(dataset, timelines, timeline) = part->timelines[i];
    }
    for (size_t i = 0; i < part->series_count; i++) {
        struct series series = part->series[i];
        series.metric = metrics[series.metric];
        series.node = nodes[series.node];
        *list_add_to(dataset, series, series) = series;
    }
}

void dataset_merge(struct dataset *dataset, struct dataset *part)
{
    uint32_t *metrics = merge_metrics(dataset, part), *nodes = merge_nodes(dataset, part);
    merge_series(dataset, part, metrics, nodes);
    for (size_t i = 0; i < part->published_count; i++)
        *list_add_to(dataset, published, published) = part->published[i];
    for (size_t i = 0; i < part->hardware_count; i++)
        *list_add_to(dataset, hardware, hardware) = part->hardware[i];
    for (size_t i = 0; i < part->peak_count; i++)
        *list_add_to(dataset, peaks, peak) = part->peaks[i];
    if (!dataset->subcluster)
        dataset->subcluster = part->subcluster;
    dataset->nodes_are_shared |= part->nodes_are_shared;
    for (size_t i = 0; i < part->queue_count; i++)
        *list_add_to(dataset, queues, queue) = part->queues[i];
    for (size_t i = 0; i < part->manager_run_count; i++)
        *list_add_to(dataset, manager_runs, manager_run) = part->manager_runs[i];
    if (part->records)
        records_merge(dataset_records(dataset), part->records);
    if (part->activity)
        activity_merge(dataset_activity(dataset), part->activity);
    facts_fill(&dataset->facts, &part->facts);
    free(metrics);
    free(nodes);
    arena_adopt(&dataset->arena, &part->arena);
    release_lists(part);
    dataset_init(part);
}
