/* Attempts that ended at what was requested for them, and the rows of `limits`. */
#ifndef ANALYSIS_TASKS_LIMIT_ROWS_H
#define ANALYSIS_TASKS_LIMIT_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/node_memory.h"
#include "table/table.h"

/* What is limited. */
struct limited_quantity {
    const char *name, *unit;
    int requested, used; /* columns of the records */
};
extern const struct limited_quantity limited_quantities[ATTEMPT_LIMITS];

/* Of the attempts that hit the limit: the one that used most of what it requested; extremes. */
struct limit_hits {
    size_t attempts, hits;
    size_t cancelled; /* of the hits: whose step hit the limit before */
    double requested, used;
    double requested_min, requested_max, used_max;
    double enough;             /* the least request above these with which a task succeeded */
    size_t timed;              /* attempts for which elapsed time is known */
    double core_s, hit_core_s; /* elapsed × cores (not known: one) of these, and of the hits */
};

/* What an attempt requested and used (NaN: not known); of memory per node where some attempts of
 * its kind ran on several. */
struct limited_use {
    double requested, used;
};
struct limited_use limited_use_of(const struct node_memory_columns *nodes,
                                  const struct records_block *block, size_t row,
                                  enum attempt_limit limit, bool per_node);

/* Elapsed × cores of an attempt, where they are not known one; NaN: its time is not. */
double limited_core_s(const struct records_block *block, size_t row);

/* No row of no hits. */
void limit_row_put(struct tables *tables, const char *task, enum attempt_limit limit,
                   const struct limit_hits *hits, bool per_node);

#endif
