/* Tables of tasks without ids and times, beside a log of the same tasks. */
#ifndef INPUT_TASKS_UNNUMBERED_COPIES_H
#define INPUT_TASKS_UNNUMBERED_COPIES_H

#include "table/records.h"
#include "util/diagnostics.h"

/* Drops the records of a source that has neither ids nor times where another source, which has,
 * holds as many tasks of the same kinds with the same elapsed times, as far as the first is
 * rounded, ten different ones at least; and notes it. Where the first has a measure that the other
 * lacks, both stay, and the note says that they count twice. */
void unnumbered_copies_drop(struct records *records, struct diagnostics *diagnostics);

#endif
