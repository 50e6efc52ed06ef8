#include "input/input_conflicts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/nodes/perfmon_metrics.h"
#include "util/count_text.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/texts.h"

static const double GAP_S = 600; /* inputs of one job may be apart by some samples */

void input_conflicts_init(struct input_conflicts *conflicts)
{
    *conflicts = (struct input_conflicts){0};
}

void input_conflicts_release(struct input_conflicts *conflicts)
{
    for (size_t i = 0; i < conflicts->count; i++)
        free(conflicts->inputs[i].hosts);
    free(conflicts->inputs);
    free(conflicts->series);
    input_conflicts_init(conflicts);
}

/* ---- inputs ---- */

/* "node-1" for "gpu-0.node-1" and for "node-1 socket 0". */
static const char *host_of(struct arena *arena, const char *node)
{
    const char *name = perfmon_is_gpu_name(node) ? strchr(node, '.') + 1 : node;
    const char *space = strchr(name, ' ');
    return space ? arena_text_of_size(arena, name, (size_t)(space - name)) : name;
}

/* What an input added. */
struct added {
    size_t series, series_end, node, node_end; /* the first, and behind the last */
};

static void collect_hosts(struct compared_input *input, struct dataset *dataset,
                          const struct added *added)
{
    bool *seen = memory_alloc_array(dataset->node_count + 1, sizeof *seen);
    input->hosts = memory_alloc_array(dataset->node_count + 1, sizeof *input->hosts);
    for (size_t i = added->node; i < added->node_end; i++)
        seen[i] = true;
    for (size_t i = added->series; i < added->series_end; i++)
        seen[dataset->series[i].node] = true;
    for (size_t i = 0; i < dataset->node_count; i++)
        if (seen[i])
            input->hosts[input->host_count++] = host_of(&dataset->arena, dataset->nodes[i].name);
    free(seen);
}

static void collect_span(struct compared_input *input, const struct dataset *dataset,
                         const struct added *added)
{
    input->first = INFINITY;
    input->last = -INFINITY;
    for (size_t i = added->series; i < added->series_end; i++) {
        const struct timeline *timeline = dataset->series[i].timeline;
        if (i > added->series && timeline == dataset->series[i - 1].timeline)
            continue;
        struct timeline_span span = timeline_span_of(timeline);
        input->first = fmin(input->first, span.first);
        input->last = fmax(input->last, span.last);
    }
}

void input_conflicts_add_input(struct input_conflicts *conflicts, const struct dataset *dataset,
                               const char *path)
{
    memory_reserve(&conflicts->inputs, &conflicts->input_capacity, conflicts->count + 1,
                   sizeof *conflicts->inputs);
    memory_reserve(&conflicts->series, &conflicts->series_capacity, conflicts->count + 1,
                   sizeof *conflicts->series);
    conflicts->inputs[conflicts->count] =
        (struct compared_input){.path = path, .node_end = dataset->node_count};
    conflicts->series[conflicts->count++] = (struct input_series){.end = dataset->series_count};
}

static void note_repeated(const struct reading *reading, const char *path,
                          const struct input_series *series)
{
    struct place place = {path, 0, 0};
    if (series->repeated)
        diagnostics_note(reading->diagnostics, place,
                         "%s duplicate %s (same node, metric, time and value), counted once",
                         COUNT_TEXT(series->repeated),
                         series->repeated == 1 ? "sample" : "samples");
    if (series->other)
        diagnostics_omit(
            reading->diagnostics, place, series->other,
            "%s %s an earlier value of the same node, metric and time: the earlier value is used",
            COUNT_TEXT(series->other),
            series->other == 1 ? "sample contradicts" : "samples contradict");
}

static void study_input(struct compared_input *input, struct dataset *dataset,
                        const struct added *added)
{
    collect_hosts(input, dataset, added);
    collect_span(input, dataset, added);
    if (input->first <= input->last)
        dataset_add_sampled(dataset,
                            (struct sampled_input){input->path, input->first, input->last});
}

/* Leaves the inputs that have node metrics. */
static void study_inputs(struct input_conflicts *conflicts, const struct reading *reading)
{
    size_t used = 0;
    struct added added = {0};
    for (size_t i = 0; i < conflicts->count; i++) {
        struct compared_input input = conflicts->inputs[i];
        added.series_end = conflicts->series[i].end;
        added.node_end = input.node_end;
        note_repeated(reading, input.path, &conflicts->series[i]);
        if (added.series_end > added.series) {
            study_input(&input, reading->dataset, &added);
            conflicts->inputs[used++] = input;
        }
        added.series = added.series_end;
        added.node = added.node_end;
    }
    conflicts->count = used;
}

