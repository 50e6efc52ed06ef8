/* Core time of attempts that ran until a limit of time or a user ended them: what they did with
 * their cores, where no task of their kind succeeded that could say. */
#ifndef ANALYSIS_FINDINGS_LOST_CORE_TIME_H
#define ANALYSIS_FINDINGS_LOST_CORE_TIME_H

#include "analysis/findings/finding.h"

struct lost_core_time {
    double attempts, elapsed_h;
    double allotted_h, used_h; /* of their cores; 0 where neither is known */
};

/* Of attempts of a kind that hit their time limit; of these and of those that were cancelled. */
struct lost_core_time core_time_at_limit(const struct findings *findings, const char *kind);
struct lost_core_time core_time_of_lost(const struct findings *findings, const char *kind);

/* Whether attempts of the kind hung or waited until they hit their time limit: hardly any core
 * worked, which is not how tasks of the kind run that succeed. More time would not help them. */
bool attempts_waited_to_limit(const struct findings *findings, const char *kind);

#endif
