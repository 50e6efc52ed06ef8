/* published_statistics: what the source says of its own samples, beside what we find. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/signal_statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/number.h"

static const double SLACK = 1e-9; /* relative: sums of other order */

/* Statistics over all nodes; an average may be of the samples or of the nodes' means. */
struct computed {
    double min, max, mean_of_samples, mean_of_nodes;
};

/* Min, avg and max that the source gives for one metric and node. */
struct group {
    const char *metric, *node; /* node NULL: all */
    double min, avg, max;
    struct computed computed;
};

struct answer {
    double value;
    const char *basis; /* what an average is of */
};

/* ---- groups ---- */

static int compare_texts(const char *left, const char *right)
{
    if (!left || !right)
        return (left != NULL) - (right != NULL);
    return strcmp(left, right);
}

static int compare_groups(const void *left, const void *right)
{
    const struct group *l = left, *r = right;
    int order = strcmp(l->metric, r->metric);
    return order ? order : compare_texts(l->node, r->node);
}

static void add_to_group(struct group *group, const char *statistic, double value)
{
    if (strcmp(statistic, "min") == 0)
        group->min = value;
    else if (strcmp(statistic, "max") == 0)
        group->max = value;
    else if (strcmp(statistic, "avg") == 0)
        group->avg = value;
}

static struct group group_of(const struct published_statistic *published)
{
    return (struct group){.metric = published->metric,
                          .node = published->node,
                          .min = NUMBER_MISSING,
                          .avg = NUMBER_MISSING,
                          .max = NUMBER_MISSING};
}

/* Sorted, one for each metric and node. */
static struct group *make_groups(const struct dataset *dataset, size_t *count)
{
    struct group *groups = memory_alloc_array(dataset->published_count, sizeof *groups);
    for (size_t i = 0; i < dataset->published_count; i++)
        groups[i] = group_of(&dataset->published[i]);
    qsort(groups, dataset->published_count, sizeof *groups, compare_groups);
    *count = 0;
    for (size_t i = 0; i < dataset->published_count; i++)
        if (*count == 0 || compare_groups(&groups[*count - 1], &groups[i]) != 0)
            groups[(*count)++] = groups[i];
    for (size_t i = 0; i < dataset->published_count; i++) {
        const struct published_statistic *published = &dataset->published[i];
        struct group wanted = group_of(published);
        add_to_group(bsearch(&wanted, groups, *count, sizeof wanted, compare_groups),
                     published->statistic, published->value);
    }
    return groups;
}

static bool contradicts_itself(const struct group *group)
{
    return group->avg > group->max || group->min > group->avg || group->min > group->max;
}

/* ---- ours ---- */

static void add_row(const struct table *table, size_t row, struct computed *computed, double *sum,
                    double *samples, double *nodes)
{
    double count = table_numbers(table, "samples")[row], mean = table_numbers(table, "mean")[row];
    if (!(count > 0))
        return;
    computed->min = fmin(computed->min, table_numbers(table, "min")[row]);
    computed->max = fmax(computed->max, table_numbers(table, "max")[row]);
    *samples += count;
    *nodes += 1;
    computed->mean_of_samples += mean * count;
    *sum += mean;
}

/* Where a metric's signals are, by number of the node. */
struct lookup {
    const struct signals *signals;
    const struct table *node_metrics; /* of these signals: signal_statistic.h */
    struct name_index nodes;
    const char *metric;   /* that `rows` is of */
    size_t first, behind; /* its signals */
    size_t *rows;         /* a node each; SIZE_MAX: the node has no such signal */
};

static void lookup_init(struct lookup *lookup, const struct signals *signals,
                        const struct tables *tables)
{
    *lookup = (struct lookup){.signals = signals,
                              .node_metrics = signal_table(tables, signals),
                              .rows = memory_alloc_array(signals->node_count, sizeof(size_t))};
    name_index_init(&lookup->nodes);
    for (size_t i = 0; i < signals->node_count; i++) {
        name_index_add(&lookup->nodes, signals->nodes[i].name);
        lookup->rows[i] = SIZE_MAX;
    }
}

static void lookup_release(struct lookup *lookup)
{
    name_index_release(&lookup->nodes);
    free(lookup->rows);
}

/* Touches the nodes that have the metric, and no others: a source may publish statistics of
 * thousands of metrics for thousands of nodes, and have samples of a few. */