/* ---- jobs: groups of inputs ---- */

/* Each element's group, by its lowest element; 0 is the job that the dataset is of, the others are
 * the inputs. */
struct groups {
    size_t *parents, count;
};

static size_t group_of(const struct groups *groups, size_t element)
{
    while (groups->parents[element] != element)
        element = groups->parents[element] = groups->parents[groups->parents[element]];
    return element;
}

static void unite(struct groups *groups, size_t left, size_t right)
{
    left = group_of(groups, left);
    right = group_of(groups, right);
    groups->parents[left > right ? left : right] = left < right ? left : right;
}

static void unite_hosts(struct groups *groups, const struct input_conflicts *conflicts,
                        const struct dataset *dataset)
{
    struct name_index hosts;
    LIST_OF(size_t) elements = {0}; /* the first that has the host */
    name_index_init(&hosts);
    for (size_t element = 0; element < groups->count; element++) {
        const struct compared_input *input = element ? &conflicts->inputs[element - 1] : NULL;
        const struct sampled_job *job = dataset->job_count ? &dataset->jobs[0] : NULL;
        const char **names = input ? input->hosts : job ? job->hosts : NULL;
        size_t count = input ? input->host_count : job ? job->host_count : 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t host = name_index_find(&hosts, names[i]);
            if (host != NAME_INDEX_NONE) {
                unite(groups, element, elements.items[host]);
                continue;
            }
            name_index_add(&hosts, names[i]);
            *list_add(&elements) = element;
        }
    }
    free(elements.items);
    name_index_release(&hosts);
}

/* When an input was sampled; or, of element 0, when a task or trace ran. */
struct input_span {
    size_t element;
    double first, last;
};

struct input_spans {
    struct input_span *items;
    size_t count, capacity;
};

static void add_span(struct input_spans *spans, struct input_span span)
{
    if (!(span.first <= span.last))
        return;
    *list_add(spans) = span;
}

static void add_tasks(struct input_spans *spans, const struct records *records)
{
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        for (size_t row = 0; row < block->rows; row++) {
            double start = records_number_at(block, RECORD_START_COLUMN, row);
            double end = records_number_at(block, RECORD_END_COLUMN, row);
            double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
            start = isnan(start) ? end - elapsed_s : start;
            add_span(spans, (struct input_span){0, start, isnan(end) ? start + elapsed_s : end});
        }
    }
}

static int by_first(const void *left, const void *right)
{
    const struct input_span *l = left, *r = right;
    return (l->first > r->first) - (l->first < r->first);
}

/* What ran between the samples of two inputs makes them of one run. */
static void unite_times(struct groups *groups, const struct input_conflicts *conflicts,
                        const struct dataset *dataset)
{
    struct input_spans spans = {0};
    for (size_t i = 0; i < conflicts->count; i++)
        add_span(&spans,
                 (struct input_span){i + 1, conflicts->inputs[i].first, conflicts->inputs[i].last});
    for (size_t i = 0; i < dataset->sampled_count; i++)
        add_span(&spans,
                 (struct input_span){0, dataset->sampled[i].first, dataset->sampled[i].last});
    if (dataset->records)
        add_tasks(&spans, dataset->records);
    if (spans.count)
        qsort(spans.items, spans.count, sizeof *spans.items, by_first);
    double last = -INFINITY;
    size_t input = 0; /* one of those that meet up to here; 0: none yet */
    for (size_t i = 0; i < spans.count; i++) {
        const struct input_span *span = &spans.items[i];
        if (span->first - GAP_S > last)
            input = 0;
        if (input && span->element)
            unite(groups, input, span->element);
        input = span->element ? span->element : input;
        last = fmax(last, span->last);
    }
    free(spans.items);
}

