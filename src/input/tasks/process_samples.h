/* Whether rows of a table are what was measured of processes from time to time, not tasks. */
#ifndef INPUT_TASKS_PROCESS_SAMPLES_H
#define INPUT_TASKS_PROCESS_SAMPLES_H

#include "input/tasks/table_columns.h"
#include "input/tasks/table_header.h"
#include "util/mapping.h"

/* So they are where the same process (by a column `pid`) or job (by an id, where no column names
 * tasks of it) is there at five moments or more on the average, and no column says when a row ended
 * or how: of psutil, pidstat, ps. Where they say how long it ran by then, it must have started at
 * the same moment by all of its rows: of sh5util. */
bool process_samples_are(const struct table_header *header, const struct table_columns *columns,
                         const struct mapping *content);

#endif