static void look_at_metric(struct lookup *lookup, const char *name)
{
    const struct signals *signals = lookup->signals;
    size_t number = signals_find(signals, name);
    for (size_t i = lookup->first; i < lookup->behind; i++)
        lookup->rows[signals->items[i].node] = SIZE_MAX;
    lookup->metric = name;
    lookup->first = number == SIZE_MAX ? 0 : signals->metrics[number].first;
    lookup->behind = number == SIZE_MAX ? 0 : lookup->first + signals->metrics[number].count;
    for (size_t i = lookup->first; i < lookup->behind; i++)
        lookup->rows[signals->items[i].node] = i;
}

/* Groups come sorted by metric. */
static void compute(struct lookup *lookup, struct group *group)
{
    struct computed computed = {NUMBER_MISSING, NUMBER_MISSING, 0, 0};
    double sum = 0, samples = 0, nodes = 0;
    if (!lookup->metric || strcmp(lookup->metric, group->metric) != 0)
        look_at_metric(lookup, group->metric);
    size_t first = lookup->first, behind = lookup->behind;
    if (group->node) {
        uint32_t node = name_index_find(&lookup->nodes, group->node);
        first = node == NAME_INDEX_NONE ? SIZE_MAX : lookup->rows[node];
        behind = first == SIZE_MAX ? first : first + 1;
    }
    for (size_t i = first; i < behind; i++)
        if (lookup->rows[lookup->signals->items[i].node] == i)
            add_row(lookup->node_metrics, i, &computed, &sum, &samples, &nodes);
    computed.mean_of_samples = samples > 0 ? computed.mean_of_samples / samples : NUMBER_MISSING;
    computed.mean_of_nodes = nodes > 0 ? sum / nodes : NUMBER_MISSING;
    group->computed = computed;
}

static void compute_groups(const struct analysis_request *request, const struct tables *tables,
                           struct group *groups, size_t count)
{
    struct lookup lookup;
    lookup_init(&lookup, request->signals, tables);
    for (size_t i = 0; i < count; i++)
        compute(&lookup, &groups[i]);
    lookup_release(&lookup);
}

static bool agrees(const struct published_statistic *published, double value)
{
    double step = published->step > 0 ? published->step : 0;
    return fabs(published->value - value) <= step / 2 + SLACK * fabs(value);
}

static struct answer answer_to(const struct published_statistic *published,
                               const struct computed *computed)
{
    if (strcmp(published->statistic, "min") == 0)
        return (struct answer){computed->min, "samples"};
    if (strcmp(published->statistic, "max") == 0)
        return (struct answer){computed->max, "samples"};
    if (strcmp(published->statistic, "avg") != 0)
        return (struct answer){NUMBER_MISSING, NULL};
    bool of_nodes = !published->node && !agrees(published, computed->mean_of_samples) &&
                    agrees(published, computed->mean_of_nodes);
    return of_nodes ? (struct answer){computed->mean_of_nodes, "means of nodes"}
                    : (struct answer){computed->mean_of_samples, "samples"};
}

/* ---- rows ---- */

static const char *verdict_of(const struct published_statistic *published, double value,
                              const struct group *group)
{
    if (!isnan(value) && agrees(published, value))
        return "agrees";
    if (contradicts_itself(group))
        return "contradicts itself";
    return isnan(value) ? "no samples" : "differs";
}

static void put_row(struct table *table, const struct published_statistic *published,
                    struct answer answer, const char *verdict)
{
    struct published_statistics_row row = published_statistics_row_missing();
    row.metric = published->metric;
    row.node = published->node ? published->node : "*";
    row.statistic = published->statistic;
    row.basis = answer.basis;
    row.published = published->value;
    row.computed = answer.value;
    row.difference = published->value - answer.value;
    row.verdict = verdict;
    published_statistics_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    if (!dataset->published_count)
        return;
    size_t count;
    struct group *groups = make_groups(dataset, &count);
    compute_groups(request, tables, groups, count);
    struct table *table = tables_get(tables, "published_statistics");
    table_reserve(table, dataset->published_count);
    for (size_t i = 0; i < dataset->published_count; i++) {
        const struct published_statistic *published = &dataset->published[i];
        struct group wanted = group_of(published);
        const struct group *group = bsearch(&wanted, groups, count, sizeof wanted, compare_groups);
        struct answer answer = answer_to(published, &group->computed);
        put_row(table, published, answer, verdict_of(published, answer.value, group));
    }
    free(groups);
}

const struct analysis analysis_published = {"published", run};
