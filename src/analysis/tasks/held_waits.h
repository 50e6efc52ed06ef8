/* Waits for a start, of rows of a table that are groups of records. */
#ifndef ANALYSIS_TASKS_HELD_WAITS_H
#define ANALYSIS_TASKS_HELD_WAITS_H

#include "analysis/tasks/queued_attempts.h"

#define HELD_NO_ROW UINT32_MAX

/* Which row a record counts in: rows[groups[record]], or none. */
struct held_rows {
    const uint32_t *groups; /* of each record; HELD_NO_ROW: none */
    const uint32_t *rows;   /* of each group; HELD_NO_ROW: none */
    size_t count;           /* of rows */
};

struct held_wait {
    size_t known;    /* attempts */
    double p50, p95; /* s; NaN of none */
};

/* One a row; to be freed. */
struct held_wait *held_waits_make(const struct queued_attempts *queue,
                                  const struct held_rows *rows);

/* Fills the columns of waits of a row, whichever table it is of. */
#define row_set_waits(row, wait)                                                                   \
    ((row)->wait_p50_s = (wait)->p50, (row)->wait_p95_s = (wait)->p95,                             \
     (row)->wait_known = (double)(wait)->known)

#endif
