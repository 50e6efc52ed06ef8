/* job_metrics and node_metrics. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/table_names.h"
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

static void put_counts(struct table *table, size_t count, size_t missing)
{
    table_put_number(table, (double)count);
    table_put_number(table, (double)missing);
}

static void put_statistics(struct table *table, const struct summary *summary)
{
    table_put_number(table, summary->mean);
    table_put_number(table, summary->min);
    table_put_number(table, summary->p05);
    table_put_number(table, summary->p25);
    table_put_number(table, summary->p50);
    table_put_number(table, summary->p75);
    table_put_number(table, summary->p95);
    table_put_number(table, summary->max);
}

/* A row per signal, in their order: what signal_table promises. */
static void put_nodes(const struct metrics_work *work, const struct table_names *names,
                      struct table *table)
{
    table_reserve(table, work->signals->count);
    for (size_t i = 0; i < work->signals->count; i++) {
        const struct signal *signal = &work->signals->items[i];
        table_put_static(table, names->nodes[signal->node]);
        table_put_static(table, names->metrics[signal->metric]);
        table_put_static(table, names->units[signal->metric]);
        put_counts(table, work->nodes[i].count, work->nodes[i].missing);
        put_statistics(table, &work->nodes[i]);
        table_put_number(table, signal->total);
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
    table_put_static(table, names->metrics[i]);
    table_put_text(table, metric->label);
    table_put_static(table, names->units[i]);
    table_put_static(table, combine_word(work->signals, metric));
    table_put_number(table, (double)pool.nodes);
    put_counts(table, pool.samples, pool.missing);
    put_statistics(table, &work->jobs[i]);
    table_put_number(table, pool.nodes ? pool.means / (double)pool.nodes : NUMBER_MISSING);
    table_put_number(table, pool.max);
    table_put_number(table, pool.total);
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
