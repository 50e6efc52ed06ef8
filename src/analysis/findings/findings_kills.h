/* Attempts that were killed (signal 9) and repeated: what other findings of the same attempts leave
 * to this one. */
#ifndef ANALYSIS_FINDINGS_FINDINGS_KILLS_H
#define ANALYSIS_FINDINGS_FINDINGS_KILLS_H

#include "analysis/findings/attempt_rows.h"

/* Those that are reported, of all kinds; 0 where there are none. */
struct attempt_sum finding_kills(const struct findings *findings);
/* Whether those of this kind are reported. */
bool finding_reports_kills(const struct findings *findings, const char *kind);

#endif
