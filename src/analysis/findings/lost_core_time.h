/* Core time of attempts that ran until a limit of time or a user ended them: what they did with
 * their cores, where no task of their kind succeeded that could say. */
#ifndef ANALYSIS_FINDINGS_LOST_CORE_TIME_H
#define ANALYSIS_FINDINGS_LOST_CORE_TIME_H

#include "analysis/findings/finding.h"
#include "table/rows.h"

struct lost_core_time {
    double attempts, elapsed_s;
    double allotted_s, used_s; /* of their cores; 0 where neither is known */
};

/* Of attempts of a kind that hit their time limit; of these and of those that were cancelled. */
struct lost_core_time core_time_at_limit(const struct findings *findings, const char *kind);
struct lost_core_time core_time_of_lost(const struct findings *findings, const char *kind);

/* The same of all kinds at once: one for each row of the table `tasks`, in the arena. */
struct lost_core_times {
    struct lost_core_time *at_limit, *lost;
};
struct lost_core_times core_times_of_kinds(const struct findings *findings,
                                           const struct tasks_rows *kinds);

/* Whether attempts of the kind hung or waited until they hit their time limit: hardly any core
 * worked, which is not how tasks of the kind run that succeed. More time would not help them. */
bool attempts_waited_to_limit(const struct findings *findings, const char *kind);
/* The same of a kind whose row and core time at its limit are known. */
bool kind_waited_to_limit(const struct findings *findings, const struct tasks_rows *kinds,
                          size_t row, const struct lost_core_time *at_limit);

/* Whether attempts of the kind hardly used their cores until they hit their time limit, whatever
 * the reason: they may have waited as tasks do that succeed, or for GPUs, unless these are known to
 * have worked. Whether more time helps them is not known. */
bool attempts_hardly_used_cores(const struct findings *findings, const char *kind);

#endif
