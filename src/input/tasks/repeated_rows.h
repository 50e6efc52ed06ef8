/* Records that one source holds twice: rows pasted or appended a second time. */
#ifndef INPUT_TASKS_REPEATED_ROWS_H
#define INPUT_TASKS_REPEATED_ROWS_H

#include "table/records.h"
#include "util/diagnostics.h"

/* Keeps the first of records of one source that are the same in every field, and notes how many
 * others were dropped. Equal fields alone may be those of two tasks, however exact their start is:
 * what is simulated begins in one moment. So a record is dropped only if it has an id, and
 * - a start, and took a second or longer: no id runs twice at a time; or
 * - a start that is known to less than a millisecond; or
 * - no time, and did not fail: what succeeded is not run again.
 * A source is left as it is where records of one id and start differ, since its ids do not
 * distinguish tasks, and where columns of it were left out, in which its records may differ.
 * Records of a batch system: see slurm/slurm_repeats.h. */
void repeated_rows_drop(struct records *records, struct diagnostics *diagnostics);

#endif
