/* Records without ids and times that two sources hold: overlapping exports of one campaign. */
#ifndef INPUT_TASKS_EQUAL_ROWS_H
#define INPUT_TASKS_EQUAL_ROWS_H

#include "table/records.h"
#include "util/diagnostics.h"

/* Of sources that say no id and no start, drops the records that are equal in every field to one of
 * an earlier source, and notes it: where a source has ten of them at least, and half of them all,
 * with elapsed times of five digits or more, which two runs do not share by chance. Each record of
 * the earlier source takes one. Left as they are: sources of which columns were left out, in which
 * records may differ, and jobs of a batch system. */
void equal_rows_drop(struct records *records, struct diagnostics *diagnostics);

#endif
