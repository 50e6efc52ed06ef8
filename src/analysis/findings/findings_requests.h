/* What to request for tasks of a kind: memory, time, cores. An advice with a number is of a kind
 * that has a name, of at least FINDING_FEWEST_TASKS succeeded tasks, most of which succeeded, and
 * which met no limit, and of memory no request at or below one with which attempts were killed;
 * else it says what is missing. */
#ifndef ANALYSIS_FINDINGS_FINDINGS_REQUESTS_H
#define ANALYSIS_FINDINGS_FINDINGS_REQUESTS_H

#include "analysis/findings/finding.h"

/* Of fewer tasks neither quantiles nor the highest value say what the next ones need. */
enum { FINDING_FEWEST_TASKS = 10 };

/* What to request of memory for this kind; the same where there is a number, else NULL. */
const char *finding_memory_request(const struct findings *findings, const char *kind);
const char *finding_memory_number(const struct findings *findings, const char *kind);
/* What to do about a kind whose memory varies, whatever was requested. */
const char *finding_varying_memory(const struct findings *findings, const char *kind);
/* The same for the kind with most unused memory (time) for which there is a number; else why there
 * is none for `kind`, which has most. */
const char *finding_less_memory(const struct findings *findings, const char *kind);
const char *finding_less_time(const struct findings *findings, const char *kind);
/* Whether there is such a kind, and less than now can be requested for it. */
bool finding_can_lower(const struct findings *findings, const char *quantity);
/* How the steps of a kind's jobs explain that only this share of their core time was used: a
 * sentence, and what helps against that. False: they do not. */
struct step_use_words {
    const char *sentence, *advice;
};
bool finding_step_use(const struct findings *findings, const char *kind, double used_share,
                      struct step_use_words *words);
const char *finding_fewer_cores(const struct findings *findings, const char *kind,
                                double used_share);

#endif
