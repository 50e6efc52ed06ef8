/* Functions of a trace that enclose the run: a main program, a thread that waits for others. */
#ifndef ANALYSIS_FINDINGS_WHOLE_RUN_H
#define ANALYSIS_FINDINGS_WHOLE_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "table/rows.h"

/* Whether the function, a row of the table `functions`, runs once on each of its workers, for
 * nearly all of the run, while another worker is busy for much of it: to take less time it would
 * have to wait less. */
bool is_whole_run(const struct functions_rows *functions, size_t row, double elapsed_s);

#endif
