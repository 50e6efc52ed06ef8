/* Nodes of different hardware, as their numbers of cores show: that they do different amounts of
 * work is no trouble while each keeps as large a part of its cores busy. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/statistics/statistic.h"
#include "util/number.h"

static const double SAME_CORES = 0.05, SAME_SHARE = 0.1; /* relative differences */
static const double SAME_WORK = 0.1;                     /* standard deviation ÷ mean */

/* The nodes that have the load. */
struct equipment {
    size_t count;
    const char **names;
    double *cores, *shares; /* the part of the cores that is busy on average */
    double median_cores, median_share;
    bool is_mixed; /* all cores are known, and they differ */
};

static double mean_of_node(const struct findings *findings, const char *node, const char *metric)
{
    const struct table *table = tables_find(findings->tables, "node_metrics");
    size_t row = table ? table_find_row(table, 0, "node", node, "metric", metric) : 0;
    return table && row < table->rows ? table_numbers(table, "mean")[row] : NUMBER_MISSING;
}

static double median_of(const struct findings *findings, const double *values, size_t count)
{
    double *copy = arena_alloc_array(findings->arena, count, sizeof *copy);
    if (count)
        memcpy(copy, values, count * sizeof *copy);
    return statistic_median(copy, count);
}

static bool has_same_cores(double one, double other)
{
    return fabs(one - other) <= SAME_CORES * other;
}

static struct equipment find_equipment(const struct findings *findings)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = node_load_of(signals);
    struct equipment its = {0};
    if (!load)
        return its;
    const struct signal_metric *metric = node_load_metric(signals, load);
    const struct capacity *capacities = capacities_find(findings->request, findings->arena);
    its.names = arena_alloc_array(findings->arena, metric->count, sizeof *its.names);
    its.cores = arena_alloc_array(findings->arena, metric->count, sizeof *its.cores);
    its.shares = arena_alloc_array(findings->arena, metric->count, sizeof *its.shares);
    for (size_t i = 0; i < metric->count; i++) {
        uint32_t node = signals->items[metric->first + i].node;
        double cores = capacities[node].cores;
        double mean = mean_of_node(findings, signals->nodes[node].name, load->metric);
        if (isnan(cores) || isnan(mean))
            return (struct equipment){0};
        its.names[i] = signals->nodes[node].name;
        its.cores[i] = cores;
        its.shares[i] = node_load_share(load, mean, cores);
        its.is_mixed |= !has_same_cores(cores, its.cores[0]);
        its.count++;
    }
    its.median_cores = median_of(findings, its.cores, its.count);
    its.median_share = median_of(findings, its.shares, its.count);
    return its;
}

static bool is_as_busy(const struct equipment *its, size_t i)
{
    return fabs(its->shares[i] - its->median_share) <= SAME_SHARE * its->median_share;
}

bool finding_hardware_explains_node(const struct findings *findings, const char *node)
{
    struct equipment its = find_equipment(findings);
    for (size_t i = 0; its.is_mixed && i < its.count; i++)
        if (strcmp(its.names[i], node) == 0)
            return !has_same_cores(its.cores[i], its.median_cores) && is_as_busy(&its, i);
    return false;
}

/* The mean of the metric over the nodes with as many cores as one. */
static double mean_of_alike(const struct equipment *its, const double *means, size_t one)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < its->count; i++) {
        if (isnan(means[i]) || !has_same_cores(its->cores[i], its->cores[one]))
            continue;
        sum += means[i];
        count++;
    }
    return sum / (double)count;
}

bool finding_hardware_explains_spread(const struct findings *findings, const char *metric)
{
    struct equipment its = find_equipment(findings);
    double *means = arena_alloc_array(findings->arena, its.count, sizeof *means);
    double sum = 0, squares = 0;
    size_t count = 0;
    if (!its.is_mixed)
        return false;
    for (size_t i = 0; i < its.count; i++)
        means[i] = mean_of_node(findings, its.names[i], metric);
    for (size_t i = 0; i < its.count; i++) {
        if (!is_as_busy(&its, i))
            return false;
        if (isnan(means[i]))
            continue;
        double away = means[i] - mean_of_alike(&its, means, i);
        sum += means[i];
        squares += away * away;
        count++;
    }
    return count > 1 && sqrt(squares / (double)(count - 1)) <= SAME_WORK * sum / (double)count;
}
