/* Tasks by kind, and by step × kind: what the analyses of a campaign share.
 *
 * Groups are numbered so that those of one kind lie together: kinds in natural order of their
 * names, within a kind steps in natural order. So the values of a kind are those of its groups, one
 * behind the other. */
#ifndef ANALYSIS_TASK_GROUPS_H
#define ANALYSIS_TASK_GROUPS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/task_verdicts.h"
#include "table/records.h"

/* Sums are of tasks that ended well; NaN when none of them says it. */
struct task_totals {
    size_t attempts, tasks, failed;
    size_t open; /* tasks that had not ended; those that waited have no attempt */
    double elapsed_s, cpu_s;
    double used_s, allotted_s; /* CPU time, and task_allotted_s, where both are known */
    double memory_max;         /* bytes */
};

/* Tasks of one kind in one step. */
struct task_group {
    const char *step, *task; /* NULL when not said */
    uint32_t kind;
    struct task_totals totals;
};

struct task_kind {
    const char *task;
    size_t first, count; /* its groups */
    struct task_totals totals;
};

/* Values of the tasks that ended well, group by group, without missing ones. Whoever computes
 * quantiles reorders them within a group or a kind. */
struct task_values {
    double *values;
    size_t *first; /* a group's values are [first[g], first[g + 1]) */
};

struct task_groups {
    const struct records *records;
    struct task_group *groups;
    size_t group_count;
    struct task_kind *kinds;
    size_t kind_count;
    size_t *by_step;                     /* the groups ordered by step, then kind */
    uint32_t *group_of;                  /* of each record, in their order */
    uint8_t *verdicts;                   /* of each record; NULL: all are TASK_DONE */
    struct task_values memory, run_time; /* bytes; s: the source's run time, else elapsed */
};

/* The records must live as long. */
void task_groups_make(struct task_groups *groups, const struct records *records, int jobs);
void task_groups_release(struct task_groups *groups);

static inline size_t task_values_count(const struct task_values *values, size_t group)
{
    return values->first[group + 1] - values->first[group];
}

/* The values of a column, by group; to be released. */
void task_values_make(struct task_values *values, const struct task_groups *groups, int column);
void task_values_release(struct task_values *values);

/* ---- totals ---- */

void task_totals_init(struct task_totals *totals);
void task_totals_add(struct task_totals *totals, const struct task_totals *more);
/* CPU time ÷ the time of the cores allotted, of the tasks of which both are known; NaN where they
 * have less than half of all CPU time. */
double task_totals_efficiency(const struct task_totals *totals);
/* Elapsed × cores. A source that tells no cores means one; a task with over 1.1 times its elapsed
 * time in CPU time had more, of which nobody tells how many: NaN. */
double task_allotted_s(double cpu_s, double elapsed_s, double cores);

#endif
