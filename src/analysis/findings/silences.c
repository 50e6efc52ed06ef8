#include "analysis/findings/silences.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/task_words.h"
#include "analysis/nodes/node_time.h"
#include "table/nodes_table.h"
#include "table/rows.h"
#include "util/number.h"

static const double LEAST_INTERVALS = 10, LEAST_SHARE = 0.05; /* of the time of all samples */

/* Of each node of the dataset the last moment for which there is a value. */
static double *last_values(const struct findings *findings)
{
    const struct signals *signals = findings->request->signals;
    double *lasts = arena_alloc_array(findings->arena, signals->node_count + 1, sizeof *lasts);
    for (size_t i = 0; i < signals->node_count; i++)
        lasts[i] = NUMBER_MISSING;
    for (size_t i = 0; i < signals->count; i++) {
        const struct signal *signal = &signals->items[i];
        size_t count = signal->count;
        while (count && isnan(signal->values[count - 1]))
            count--;
        if (count)
            lasts[signal->node] = fmax(lasts[signal->node], signal->times[count - 1]);
    }
    return lasts;
}

/* The same of each row of the table `nodes`; `ends`: up to when jobs held it. */
static double *last_samples(const struct findings *findings, const struct nodes_rows *nodes,
                            double *ends)
{
    const struct signals *signals = findings->request->signals;
    double *of_nodes = last_values(findings);
    double *lasts = arena_alloc_array(findings->arena, nodes->rows + 1, sizeof *lasts);
    struct name_index names;
    name_index_init(&names);
    for (size_t i = 0; i < signals->node_count; i++)
        name_index_add(&names, signals->nodes[i].name);
    for (size_t row = 0; row < nodes->rows; row++) {
        size_t node = name_index_find(&names, nodes->node[row]);
        lasts[row] =
            node == NAME_INDEX_NONE || isnan(of_nodes[node]) ? nodes->last[row] : of_nodes[node];
        ends[row] = node == NAME_INDEX_NONE ? INFINITY : node_time_last(&signals->nodes[node]);
    }
    name_index_release(&names);
    return lasts;
}

static bool is_sampled(const struct nodes_rows *nodes, size_t row)
{
    return nodes->samples[row] > 0 && !finding_clock_is_off(nodes, row);
}

/* When all were sampled, and which goes on how long. */
struct span {
    double first, end, least_s; /* least_s: a shorter silence is none */
    size_t sampled;
    const double *lasts, *ends; /* ends: up to when jobs held each */
};

static struct span find_span(const struct findings *findings, const struct nodes_rows *nodes)
{
    double interval_s = findings->request->signals->grid.step;
    double *ends = arena_alloc_array(findings->arena, nodes->rows + 1, sizeof *ends);
    struct span span = {
        NUMBER_MISSING, NUMBER_MISSING, 0, 0, last_samples(findings, nodes, ends), ends};
    for (size_t row = 0; row < nodes->rows; row++) {
        if (!is_sampled(nodes, row))
            continue;
        span.sampled++;
        span.first = fmin(span.first, nodes->first[row]);
        span.end = fmax(span.end, span.lasts[row]);
    }
    span.least_s = fmax(LEAST_INTERVALS * interval_s, LEAST_SHARE * (span.end - span.first));
    return span;
}

/* Of nodes alone, or of GPUs alone. */
static struct silences find_of(const struct findings *findings, const struct nodes_rows *nodes,
                               const struct span *span, bool of_gpus)
{
    double interval_s = findings->request->signals->grid.step;
    struct silences found = {.is_gpu = of_gpus, .end = span->end, .lasts = span->lasts};
    for (size_t row = 0; row < nodes->rows; row++) {
        const char *node = nodes->node[row];
        bool goes_on = !(fmin(span->end, span->ends[row]) - span->lasts[row] > span->least_s);
        if (nodes_table_is_gpu(nodes->table, row) != of_gpus || !is_sampled(nodes, row) ||
            (!goes_on && finding_reports_stop(findings, node)))
            continue;
        found.others += goes_on;
        if (!goes_on && (!found.count++ || span->lasts[row] + interval_s < found.from)) {
            found.node = node;
            found.from = span->lasts[row] + interval_s;
        }
    }
    return found;
}

/* A node's GPUs are silent with it; of GPUs alone it is said where no node is. */
static void find(const struct findings *findings, const struct nodes_rows *nodes,
                 struct silences *found)
{
    struct span span = find_span(findings, nodes);
    struct silences of_nodes = find_of(findings, nodes, &span, false);
    struct silences of_gpus = find_of(findings, nodes, &span, true);
    of_nodes.other_gpus = of_gpus.others;
    of_gpus.other_nodes = of_nodes.others;
    const struct silences *either = of_nodes.count ? &of_nodes : &of_gpus;
    if (either->count && 2 * (of_nodes.others + of_gpus.others) >= span.sampled)
        *found = *either;
}

const struct silences *silences_find(const struct findings *findings)
{
    const struct nodes_rows nodes = nodes_rows(findings->tables);
    struct silences *found = arena_alloc_array(findings->arena, 1, sizeof *found);
    *found = (struct silences){0};
    if (nodes.rows && findings->request->signals->grid.step > 0 &&
        !finding_times_are_apart(findings))
        find(findings, &nodes, found);
    return found;
}

double silences_share_before(const struct findings *findings, const char *node)
{
    const struct nodes_rows nodes = nodes_rows(findings->tables);
    const struct silences *silences = findings->silences;
    if (!silences->count || !nodes.rows)
        return 1;
    size_t row = rows_find(nodes.rows, 0, nodes.node, node, NULL, NULL);
    if (row == nodes.rows || finding_reports_stop(findings, node))
        return 1;
    double first = nodes.first[row], last = nodes.last[row];
    return last > first ? fmin((silences->lasts[row] - first) / (last - first), 1) : 1;
}
