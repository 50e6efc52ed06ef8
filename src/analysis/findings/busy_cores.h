/* Which cores of the nodes do the work, where each is measured. */
#ifndef ANALYSIS_FINDINGS_BUSY_CORES_H
#define ANALYSIS_FINDINGS_BUSY_CORES_H

#include "analysis/findings/finding.h"

/* "cores 0 and 1", "cores 0–7": the same on all nodes, busy nearly all the time while the others
 * rest; NULL: it is not so, or not known. `load`: the metric of the nodes. */
const char *busy_cores_text(const struct findings *findings, const char *load);

#endif
