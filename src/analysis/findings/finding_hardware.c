/* Nodes of different hardware, as their numbers of cores show: that they do different amounts of
 * work is no trouble while each keeps as large a part of its cores busy. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_statistic.h"
#include "analysis/statistics/statistic.h"
#include "util/number.h"

static const double SAME_CORES = 0.05, SAME_SHARE = 0.1; /* relative differences */
static const double SAME_WORK = 0.1;                     /* standard deviation ÷ mean */

/* The nodes that have the load. */
struct equipment {
    size_t count;
    uint32_t *nodes;        /* of the dataset */
    double *cores, *shares; /* the part of the cores that is busy on average */
    double median_cores, median_share;
    double *sizes; /* the numbers of cores that nodes have, each once */
    size_t size_count;
    bool is_mixed; /* all cores are known, and they differ */
};

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

static size_t size_of(const struct equipment *its, double cores)
{
    size_t size = 0;
    while (size < its->size_count && its->sizes[size] != cores)
        size++;
    return size;
}

static void add_node(struct equipment *its, uint32_t node, double cores, double share)
{
    its->nodes[its->count] = node;
    its->cores[its->count] = cores;
    its->shares[its->count++] = share;
    its->is_mixed |= !has_same_cores(cores, its->cores[0]);
    if (size_of(its, cores) == its->size_count)
        its->sizes[its->size_count++] = cores;
}

const struct equipment *finding_find_equipment(const struct findings *findings)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = signals ? node_load_of(signals) : NULL;
    struct equipment *its = arena_alloc(findings->arena, sizeof *its);
    *its = (struct equipment){0};
    if (!load)
        return its;
    const struct signal_metric *metric = node_load_metric(signals, load);
    const struct capacity *capacities = capacities_of(findings->request);
    its->nodes = arena_alloc_array(findings->arena, metric->count, sizeof *its->nodes);
    its->cores = arena_alloc_array(findings->arena, metric->count, sizeof *its->cores);
    its->shares = arena_alloc_array(findings->arena, metric->count, sizeof *its->shares);
    its->sizes = arena_alloc_array(findings->arena, metric->count, sizeof *its->sizes);
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        double cores = capacity_cores(&capacities[signal->node]);
        double mean = signal_statistic(findings->tables, signals, signal, "mean");
        if (isnan(cores) || isnan(mean)) {
            *its = (struct equipment){0};
            return its;
        }
        add_node(its, signal->node, cores, node_load_share(load, mean, cores));
    }
    its->median_cores = median_of(findings, its->cores, its->count);
    its->median_share = median_of(findings, its->shares, its->count);
    return its;
}

static bool is_as_busy(const struct equipment *its, size_t i)
{
    return fabs(its->shares[i] - its->median_share) <= SAME_SHARE * its->median_share;
}

bool finding_hardware_explains_node(const struct findings *findings, const char *node)
{
    const struct equipment *its = findings->equipment;
    const struct node *nodes = findings->request->signals->nodes;
    for (size_t i = 0; its->is_mixed && i < its->count; i++)
        if (strcmp(nodes[its->nodes[i]].name, node) == 0)
            return !has_same_cores(its->cores[i], its->median_cores) && is_as_busy(its, i);
    return false;
}

/* The mean of the metric over the nodes with so many cores. */
static double mean_of_alike(const struct equipment *its, const double *means, double cores)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < its->count; i++) {
        if (isnan(means[i]) || !has_same_cores(its->cores[i], cores))
            continue;
        sum += means[i];
        count++;
    }
    return sum / (double)count;
}

static double *means_of_nodes(const struct findings *findings, const struct equipment *its,
                              const char *metric)
{
    const struct signals *signals = findings->request->signals;
    size_t number = signals_find(signals, metric);
    double *means = arena_alloc_array(findings->arena, its->count, sizeof *means);
    for (size_t i = 0; i < its->count; i++) {
        const struct signal *signal =
            number == (size_t)-1
                ? NULL
                : signals_of_node(signals, &signals->metrics[number], its->nodes[i], i);
        means[i] = signal_statistic(findings->tables, signals, signal, "mean");
    }
    return means;
}

bool finding_hardware_explains_spread(const struct findings *findings, const char *metric)
{
    const struct equipment *its = findings->equipment;
    if (!its->is_mixed)
        return false;
    const double *means = means_of_nodes(findings, its, metric);
    double *alike = arena_alloc_array(findings->arena, its->size_count, sizeof *alike);
    double sum = 0, squares = 0;
    size_t count = 0;
    for (size_t size = 0; size < its->size_count; size++)
        alike[size] = mean_of_alike(its, means, its->sizes[size]);
    for (size_t i = 0; i < its->count; i++) {
        if (!is_as_busy(its, i))
            return false;
        if (isnan(means[i]))
            continue;
        double away = means[i] - alike[size_of(its, its->cores[i])];
        sum += means[i];
        squares += away * away;
        count++;
    }
    return count > 1 && sqrt(squares / (double)(count - 1)) <= SAME_WORK * sum / (double)count;
}
