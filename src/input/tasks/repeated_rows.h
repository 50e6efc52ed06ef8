/* Records that one source holds twice: rows pasted or appended a second time. */
#ifndef INPUT_TASKS_REPEATED_ROWS_H
#define INPUT_TASKS_REPEATED_ROWS_H

#include "table/records.h"
#include "util/diagnostics.h"

/* Keeps the first of records of one source that are the same in every field, and notes how many
 * others were dropped. Equal fields alone may be those of two tasks, so a record is one of these
 * only if
 * - it has an id, a start, and took a second or longer: no id runs twice at a time; or
 * - its start is known to less than a millisecond; or
 * - it has an id, no time, and did not fail: who succeeded is not run again.
 * A source in which records of one id and start differ has ids that tell no tasks apart: there the
 * start alone decides. Records of a batch system: see slurm/slurm_repeats.h. */
void repeated_rows_drop(struct records *records, struct diagnostics *diagnostics);

#endif
