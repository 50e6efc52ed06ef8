/* What became of tasks: which attempt of a task decides, and how it ended. */
#ifndef ANALYSIS_TASKS_TASK_OUTCOMES_H
#define ANALYSIS_TASKS_TASK_OUTCOMES_H

#include <stdbool.h>
#include <stdint.h>

#include "table/records.h"

/* A task has one of the first OUTCOMES: they add up to all tasks. */
enum task_outcome {
    OUTCOME_SUCCEEDED, /* or an earlier result was taken */
    OUTCOME_FAILED,
    OUTCOME_CANCELLED,
    OUTCOME_UNFINISHED,
    OUTCOME_UNKNOWN, /* the source says a word that it does not define */
    OUTCOMES,
    OUTCOME_SUPERSEDED = OUTCOMES, /* a later attempt decides, or the same result was counted */
};

/* "succeeded" … */
extern const char *const task_outcome_names[OUTCOMES];

/* What a record itself says. A non-zero exit code turns success into failure. */
enum task_outcome task_outcome_of(const struct records_block *block, size_t row);

/* "exit code 1", "signal 9"; NULL for 0 and where it is not known. */
const char *task_exit_words(double exit_code, struct arena *arena);
/* What such a code usually means, by exit_meanings.def: "command not found"; NULL: nothing is
 * known.
 */
const char *task_exit_meaning(double exit_code);

/* Whether the source says how the record ended, by a status or an exit code. */
bool task_outcome_is_recorded(const struct records_block *block, size_t row);

/* Whether the record is of an execution: none is one of a cached result, of a task that waits, or
 * of one that was cancelled, or whose deadline passed, while it waited. */
bool task_is_attempt(const struct records_block *block, size_t row);

/* One outcome a record, in their order; NULL when all are OUTCOME_SUCCEEDED, as in sources that
 * list one attempt per task and only what succeeded. To be freed. */
uint8_t *task_outcomes_make(const struct records *records);

#endif
