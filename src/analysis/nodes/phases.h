/* When nodes do nothing. */
#ifndef ANALYSIS_NODES_PHASES_H
#define ANALYSIS_NODES_PHASES_H

/* A node is idle below this part of the 95th percentile of its load, in %; see analysis_phases.c
 * for the bounds of that. */
enum { PHASES_IDLE_PERCENT = 2 };

#endif
