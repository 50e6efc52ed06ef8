/* Processes of which several traces tell: ids are of one machine, or of one container, alone. */
#ifndef ANALYSIS_ACTIVITY_TRACE_PROCESSES_H
#define ANALYSIS_ACTIVITY_TRACE_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"

/* Finds which sources that have processes tell of the same program: copies, and consecutive parts
 * of a trace, whose threads of equal ids never ran at one time. That is known of Unix time; of
 * other clocks where one part follows the other closely. The processes of all others that would
 * have equal names get that of their first file before: "rank0.json process 1". Must come before
 * clocks are aligned and ends paired.
 *
 * Returns of each source the number of the first that has the same clock: copies and parts share
 * one that is not Unix time, and count from the same origin afterwards. To be freed. */
uint32_t *trace_processes_settle(struct activity *activity);

/* Whether moments of both sources can be compared: a clock that only its source has was moved to
 * begin with the others. `clocks` as returned by trace_processes_settle. */
bool trace_clocks_compare(const struct activity *activity, const uint32_t *clocks, size_t left,
                          size_t right);

#endif
