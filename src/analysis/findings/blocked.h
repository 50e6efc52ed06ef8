/* Processes that are blocked in I/O: Linux counts them in the load average, beside those that run
 * and those that are ready to. On a file system over the network no CPU shows iowait for them. */
#ifndef ANALYSIS_FINDINGS_BLOCKED_H
#define ANALYSIS_FINDINGS_BLOCKED_H

#include "analysis/findings/finding.h"

/* So many per node, on average from one moment to another; NaN where nobody counted them. */
double blocked_counted(const struct findings *findings, double start, double end);

/* "64 processes per node were blocked in I/O.", or what the load average shows of processes where
 * the CPUs rest in all of that time; NULL: none. */
const char *blocked_text(const struct findings *findings, double start, double end);

/* The mean load average per node while half of the cores were busy or more; NaN: never, or one of
 * the two is not known. */
double blocked_load_at_work(const struct findings *findings, double cores);

#endif
