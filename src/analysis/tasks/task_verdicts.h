/* What became of tasks: which try of a task decides, and how it ended. */
#ifndef ANALYSIS_TASKS_TASK_VERDICTS_H
#define ANALYSIS_TASKS_TASK_VERDICTS_H

#include <stdbool.h>
#include <stdint.h>

#include "table/records.h"

enum task_verdict {
    TASK_DONE,       /* decides, and ended well */
    TASK_FAILED,     /* decides, and did not */
    TASK_OPEN,       /* decides, and has not ended */
    TASK_SUPERSEDED, /* a later try decides, or the same result was counted already */
};

/* What a record itself says. A non-zero exit code is a failure, whatever else is said. */
enum task_verdict task_verdict_of(const struct records_block *block, size_t row);

/* A task that waits has had no try yet: its record counts as none. */
bool task_waits(const struct records_block *block, size_t row);

/* One verdict a record, in their order; NULL when all are TASK_DONE, as in sources that list one
 * try a task and only what ended well. To be freed. */
uint8_t *task_verdicts_make(const struct records *records);

#endif
