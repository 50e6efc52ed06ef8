/* The critical path of a run, whose tasks wait for each other: the longest chain of their run
 * times. No run is shorter, however many nodes or workers it has. A dependency on a task that had
 * not ended when the other began is none: it is left out and counted. */
#ifndef ANALYSIS_TASKS_CRITICAL_PATH_H
#define ANALYSIS_TASKS_CRITICAL_PATH_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/statistics/longest_path.h"
#include "table/table.h"

struct path_task {
    const char *name;  /* its id; NULL: none */
    double start, end; /* s, of one clock; NaN when not known */
    uint32_t kind;
};

struct task_path {
    const struct path_task *tasks;
    const double *lengths; /* run times, s; NaN when not known */
    size_t count;
    const struct path_edge *edges;
    size_t edge_count;
    const char *const *kinds; /* names; NULL: none */
    size_t kind_count;
    const char *of; /* what tasks are: "tasks", "functions" */
};

/* The run that a task is of, s; NaN when not known. */
struct path_run {
    double makespan_s;
    double none_ran_s;       /* in which no task ran */
    const char *none_ran_is; /* "exact" or "least"; NULL: not known */
};
typedef struct path_run path_run_of(const void *context, uint32_t task);

/* Fills critical_path, critical_path_kinds, critical_path_summary; nothing where no task has a run
 * time. */
void critical_path_put(const struct task_path *path, path_run_of *run_of, const void *context,
                       struct tables *tables);

#endif
