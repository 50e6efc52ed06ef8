/* Attempts that were killed, and the rows of `kills`. */
#ifndef ANALYSIS_TASKS_KILL_ROWS_H
#define ANALYSIS_TASKS_KILL_ROWS_H

#include <stddef.h>

#include "table/table.h"

/* Of a kind; NaN where nothing is known. */
struct kills {
    size_t attempts, killed, lost;       /* repeated; not repeated */
    size_t first_attempts, first_killed; /* of attempts that are numbered */
    double requested_min, requested_max; /* memory of those that were killed and repeated */
    double repeated_min, repeated_max;   /* and of the repetitions with more that succeeded, */
    size_t repeated, repeated_least;     /* how many these are, and those with the least of it */
    double elapsed_s, core_s;
    double too_little; /* the most memory that one requested which was killed, repeated or not */
};

void kills_init(struct kills *kills);

/* No row where none was killed. */
void kill_row_put(struct tables *tables, const char *task, const struct kills *kills);

#endif
