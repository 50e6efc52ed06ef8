#include "analysis/statistics/longest_path.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

static void list_inputs(struct path_graph *graph, const struct path_edge *edges, size_t count)
{
    graph->first = memory_alloc_array(graph->count + 2, sizeof *graph->first);
    graph->inputs = memory_alloc_array(count + 1, sizeof *graph->inputs);
    size_t *next = graph->first + 1; /* shifted by one, so that filling makes the starts */
    for (size_t i = 0; i < count; i++)
        if (edges[i].task + 1 < graph->count)
            next[edges[i].task + 1]++;
    for (size_t t = 1; t < graph->count; t++)
        next[t] += next[t - 1];
    for (size_t i = 0; i < count; i++)
        graph->inputs[next[edges[i].task]++] = edges[i].input;
}

static int compare_numbers(const void *left, const void *right)
{
    const uint32_t *l = left, *r = right;
    return (*l > *r) - (*l < *r);
}

/* Sources may name a dependency twice, on either side. */
static void count_edges(struct path_graph *graph)
{
    for (size_t t = 0; t < graph->count; t++) {
        uint32_t *inputs = graph->inputs + graph->first[t];
        size_t count = graph->first[t + 1] - graph->first[t];
        if (count > 1)
            qsort(inputs, count, sizeof *inputs, compare_numbers);
        for (size_t i = 0; i < count; i++)
            graph->edge_count += !i || inputs[i] != inputs[i - 1];
    }
}

/* From `start` down to what needs nothing, without calls: chains may be as long as there are tasks.
 * A task whose inputs are looked at has a rank of PATH_NONE − 1, and is an input of itself there.
 */
static size_t order_from(struct path_graph *graph, uint32_t start, uint32_t *stack, size_t *looked,
                         size_t placed)
{
    const uint32_t open = PATH_NONE - 1;
    size_t depth = 0;
    stack[depth++] = start;
    graph->rank[start] = open;
    looked[start] = graph->first[start];
    while (depth) {
        uint32_t task = stack[depth - 1];
        if (looked[task] < graph->first[task + 1]) {
            uint32_t input = graph->inputs[looked[task]++];
            if (graph->rank[input] != PATH_NONE)
                continue;
            graph->rank[input] = open;
            looked[input] = graph->first[input];
            stack[depth++] = input;
            continue;
        }
        graph->order[placed] = task;
        graph->rank[task] = (uint32_t)placed++;
        depth--;
    }
    return placed;
}

static void count_circular(struct path_graph *graph)
{
    for (size_t t = 0; t < graph->count; t++)
        for (size_t k = graph->first[t]; k < graph->first[t + 1]; k++)
            graph->circular += graph->rank[graph->inputs[k]] >= graph->rank[t] &&
                               (k == graph->first[t] || graph->inputs[k] != graph->inputs[k - 1]);
}

void path_graph_make(struct path_graph *graph, size_t count, const struct path_edge *edges,
                     size_t edge_count)
{
    *graph = (struct path_graph){.count = count};
    uint32_t *stack = memory_alloc_array(count + 1, sizeof *stack);
    size_t *looked = memory_alloc_array(count + 1, sizeof *looked), placed = 0;
    list_inputs(graph, edges, edge_count);
    count_edges(graph);
    graph->order = memory_alloc_array(count + 1, sizeof *graph->order);
    graph->rank = memory_alloc_array(count + 1, sizeof *graph->rank);
    for (size_t t = 0; t < count; t++)
        graph->rank[t] = PATH_NONE;
    for (size_t t = 0; t < count; t++)
        if (graph->rank[t] == PATH_NONE)
            placed = order_from(graph, (uint32_t)t, stack, looked, placed);
    count_circular(graph);
    free(looked);
    free(stack);
}

void path_graph_release(struct path_graph *graph)
{
    free(graph->first);
    free(graph->inputs);
    free(graph->order);
    free(graph->rank);
    *graph = (struct path_graph){0};
}

uint32_t path_longest(const struct path_graph *graph, const double *lengths, double *total,
                      uint32_t *before, double *ends)
{
    uint32_t last = PATH_NONE;
    for (size_t i = 0; i < graph->count; i++) {
        uint32_t task = graph->order[i];
        double start = 0;
        before[task] = PATH_NONE;
        for (size_t k = graph->first[task]; k < graph->first[task + 1]; k++) {
            uint32_t input = graph->inputs[k];
            if (graph->rank[input] >= i)
                continue; /* the dependency that closes a circle */
            if (before[task] == PATH_NONE || ends[input] > start ||
                (input < before[task] && ends[input] == start)) {
                before[task] = input;
                start = ends[input];
            }
        }
        ends[task] = start + (lengths[task] > 0 ? lengths[task] : 0);
        if (last == PATH_NONE || ends[task] > ends[last] ||
            (task < last && ends[task] == ends[last]))
            last = task;
    }
    *total = last == PATH_NONE ? (double)NAN : ends[last];
    return last;
}
