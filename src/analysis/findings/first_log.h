/* Where to read why attempts failed: the log of the first of those that failed alike. */
#ifndef ANALYSIS_FINDINGS_FIRST_LOG_H
#define ANALYSIS_FINDINGS_FIRST_LOG_H

#include "analysis/findings/finding.h"

/* "the first: /scratch/a/err.log", or the work directory where the source names no log, of failed
 * attempts of the kind with that status and reason (all three may be NULL, as in the table
 * failure_groups). NULL: the source names neither. */
const char *first_log_words(const struct findings *findings, const char *kind, const char *outcome,
                            const char *reason);

#endif
