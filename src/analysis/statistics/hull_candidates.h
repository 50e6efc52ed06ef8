/* Which of many points can be corners of their hull at all. */
#ifndef ANALYSIS_STATISTICS_HULL_CANDIDATES_H
#define ANALYSIS_STATISTICS_HULL_CANDIDATES_H

#include <stddef.h>

/* A point with another one in each of the four quarters around it is no corner, on whatever
 * increasing scales. Writes the places of all others, ascending, and of a few more; only points of
 * which both numbers are above 0 count. `candidates` has room for `count` places. Returns how many
 * are written; `positive` is how many points counted. In linear time. */
size_t hull_candidates(const double *x, const double *y, size_t count, size_t *candidates,
                       size_t *positive);

#endif
