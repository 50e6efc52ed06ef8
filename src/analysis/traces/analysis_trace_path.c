/* critical_path, critical_path_kinds, critical_path_summary of traces that say which tasks need
 * which: a task's latest run is in it, and the function that it is a run of. What comes before the
 * first task, such as the start of workers, is not part of the run. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/critical_path.h"
#include "util/memory.h"
#include "util/number.h"

struct trace_path {
    const struct aligned_timeline *aligned;
    uint32_t *number; /* of the task with a text, PATH_NONE where it did not run */
    uint32_t *latest; /* its span, by number */
    struct path_task *tasks;
    double *lengths;
    size_t count;
    struct path_edge *edges;
    size_t edge_count;
    double first, last;
};

static void add_spans(struct trace_path *path, const struct trace_totals *totals)
{
    const struct aligned_timeline *aligned = path->aligned;
    for (size_t i = 0; i < aligned->span_count; i++) {
        const struct activity_span *span = &aligned->spans[i];
        uint32_t text = span->subject.task;
        if (!text || span->is_annotation)
            continue;
        if (path->number[text] == PATH_NONE) {
            path->number[text] = (uint32_t)path->count++;
            path->latest[path->number[text]] = (uint32_t)i;
        }
        uint32_t number = path->number[text];
        if (aligned->span_order[i] < aligned->span_order[path->latest[number]])
            continue;
        path->latest[number] = (uint32_t)i;
        path->tasks[number] =
            (struct path_task){activity_text(aligned->activity, text), span->start,
                               span->start + span->duration, totals->function_of[i]};
        path->lengths[number] = span->duration;
    }
    path->first = path->last = NUMBER_MISSING;
    for (size_t i = 0; i < path->count; i++) {
        path->first = fmin(path->first, path->tasks[i].start);
        path->last = fmax(path->last, path->tasks[i].end);
    }
}

static void add_edges(struct trace_path *path)
{
    const struct activity *activity = path->aligned->activity;
    path->edges = memory_alloc_array(activity->dependency_count + 1, sizeof *path->edges);
    for (size_t i = 0; i < activity->dependency_count; i++) {
        uint32_t task = path->number[activity->dependencies[i].task];
        uint32_t input = path->number[activity->dependencies[i].input];
        if (task != PATH_NONE && input != PATH_NONE)
            path->edges[path->edge_count++] = (struct path_edge){task, input};
    }
}

/* When nothing ran is in the table `trace`. */
static struct path_run run_of(const void *context, uint32_t task)
{
    const struct trace_path *path = context;
    (void)task;
    return (struct path_run){path->last - path->first, NUMBER_MISSING, NULL};
}

static void path_make(struct trace_path *path, const struct trace_totals *totals)
{
    const struct aligned_timeline *aligned = totals->aligned;
    size_t texts = aligned->activity->texts.count + 1;
    *path = (struct trace_path){.aligned = aligned};
    path->number = memory_resize(NULL, texts, sizeof *path->number);
    for (size_t i = 0; i < texts; i++)
        path->number[i] = PATH_NONE;
    path->latest = memory_resize(NULL, aligned->span_count + 1, sizeof *path->latest);
    path->tasks = memory_resize(NULL, aligned->span_count + 1, sizeof *path->tasks);
    path->lengths = memory_resize(NULL, aligned->span_count + 1, sizeof *path->lengths);
    add_spans(path, totals);
    add_edges(path);
}

static void path_release(struct trace_path *path)
{
    free(path->number);
    free(path->latest);
    free(path->tasks);
    free(path->lengths);
    free(path->edges);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    struct trace_path path;
    if (!totals || !totals->aligned->activity->dependency_count ||
        tables_find(tables, "critical_path_summary"))
        return;
    path_make(&path, totals);
    const struct task_path of = {path.tasks,
                                 path.lengths,
                                 path.count,
                                 path.edges,
                                 path.edge_count,
                                 totals->function_names,
                                 totals->function_count,
                                 "functions"};
    if (path.edge_count)
        critical_path_put(&of, run_of, &path, tables);
    path_release(&path);
}

const struct analysis analysis_trace_path = {"trace_path", run};
