/* Tasks by kind, and by step × kind: what the analyses of a campaign share.
 *
 * Groups are numbered so that those of one kind lie together: kinds in natural order of their
 * names, a missing one first, within a kind steps in natural order. So the values of a kind are
 * those of its groups, one behind the other. */
#ifndef ANALYSIS_TASKS_TASK_GROUPS_H
#define ANALYSIS_TASKS_TASK_GROUPS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/statistics/statistic.h"
#include "analysis/tasks/core_time.h"
#include "analysis/tasks/kind_choice.h"
#include "analysis/tasks/task_outcomes.h"
#include "table/records.h"

/* Sums are of tasks that succeeded; NaN when none of them says it. */
struct task_totals {
    size_t tasks[OUTCOMES]; /* by outcome */
    size_t attempts;
    size_t repeated; /* attempts that a later one of the same task supersedes */
    size_t scripts;  /* records of a batch system's jobs that are known to run a script */
    size_t cached;   /* succeeded tasks whose result was taken from an earlier run */
    double elapsed_s, cpu_s;
    double used_s, allotted_s;  /* CPU time, and task_allotted_s, where both are known */
    struct core_time core_time; /* where the source says how many cores */
    double held_core_s, held_s; /* elapsed × cores, and elapsed, where both are known */
    double memory_max;          /* bytes */
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

struct task_groups {
    const struct records *records;
    const struct kind_choice *choice; /* what kinds are; NULL: names */
    struct task_group *groups;
    size_t group_count;
    struct task_kind *kinds;
    size_t kind_count;
    size_t *by_step;    /* the groups ordered by step, then kind */
    uint32_t *group_of; /* of each record, in their order */
    uint8_t *outcomes;  /* of each record; NULL: all are OUTCOME_SUCCEEDED */

    /* Columns of the tasks that succeeded, group by group, each in the order of the input; NaN
     * when missing. The same place is the same task in all of them. */
    size_t *first;            /* a group's places are [first[g], first[g + 1]) */
    double *memory, *elapsed; /* bytes; s; NULL when no record has it */
    double *run_time;         /* of sources that have none elapsed; may be `elapsed` */

    struct summary *memory_of_kinds; /* of `memory`, a kind each */
};

/* What a record makes of its task; OUTCOME_SUPERSEDED: nothing. */
static inline enum task_outcome task_outcome_at(const struct task_groups *groups, size_t record)
{
    return groups->outcomes ? (enum task_outcome)groups->outcomes[record] : OUTCOME_SUCCEEDED;
}

/* One record after the other:
 *
 *     for (struct grouped_record at = task_records(groups); task_records_next(&at);)
 *         seconds[at.kind] += records_number_at(at.block, RECORD_ELAPSED_COLUMN, at.row); */
struct grouped_record {
    const struct task_groups *groups;
    size_t block_number;
    const struct records_block *block;
    size_t row, number; /* in its block; of all */
    uint32_t kind;
};

static inline struct grouped_record task_records(const struct task_groups *groups)
{
    return (struct grouped_record){.groups = groups, .row = SIZE_MAX, .number = SIZE_MAX};
}

static inline bool task_records_next(struct grouped_record *at)
{
    const struct records *records = at->groups->records;
    for (at->row++; at->block_number < records->block_count; at->block_number++, at->row = 0) {
        at->block = &records->blocks[at->block_number];
        if (at->row >= at->block->rows)
            continue;
        at->number++;
        at->kind = at->groups->groups[at->groups->group_of[at->number]].kind;
        return true;
    }
    return false;
}

/* The number of the group of that step and kind, NULL when not said; group_count: there is none. */
size_t task_groups_find(const struct task_groups *groups, const char *step, const char *task);

/* Whether kinds are something else than the names of tasks. */
static inline bool task_groups_are_renamed(const struct task_groups *groups)
{
    return groups->choice && groups->choice->by != KINDS_BY_NAME;
}

/* Neighbouring places in the columns. */
struct task_places {
    size_t first, count;
};

static inline struct task_places task_places_of_group(const struct task_groups *groups,
                                                      size_t group)
{
    return (struct task_places){groups->first[group],
                                groups->first[group + 1] - groups->first[group]};
}

static inline struct task_places task_places_of_kind(const struct task_groups *groups, size_t kind)
{
    size_t first = groups->kinds[kind].first, end = first + groups->kinds[kind].count;
    return (struct task_places){groups->first[first], groups->first[end] - groups->first[first]};
}

static inline struct task_places task_places_of_all(const struct task_groups *groups)
{
    return (struct task_places){0, groups->first[groups->group_count]};
}

/* The column of a number of the records, and of another one in sources without it
 * (RECORDS_NO_COLUMN: none); to be freed. NULL when no record has either. */
double *task_column_make(const struct task_groups *groups, int column, int otherwise);

/* A block's values of a column that is to be gathered, one a row; NULL when it has none. */
typedef const double *task_column_source(const struct records_block *block, const void *context);

/* The column of those values; to be freed. */
double *task_column_gather(const struct task_groups *groups, task_column_source *source,
                           const void *context);

/* ---- totals ---- */

void task_totals_init(struct task_totals *totals);
void task_totals_add(struct task_totals *totals, const struct task_totals *more);
/* Those of all kinds. */
struct task_totals task_groups_totals(const struct task_groups *groups);
/* How many steps are named. */
size_t task_groups_count_steps(const struct task_groups *groups);
/* CPU time ÷ the time of the cores allotted, of the tasks of which both are known; NaN where they
 * have less than half of all CPU time. */
double task_totals_efficiency(const struct task_totals *totals);
/* Elapsed × cores. A source without cores means one; a task with over 1.1 times its elapsed
 * time in CPU time had more, how many is unknown: NaN. */
double task_allotted_s(double cpu_s, double elapsed_s, double cores);

#endif
