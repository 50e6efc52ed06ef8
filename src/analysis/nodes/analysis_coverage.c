/* nodes: from when to when each node was sampled, and how much of it is there. metric_coverage: how
 * much of each metric is.
 *
 * Samples are due from the node's own first one to its own last one, at its own interval, which may
 * change (sampling_gaps.h): nodes may start at different moments and be sampled at different rates.
 * None are due while no job held it.
 * How long after the begin of the job, or after a job first held it, a node's samples begin, and
 * how long before the end they end, are numbers of their own. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_time.h"
#include "analysis/nodes/sampling_gaps.h"
#include "analysis/table_names.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

struct coverage {
    size_t samples, resets;
    double due;
    bool has_node_scope, has_gpu_scope;
    bool is_part; /* a socket or core of a node: not a node to be reported */
};

/* One behind each whole gap, as many as fit into others. */
static double due_behind_gaps(const struct node *node, const struct signal *signal)
{
    double due = 1;
    for (size_t i = 0; i + 1 < signal->count; i++) {
        bool is_whole = sampling_gap_is_whole(signal->times, signal->count, signal->interval_s, i);
        double gap_s =
            is_whole ? 0 : node_time_within(node, signal->times[i], signal->times[i + 1]);
        due += fmax(floor(gap_s / signal->interval_s + 0.5), 1);
    }
    return due;
}

/* As many as fit between the first and the last one, but none where no gap has room for it, and
 * never fewer than the source wrote. */
static double samples_due(const struct signals *signals, const struct signal *signal)
{
    if (signal->count < 2 || !(signal->interval_s > 0))
        return (double)signal->count;
    const struct node *node = &signals->nodes[signal->node];
    double span = node_time_within(node, signal->times[0], signal->times[signal->count - 1]);
    double due = floor(span / signal->interval_s + 0.5) + 1;
    if (due > (double)signal->count)
        due = fmin(due, due_behind_gaps(node, signal));
    return fmax(due, (double)signal->count);
}

static bool is_of_node(const struct signal_metric *metric)
{
    return strcmp(metric->scope, "node") == 0;
}

static bool is_of_gpu(const struct signal_metric *metric)
{
    return strcmp(metric->scope, "gpu") == 0;
}

static void add_signal(struct coverage *coverage, const struct signals *signals,
                       const struct signal_metric *metric, const struct signal *signal)
{
    coverage->resets += signal->resets;
    /* What else is sampled on a node says nothing about it, unless it is all there is. */
    if (coverage->has_node_scope && !is_of_node(metric))
        return;
    coverage->samples += signal->count - signal->missing;
    coverage->due += samples_due(signals, signal);
}

static struct coverage *find_coverage(const struct analysis_request *request)
{
    const struct signals *signals = request->signals;
    struct coverage *nodes = memory_alloc_array(signals->node_count, sizeof *nodes);
    for (size_t i = 0; i < signals->count; i++) {
        const struct signal_metric *metric = &signals->metrics[signals->items[i].metric];
        struct coverage *node = &nodes[signals->items[i].node];
        node->has_node_scope |= is_of_node(metric);
        node->has_gpu_scope |= is_of_gpu(metric);
        node->is_part |= !is_of_node(metric) && !is_of_gpu(metric);
    }
    for (size_t i = 0; i < signals->count; i++)
        add_signal(&nodes[signals->items[i].node], signals,
                   &signals->metrics[signals->items[i].metric], &signals->items[i]);
    return nodes;
}

/* A node without samples has none of those that were due; where there are no samples of any node
 * the inputs are not about samples, and nothing was due. */
static double ratio_of(const struct coverage *coverage, const struct signals *signals)
{
    if (coverage->due > 0)
        return (double)coverage->samples / coverage->due;
    return signals->count ? 0 : NUMBER_MISSING;
}

/* Of the samples due: those that were not taken, and those that hold no value. How many were due is
 * unknown of a node without samples. */
static double missing_of(const struct coverage *coverage)
{
    return coverage->due > 0 ? coverage->due - (double)coverage->samples : NUMBER_MISSING;
}

/* A listed node without samples is a node. */
static const char *scope_of(const struct coverage *coverage)
{
    return coverage->has_gpu_scope && !coverage->has_node_scope ? "gpu" : "node";
}

/* Samplers may run longer than the job. */
static double not_negative(double seconds)
{
    return seconds < 0 ? 0 : seconds;
}

static void put_nodes(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct coverage *nodes = find_coverage(request);
    struct job_time time = job_time_of(request);
    const struct capacity *capacities = capacities_of(request);
    for (size_t i = 0; i < signals->node_count; i++) {
        uint32_t node = signals->node_order[i];
        const struct node_samples *samples = &signals->node_samples[node];
        const struct node *held = &signals->nodes[node];
        if (nodes[node].is_part && !nodes[node].has_node_scope)
            continue;
        struct table *table = tables_get(tables, "nodes");
        struct nodes_row row = nodes_row_missing();
        row.node = signals->nodes[node].name;
        row.first = samples->first;
        row.last = samples->last;
        row.samples = (double)nodes[node].samples;
        row.missing = missing_of(&nodes[node]);
        row.repeated = (double)samples->repeated;
        row.reset = (double)nodes[node].resets;
        row.coverage = ratio_of(&nodes[node], signals);
        row.starts_after_s =
            samples->is_apart
                ? NUMBER_MISSING
                : not_negative(samples->first - fmax(time.start, node_time_first(held)));
        row.ends_before_s =
            samples->is_apart ? NUMBER_MISSING
                              : not_negative(fmin(time.end, node_time_last(held)) - samples->last);
        row.set_aside = (double)samples->set_aside;
        row.cores = capacities[node].cores;
        row.cores_estimated = isnan(capacities[node].cores)
                                  ? NUMBER_MISSING
                                  : (double)capacities[node].cores_are_estimated;
        row.physical_cores = capacities[node].physical_cores;
        row.scope = scope_of(&nodes[node]);
        nodes_row_put(table, &row);
    }
    free(nodes);
}

/* ---- metrics ---- */

static struct coverage coverage_of(const struct signals *signals,
                                   const struct signal_metric *metric)
{
    struct coverage coverage = {0};
    for (size_t i = metric->first; i < metric->first + metric->count; i++)
        add_signal(&coverage, signals, metric, &signals->items[i]);
    return coverage;
}

static void put_metrics(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct table_names names;
    table_names_make(&names, signals, tables);
    for (size_t i = 0; i < signals->metric_count; i++) {
        struct table *table = tables_get(tables, "metric_coverage");
        struct coverage coverage = coverage_of(signals, &signals->metrics[i]);
        struct metric_coverage_row row = metric_coverage_row_missing();
        row.metric = names.metrics[i];
        row.samples = (double)coverage.samples;
        row.missing = missing_of(&coverage);
        row.due = coverage.due;
        row.coverage = ratio_of(&coverage, signals);
        metric_coverage_row_put_static(table, &row);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    put_nodes(request, tables);
    put_metrics(request, tables);
}

const struct analysis analysis_coverage = {"coverage", run};
