/* Attempts that failed at what was requested for them. An attempt failed at its time limit when its
 * source says so; at its memory limit when its source says so, or it failed, for no other reason
 * that the source gives, with more memory used than requested, or was killed (SIGKILL) with nearly
 * all of it used: the last sample is from before the end. An exit code of its own is such a reason,
 * and where tasks of the source succeeded with more than they requested, nothing ends those that
 * use it. */
#ifndef ANALYSIS_TASKS_ATTEMPT_LIMITS_H
#define ANALYSIS_TASKS_ATTEMPT_LIMITS_H

#include <stdbool.h>

#include "table/records.h"

enum attempt_limit { MEMORY_LIMIT, TIME_LIMIT, ATTEMPT_LIMITS };

struct attempt_limits {
    bool *is_exceeded; /* of each source: tasks succeeded with more memory than requested */
};

/* To be released. */
struct attempt_limits attempt_limits_of(const struct records *records);
void attempt_limits_release(struct attempt_limits *limits);

bool attempt_failed_at(const struct attempt_limits *limits, const struct records_block *block,
                       size_t row, enum attempt_limit limit);
/* A step of it hit its memory limit before the attempt was cancelled. */
bool attempt_ran_out_in_step(const struct records_block *block, size_t row);
/* By SIGKILL, as its exit code says, whoever sent it. */
bool attempt_was_killed(const struct records_block *block, size_t row);
/* So, and its source gives no other reason. */
bool attempt_was_only_killed(const struct records_block *block, size_t row);

#endif
