/* The longest chain of tasks that wait for each other: the critical path (Kelley & Walker,
 * "Critical-path planning and scheduling", Eastern Joint Computer Conference 1959). */
#ifndef ANALYSIS_STATISTICS_LONGEST_PATH_H
#define ANALYSIS_STATISTICS_LONGEST_PATH_H

#include <stddef.h>
#include <stdint.h>

/* Task `task` starts when `input` has ended; both are numbers of tasks. */
struct path_edge {
    uint32_t task, input;
};

#define PATH_NONE UINT32_MAX

/* Tasks with their inputs. Those that need each other in a circle, which cannot be, are taken
 * without one of the dependencies in it: always the same one. */
struct path_graph {
    size_t count;      /* tasks */
    size_t edge_count; /* different ones */
    size_t circular;   /* of these, without which tasks are taken */
    uint32_t *inputs;  /* of a task: inputs[first[t]] … inputs[first[t + 1] − 1] */
    size_t *first;
    uint32_t *order; /* all tasks, each behind its inputs */
    uint32_t *rank;  /* the place of each in it */
};

void path_graph_make(struct path_graph *graph, size_t count, const struct path_edge *edges,
                     size_t edge_count);
void path_graph_release(struct path_graph *graph);

/* The last task of a longest path where tasks take lengths[t] (≥ 0; NaN: nothing), PATH_NONE where
 * there are no tasks; of several the one with the lowest number. `total`: the length; `before`:
 * of each task the one before it on its longest path, or PATH_NONE; room for `count`. `ends`:
 * scratch of that size. */
uint32_t path_longest(const struct path_graph *graph, const double *lengths, double *total,
                      uint32_t *before, double *ends);

#endif
