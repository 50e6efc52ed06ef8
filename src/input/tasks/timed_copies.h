/* Records of tables without ids that several inputs hold: exports that share a day, the same rows
 * in another order, a table beside the log of the same tasks. */
#ifndef INPUT_TASKS_TIMED_COPIES_H
#define INPUT_TASKS_TIMED_COPIES_H

#include "table/records.h"
#include "util/diagnostics.h"

/* Takes two records of two inputs, of which one at most has an id, as one attempt when they are of
 * one kind, started at the same moment of the calendar, took as long, and what both say besides
 * (step, node, times, memory, how they ended) is the same. Where several are alike, each of one
 * input is one of the other: two inputs with n and m equal records have as many attempts as the
 * longer. The one with an id is kept, else that which says most, and gets from the others what it
 * does not say. It is noted how many were taken together.
 *
 * Whole seconds of records without any measure may be equal by chance: these are taken together
 * where they are nearly all that an input has of that time, and else the note says that they may
 * count twice. */
void timed_copies_drop(struct records *records, struct diagnostics *diagnostics);

#endif
