/* balance and outlier_nodes: how alike the nodes are, and which are not. Nodes are compared
 * over common times: one with samples for a part of the run, with the others' samples of that part.
 * GPUs that were not used are not compared with those that were. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/common_times.h"
#include "analysis/nodes/excursion.h"
#include "analysis/nodes/gpu.h"
#include "analysis/nodes/signal_statistic.h"
#include "analysis/statistics/statistic.h"
#include "analysis/table_names.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

enum { LEAST_NODES = 4, MOST_OUTLIERS = 5, COLUMNS = 300 };

static const double THRESHOLD = 5;              /* robust z-score, of many nodes */
static const double LARGE_RATIO = 0.2;          /* away from the median: matters, chance or not */
static const double LEAST_RATIO = 0.05;         /* away from the median */
static const double LEAST_MAD = 0.01;           /* of the median: below it nodes are the same */
static const double LEAST_MAD_OF_HIGHEST = 0.1; /* where the median is 0 */

struct outlier {
    size_t place; /* among the metric's signals */
    double mean, median, distance;
    double common_share; /* of the times of which most nodes have samples: those compared */
    struct excursion excursion;
};

/* The means of a metric's nodes and how they spread. */
struct spread {
    const struct signal_metric *metric;
    double *means;             /* a node each; NaN: not measured, or not of the same times */
    struct common_time *times; /* a node each; NULL: all are of the same times */
    bool *is_left_out;         /* a node each */
    struct summary summary;
    double mad;
    size_t lowest, highest; /* places */
    size_t unused;          /* GPUs that are left out */
    struct outlier outliers[MOST_OUTLIERS];
    size_t outlier_count; /* of those kept */
    size_t outlier_total;
};

struct balance_work {
    const struct signals *signals;
    const double *means; /* a signal each */
    const bool *unused;  /* a node of the dataset each: GPUs that are left out */
    struct spread *spreads;
};

static void find_lowest_and_highest(struct spread *spread)
{
    bool any = false;
    for (size_t i = 0; i < spread->metric->count; i++) {
        if (isnan(spread->means[i]))
            continue;
        if (!any || spread->means[i] < spread->means[spread->lowest])
            spread->lowest = i;
        if (!any || spread->means[i] > spread->means[spread->highest])
            spread->highest = i;
        any = true;
    }
}

static void find_spread(struct spread *spread)
{
    size_t count = spread->metric->count;
    double *scratch = memory_alloc_array(count, sizeof *scratch);
    statistic_summarise(spread->means, count, scratch, &spread->summary);
    spread->mad = statistic_mad(spread->means, count, scratch, spread->summary.p50);
    find_lowest_and_highest(spread);
    free(scratch);
}

/* The distance by which one is measured: not so small that noise stands out. */
static double measure_of(double median, double mad, double low, double high)
{
    double highest = fmax(fabs(low), fabs(high));
    double least = fabs(median) > 0 ? LEAST_MAD * fabs(median) : LEAST_MAD_OF_HIGHEST * highest;
    return fmax(mad, least);
}

static void keep_farthest(struct spread *spread, struct outlier node)
{
    size_t place = spread->outlier_count;
    while (place > 0 && node.distance > spread->outliers[place - 1].distance)
        place--;
    if (place == MOST_OUTLIERS)
        return;
    if (spread->outlier_count < MOST_OUTLIERS)
        spread->outlier_count++;
    for (size_t i = spread->outlier_count - 1; i > place; i--)
        spread->outliers[i] = spread->outliers[i - 1];
    spread->outliers[place] = node;
}

/* What a node is compared with: the nodes at its own times. */
static struct common_time compared_with(const struct spread *spread, size_t place)
{
    const struct summary *summary = &spread->summary;
    if (spread->times && spread->times[place].is_partial)
        return spread->times[place];
    return (struct common_time){
        .share = 1,
        .mean = spread->means[place],
        .nodes = summary->count,
        .low = summary->min,
        .high = summary->max,
        .median = summary->p50,
        .mad = spread->mad,
    };
}

/* The robust z-score that the farthest of so many normal values exceeds in 1 of 100 cases: of few
 * values, the deviation in the middle says little of the others. Found by simulation: 15.8 for 4,
 * 10.0 for 6, 7.9 for 8, 6.9 for 10, 5.6 for 16, 5.0 for 24. */
static double chance_threshold(size_t nodes)
{
    double even = (double)(nodes - nodes % 2);
    return THRESHOLD + 176 / (even * even);
}

static bool is_outlier(const struct common_time *with, double measure)
{
    double away = fabs(with->mean - with->median), median = fabs(with->median);
    return measure > 0 && away >= THRESHOLD * measure && away >= LEAST_RATIO * median &&
           (away >= LARGE_RATIO * median || away >= chance_threshold(with->nodes) * with->mad);
}

static void find_outliers(struct spread *spread)
{
    for (size_t i = 0; i < spread->metric->count; i++) {
        struct common_time with = compared_with(spread, i);
        double measure = measure_of(with.median, with.mad, with.low, with.high);
        if (spread->is_left_out[i] || with.nodes < LEAST_NODES || !is_outlier(&with, measure))
            continue;
        spread->outlier_total++;
        keep_farthest(spread, (struct outlier){.place = i,
                                               .mean = with.mean,
                                               .median = with.median,
                                               .distance = fabs(with.mean - with.median) / measure,
                                               .common_share = with.share});
    }
}

