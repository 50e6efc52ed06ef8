/* node_speed: how long tasks take on each node, beside all tasks of their kinds. Those of a kind in
 * two steps are of two: their work differs.
 *
 * Each task that succeeded counts with its elapsed time ÷ the median of its kind, so that a node is
 * not slow for the kinds that it got. The median of these is a node's ratio. Of their logarithms it
 * says how many standard errors of a median of so many the node's median lies from that of all:
 * normal tasks given, the deviation (1.4826 × MAD of all) × √(π ÷ 2) ÷ √n.
 *
 * Kinds differ in their spread, and run times are seldom normal: whether a node is slow is decided
 * by how many of its tasks took 1.5 times the median of their kind, where so many of the same kinds
 * did on the other nodes. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/median_interval.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/node_odds.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double LEAST_DEVIATION = 0.02;        /* of logarithms: tasks that are all alike */
static const double OF_A_MEDIAN = 1.2533141373155; /* √(π ÷ 2) */
static const double SLOW = 1.5;                    /* times the median of its kind */

struct speeds {
    const struct task_groups *groups;
    double *medians; /* of each group's elapsed time */
    double *ratios;  /* of each task, node by node */
    size_t *first;   /* a node's are [first[n], first[n + 1]); by the number of its text */
    size_t *filled;  /* of a node */
    size_t texts;
    struct node_counts slow;
};

static double *group_medians(const struct task_groups *groups)
{
    double *medians = memory_alloc_array(groups->group_count, sizeof *medians);
    for (size_t g = 0; g < groups->group_count; g++) {
        struct task_places places = task_places_of_group(groups, g);
        double *scratch = memory_alloc_array(places.count, sizeof *scratch), middle = 0.5;
        statistic_quantiles_of(groups->elapsed + places.first, places.count, scratch, &middle, 1,
                               &medians[g]);
        free(scratch);
    }
    return medians;
}

/* Of a task to its kind's median, NaN unless it succeeded on a known node. */
static double ratio_of(const struct speeds *speeds, const double *elapsed, const uint32_t *nodes,
                       size_t row, size_t record)
{
    const struct task_groups *groups = speeds->groups;
    if (!nodes[row] || task_outcome_at(groups, record) != OUTCOME_SUCCEEDED)
        return NUMBER_MISSING;
    double median = speeds->medians[groups->group_of[record]];
    return elapsed[row] > 0 && median > 0 ? elapsed[row] / median : NUMBER_MISSING;
}

/* Counts the tasks of nodes (`ratios` NULL), or puts them into their places. */
static void walk(struct speeds *speeds)
{
    const struct records *records = speeds->groups->records;
    size_t record = 0;
    for (size_t b = 0; b < records->block_count; b++) {
        const struct records_block *block = &records->blocks[b];
        const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
        const uint32_t *nodes = records_texts(block, RECORD_NODE_COLUMN);
        for (size_t row = 0; elapsed && nodes && row < block->rows; row++) {
            double its = ratio_of(speeds, elapsed, nodes, row, record + row);
            if (isnan(its))
                continue;
            if (speeds->ratios)
                speeds->ratios[speeds->first[nodes[row]] + speeds->filled[nodes[row]]] = its;
            else
                node_counts_add(&speeds->slow, speeds->groups->group_of[record + row], &nodes[row],
                                1, its >= SLOW);
            speeds->filled[nodes[row]]++;
        }
        record += block->rows;
    }
}

static void speeds_make(struct speeds *speeds, const struct task_groups *groups)
{
    size_t texts = groups->records->texts.count;
    *speeds = (struct speeds){.groups = groups,
                              .medians = group_medians(groups),
                              .first = memory_alloc_array(texts + 1, sizeof *speeds->first),
                              .filled = memory_alloc_array(texts + 1, sizeof *speeds->filled),
                              .texts = texts};
    walk(speeds);
    for (size_t i = 0; i < texts; i++) {
        speeds->first[i + 1] = speeds->first[i] + speeds->filled[i];
        speeds->filled[i] = 0;
    }
    speeds->ratios = memory_alloc_array(speeds->first[texts], sizeof *speeds->ratios);
    walk(speeds);
}

static void speeds_release(struct speeds *speeds)
{
    free(speeds->medians);
    free(speeds->ratios);
    free(speeds->first);
    free(speeds->filled);
    node_counts_release(&speeds->slow);
}

static double *logs_of(const double *numbers, size_t count)
{
    double *logs = memory_alloc_array(count, sizeof *logs);
    for (size_t i = 0; i < count; i++)
        logs[i] = log(numbers[i]);
    return logs;
}

static void put_nodes(struct tables *tables, struct speeds *speeds)
{
    size_t all = speeds->first[speeds->texts];
    double *logs = logs_of(speeds->ratios, all);
    double *scratch = memory_alloc_array(all, sizeof *scratch), half = 0.5, middle;
    statistic_quantiles_of(logs, all, scratch, &half, 1, &middle);
    double deviation = fmax(statistic_mad(logs, all, scratch, middle), LEAST_DEVIATION);
    struct node_odds *odds = node_counts_odds(&speeds->slow, speeds->texts);
    for (size_t node = 0; node < speeds->texts; node++) {
        size_t count = speeds->filled[node], first = speeds->first[node];
        if (!count)
            continue;
        double error = OF_A_MEDIAN * deviation / sqrt((double)count);
        struct median_interval ratio = median_interval_of(speeds->ratios + first, count);
        struct table *table = tables_get(tables, "node_speed");
        struct node_speed_row row = node_speed_row_missing();
        row.node = records_text(speeds->groups->records, (uint32_t)node);
        row.tasks = (double)count;
        row.ratio_to_kind = ratio.median;
        row.ratio_low = ratio.low;
        row.ratio_high = ratio.high;
        row.deviations = (statistic_median(logs + first, count) - middle) / error;
        row.slow_tasks = odds[node].hits;
        row.expected_slow_tasks = odds[node].expected;
        row.slow_chance = odds[node].chance;
        node_speed_row_put(table, &row);
    }
    free(odds);
    free(scratch);
    free(logs);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct speeds speeds;
    if (!groups || !groups->elapsed || !records_has(groups->records, RECORD_NODE_COLUMN))
        return;
    speeds_make(&speeds, groups);
    if (speeds.first[speeds.texts])
        put_nodes(tables, &speeds);
    speeds_release(&speeds);
}

const struct analysis analysis_node_speed = {"node_speed", run};
