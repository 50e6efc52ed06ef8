/* job_metrics and node_metrics. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/nodes/combined.h"
#include "analysis/nodes/signal_statistic.h"
#include "analysis/statistics/statistic.h"
#include "analysis/table_names.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

struct metrics_work {
    const struct signals *signals;
    struct summary *nodes; /* a signal each */
    struct summary *jobs;  /* a metric each: of its combined values */
};

static void summarise_node(void *context, size_t index)
{
    struct metrics_work *work = context;
    const struct signal *signal = &work->signals->items[index];
    double *scratch = memory_alloc_array(signal->count, sizeof *scratch);
    statistic_summarise(signal->values, signal->count, scratch, &work->nodes[index]);
    if (signal->slows || signal->quickens)
        work->nodes[index].mean = signal_mean_of(signal).mean;
    free(scratch);
}

static void summarise_job(void *context, size_t index)
{
    struct metrics_work *work = context;
    const struct combined *combined = combined_of(work->signals, index);
    double *scratch = memory_alloc_array(combined->slots, sizeof *scratch);
    statistic_summarise(combined->values, combined->slots, scratch, &work->jobs[index]);
    free(scratch);
}

/* ---- rows ---- */

/* Columns that the tables of nodes and of all of them have alike. */
#define SET_STATISTICS(row, summary)                                                               \
    ((row)->mean = (summary)->mean, (row)->min = (summary)->min, (row)->p05 = (summary)->p05,      \
     (row)->p25 = (summary)->p25, (row)->p50 = (summary)->p50, (row)->p75 = (summary)->p75,        \
     (row)->p95 = (summary)->p95, (row)->max = (summary)->max)

/* A row per signal, in their order: what signal_table promises. */
static void put_nodes(const struct metrics_work *work, const struct table_names *names,
                      struct table *table)
{
    table_reserve(table, work->signals->count);
    for (size_t i = 0; i < work->signals->count; i++) {
        const struct signal *signal = &work->signals->items[i];
        struct node_metrics_row row = node_metrics_row_missing();
        row.node = names->nodes[signal->node];
        row.metric = names->metrics[signal->metric];
        row.unit = names->units[signal->metric];
        row.samples = (double)work->nodes[i].count;
        row.missing = (double)work->nodes[i].missing;
        SET_STATISTICS(&row, &work->nodes[i]);
        row.total = signal->total;
        node_metrics_row_put_static(table, &row);
    }
}

/* What the nodes of a metric have together. */
struct pool {
    size_t samples, missing, nodes;
    double means, max, total;
};

static struct pool pool_nodes(const struct metrics_work *work, const struct signal_metric *metric)
{
    struct pool pool = {.max = NUMBER_MISSING, .total = NUMBER_MISSING};
    for (size_t i = metric->first; i < metric->first + metric->count; i++) {
        const struct summary *summary = &work->nodes[i];
        double total = work->signals->items[i].total;
        pool.samples += summary->count;
        pool.missing += summary->missing;
        pool.nodes += summary->count > 0;
        pool.means += summary->count ? summary->mean : 0;
        pool.max = fmax(pool.max, summary->max);
        if (!isnan(total))
            pool.total = isnan(pool.total) ? total : pool.total + total;
    }
    return pool;
}

static const char *combine_word(const struct signals *signals, const struct signal_metric *metric)
{
    if (metric->count && signals->items[metric->first].weights)
        return "ratio";
    return metric->combine == COMBINE_TOTAL ? "total" : "mean";
}

static void put_job(const struct metrics_work *work, size_t i, const struct table_names *names,
                    struct table *table)
{
    const struct signal_metric *metric = &work->signals->metrics[i];
    struct pool pool = pool_nodes(work, metric);
    struct job_metrics_row row = job_metrics_row_missing();
    row.metric = names->metrics[i];
    row.label = metric->label;
    row.unit = names->units[i];
    row.combine = combine_word(work->signals, metric);
    row.nodes = (double)pool.nodes;
    row.samples = (double)pool.samples;
    row.missing = (double)pool.missing;
    SET_STATISTICS(&row, &work->jobs[i]);
    row.mean_per_node = pool.nodes ? pool.means / (double)pool.nodes : NUMBER_MISSING;
    row.max_per_node = pool.max;
    row.total = pool.total;
    job_metrics_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    struct table_names names;
    struct metrics_work work = {
        .signals = signals,
        .nodes = memory_alloc_array(signals->count, sizeof *work.nodes),
        .jobs = memory_alloc_array(signals->metric_count, sizeof *work.jobs),
    };
    parallel_threads(request->jobs, signals->count, summarise_node, &work);
    parallel_threads(request->jobs, signals->metric_count, summarise_job, &work);
    table_names_make(&names, signals, tables);
    put_nodes(&work, &names, tables_get(tables, "node_metrics"));
    for (size_t i = 0; i < signals->metric_count; i++)
        put_job(&work, i, &names, tables_get(tables, "job_metrics"));
    free(work.nodes);
    free(work.jobs);
}

const struct analysis analysis_metrics = {"metrics", run};