static void find_excursions(const struct signals *signals, size_t metric, struct spread *spread)
{
    struct bins bins;
    if (!spread->outlier_count)
        return;
    bins_make(&bins, signals, metric, COLUMNS);
    for (size_t i = 0; i < bins.nodes; i++)
        if (spread->is_left_out[i])
            memset(&bins.counts[i * bins.columns], 0, bins.columns * sizeof *bins.counts);
    for (size_t i = 0; i < spread->outlier_count; i++) {
        struct outlier *node = &spread->outliers[i];
        excursion_find(&bins, node->place, node->mean > node->median, &node->excursion);
    }
    bins_release(&bins);
}

/* Their means, but for those that are of other times than most, and those left out. */
static void take_means(const struct balance_work *work, struct spread *spread)
{
    const struct signal_metric *metric = spread->metric;
    spread->means = memory_alloc_array(metric->count + 1, sizeof *spread->means);
    spread->is_left_out = memory_alloc_array(metric->count + 1, sizeof *spread->is_left_out);
    for (size_t i = 0; i < metric->count; i++) {
        bool is_far = spread->times && spread->times[i].is_far;
        spread->is_left_out[i] = work->unused[work->signals->items[metric->first + i].node];
        spread->unused += spread->is_left_out[i] ? 1 : 0;
        spread->means[i] =
            is_far || spread->is_left_out[i] ? NUMBER_MISSING : work->means[metric->first + i];
    }
}

static void study_metric(void *context, size_t index)
{
    struct balance_work *work = context;
    struct spread *spread = &work->spreads[index];
    spread->metric = &work->signals->metrics[index];
    spread->times = common_times_find(work->signals, index);
    take_means(work, spread);
    find_spread(spread);
    find_outliers(spread);
    find_excursions(work->signals, index, spread);
}

/* ---- rows ---- */

static const char *node_name(const struct signals *signals, const struct table_names *names,
                             const struct spread *spread, size_t place)
{
    return names->nodes[signals->items[spread->metric->first + place].node];
}

static void put_spread(const struct signals *signals, const struct table_names *names,
                       size_t number, const struct spread *spread, struct table *table)
{
    const struct summary *summary = &spread->summary;
    double mean = summary->mean;
    struct balance_row row = balance_row_missing();
    row.metric = names->metrics[number];
    row.nodes = (double)summary->count;
    row.mean_of_means = mean;
    row.std = summary->deviation;
    row.cv = mean != 0 ? summary->deviation / fabs(mean) : NUMBER_MISSING;
    row.median = summary->p50;
    row.mad = spread->mad;
    row.lowest = node_name(signals, names, spread, spread->lowest);
    row.lowest_mean = summary->min;
    row.highest = node_name(signals, names, spread, spread->highest);
    row.highest_mean = summary->max;
    row.outliers = (double)spread->outlier_total;
    row.unused = (double)spread->unused;
    balance_row_put_static(table, &row);
}

static void put_outlier(const struct table_names *names, size_t number, const char *node,
                        const struct outlier *outlier, struct table *table)
{
    const struct excursion *excursion = &outlier->excursion;
    double median = outlier->median;
    struct outlier_nodes_row row = outlier_nodes_row_missing();
    row.metric = names->metrics[number];
    row.unit = names->units[number];
    row.node = node;
    row.mean = outlier->mean;
    row.median_of_nodes = median;
    row.ratio = median != 0 ? outlier->mean / median : NUMBER_MISSING;
    row.robust_z = outlier->distance;
    row.from = excursion->to_the_end ? excursion->from : NUMBER_MISSING;
    row.share_of_time = excursion->share_of_time;
    row.away_from = excursion->from;
    row.away_until = excursion->until;
    row.common_share = outlier->common_share;
    outlier_nodes_row_put_static(table, &row);
}

static void put_metric(const struct signals *signals, const struct table_names *names,
                       size_t number, const struct spread *spread, struct tables *tables)
{
    if (spread->summary.count >= 2)
        put_spread(signals, names, number, spread, tables_get(tables, "balance"));
    for (size_t i = 0; i < spread->outlier_count; i++) {
        const struct outlier *outlier = &spread->outliers[i];
        put_outlier(names, number, node_name(signals, names, spread, outlier->place), outlier,
                    tables_get(tables, "outlier_nodes"));
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    const struct table *node_metrics = signal_table(tables, signals);
    if (!node_metrics)
        return;
    struct table_names names;
    struct balance_work work = {
        .signals = signals,
        .means = table_numbers(node_metrics, "mean"),
        .spreads = memory_alloc_array(signals->metric_count, sizeof *work.spreads),
    };
    struct arena arena;
    arena_init(&arena);
    work.unused = gpus_find_unused(signals, work.means, &arena);
    parallel_threads(request->jobs, signals->metric_count, study_metric, &work);
    table_names_make(&names, signals, tables);
    for (size_t i = 0; i < signals->metric_count; i++)
        put_metric(signals, &names, i, &work.spreads[i], tables);
    for (size_t i = 0; i < signals->metric_count; i++) {
        free(work.spreads[i].means);
        free(work.spreads[i].times);
        free(work.spreads[i].is_left_out);
    }
    free(work.spreads);
    arena_release(&arena);
}

const struct analysis analysis_balance = {"balance", run};
