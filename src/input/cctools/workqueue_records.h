/* The attempts of a transactions log as records: the mapping.
 *
 *     task              the category
 *     id, attempt       the task's id; TaskVine's attempt number, else counted
 *     node              the worker's host; attribute `worker`: its host:port or id
 *     outcome, ending   the result; SUCCESS is well, FORSAKEN and UNKNOWN are lost, else failed;
 *                       out of memory or timed out where memory or wall_time is one of the
 *                       limits exceeded, here or in the monitor's summary
 *     submit            WAITING or READY
 *     start, end        RUNNING; WAITING_RETRIEVAL, else RETRIEVED or DONE: the manager's clock
 *     elapsed           wall_time measured, else the worker's own times, else end - start
 *     cpu, memory, …    what was measured (resources.def)
 *     requested_…       what WAITING or READY says, else what its category has, else the
 *                       limit that was exceeded
 *     cores             those that RUNNING allots; attributes allocated_…
 *     limits_exceeded   attribute: names of the limits, joined with commas */
#ifndef INPUT_CCTOOLS_WORKQUEUE_RECORDS_H
#define INPUT_CCTOOLS_WORKQUEUE_RECORDS_H

#include "input/cctools/workqueue_log.h"
#include "input/reader.h"

/* Returns how many records were added. Tells what could not be used. */
long long workqueue_records_add(const struct workqueue_log *log, const struct input *input,
                                const struct reading *reading);

#endif
