/* Times of tasks that cannot be, whatever input they are of. */
#ifndef INPUT_TASKS_RECORD_TIMES_H
#define INPUT_TASKS_RECORD_TIMES_H

#include <stdbool.h>

#include "table/records.h"
#include "util/diagnostics.h"

/* A clock that went back by no more is taken as a rounding. */
#define RECORD_TIMES_ROUNDING_S 1.0

/* Whether a time that counts from 1970 says that there is none, beside one that is a date: 0, or
 * midnight of the first of January 1970 in some time zone. */
bool record_time_is_unset(double time, double date);

/* Takes out, of each source, times that are unset where others are dates, and ends before their
 * start, and what follows from them. Notes of how many, and counts them in the records. */
void record_times_settle(struct records *records, struct diagnostics *diagnostics);

#endif