/* The groups' parents are to be freed. */
static struct groups group_inputs(const struct input_conflicts *conflicts,
                                  const struct dataset *dataset)
{
    struct groups groups = {.count = conflicts->count + 1};
    groups.parents = memory_alloc_array(groups.count, sizeof *groups.parents);
    for (size_t i = 0; i < groups.count; i++)
        groups.parents[i] = i;
    unite_hosts(&groups, conflicts, dataset);
    if (conflicts->count > 1)
        unite_times(&groups, conflicts, dataset);
    bool has_input = false;
    for (size_t i = 1; i < groups.count; i++)
        has_input = has_input || group_of(&groups, i) == 0;
    if (conflicts->count && !has_input)
        unite(&groups, 0, 1);
    return groups;
}

/* ---- one of several jobs ---- */

/* The hosts sorted, each once. */
static void sort_hosts(struct sampled_job *job)
{
    size_t kept = 0;
    qsort(job->hosts, job->host_count, sizeof *job->hosts, texts_compare);
    for (size_t i = 0; i < job->host_count; i++)
        if (i == 0 || strcmp(job->hosts[i], job->hosts[kept - 1]) != 0)
            job->hosts[kept++] = job->hosts[i];
    job->host_count = kept;
}

/* The job of a group, whose hosts are to be freed. */
static struct sampled_job job_of(const struct groups *groups,
                                 const struct input_conflicts *conflicts, size_t group)
{
    struct sampled_job job = {.first = INFINITY, .last = -INFINITY};
    size_t capacity = 0;
    for (size_t i = 0; i < conflicts->count; i++) {
        const struct compared_input *input = &conflicts->inputs[i];
        if (group_of(groups, i + 1) != group)
            continue;
        job.path = job.path ? job.path : input->path;
        job.first = fmin(job.first, input->first);
        job.last = fmax(job.last, input->last);
        memory_reserve(&job.hosts, &capacity, job.host_count + input->host_count + 1,
                       sizeof *job.hosts);
        for (size_t k = 0; k < input->host_count; k++)
            job.hosts[job.host_count++] = input->hosts[k];
    }
    sort_hosts(&job);
    return job;
}

static void take_out_hosts(struct dataset *dataset, const struct sampled_job *job)
{
    bool *keep = memory_alloc_array(dataset->node_count + 1, sizeof *keep);
    for (size_t i = 0; i < dataset->node_count; i++) {
        const char *host = host_of(&dataset->arena, dataset->nodes[i].name);
        keep[i] = !bsearch(&host, job->hosts, job->host_count, sizeof host, texts_compare);
    }
    dataset_keep_nodes(dataset, keep);
    free(keep);
}

static void take_out_sampled(struct dataset *dataset, const char *path)
{
    size_t kept = 0;
    for (size_t i = 0; i < dataset->sampled_count; i++)
        if (strcmp(dataset->sampled[i].path, path) != 0)
            dataset->sampled[kept++] = dataset->sampled[i];
    dataset->sampled_count = kept;
}

static void take_out(const struct groups *groups, const struct input_conflicts *conflicts,
                     size_t group, const struct reading *reading)
{
    struct sampled_job job = job_of(groups, conflicts, group);
    dataset_add_job(reading->dataset, job);
    take_out_hosts(reading->dataset, &job);
    for (size_t i = 0; i < conflicts->count; i++) {
        if (group_of(groups, i + 1) != group)
            continue;
        const char *path = conflicts->inputs[i].path;
        take_out_sampled(reading->dataset, path);
        diagnostics_omit(reading->diagnostics, (struct place){path, 0, 0}, 1,
                         "left out: metrics of another job, which share neither hosts nor time "
                         "with those of the report");
    }
    free(job.hosts);
}

static void settle_jobs(const struct input_conflicts *conflicts, const struct reading *reading)
{
    struct dataset *dataset = reading->dataset;
    struct groups groups = group_inputs(conflicts, dataset);
    for (size_t group = 1; group < groups.count; group++) {
        if (group_of(&groups, group) != group)
            continue;
        if (!dataset->job_count) {
            struct sampled_job job = job_of(&groups, conflicts, 0);
            job.id = dataset->facts.job_id;
            dataset_add_job(dataset, job);
            free(job.hosts);
        }
        take_out(&groups, conflicts, group, reading);
    }
    free(groups.parents);
}

void input_conflicts_settle(struct input_conflicts *conflicts, const struct reading *reading)
{
    repeated_series_take_out(reading->dataset, conflicts->series, conflicts->count);
    study_inputs(conflicts, reading);
    settle_jobs(conflicts, reading);
}
