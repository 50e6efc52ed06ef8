/* The table memory_requests: what memory to request for each task kind, as numbers; the same that
 * findings advise in words. */
#ifndef ANALYSIS_FINDINGS_MEMORY_REQUESTS_H
#define ANALYSIS_FINDINGS_MEMORY_REQUESTS_H

#include "analysis/findings/finding.h"

/* A row for each kind of the table `allocation` against whose request nothing speaks
 * (findings_requests.h) and of which no attempt was killed. */
void memory_requests_put(const struct findings *findings, struct tables *tables);

#endif
