/* Rows of the table attempts: what they add up to, the words for how attempts ended, and what helps
 * against it. */
#ifndef ANALYSIS_FINDINGS_ATTEMPT_ROWS_H
#define ANALYSIS_FINDINGS_ATTEMPT_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/findings/finding.h"
#include "table/rows.h"

struct attempt_sum {
    double attempts, elapsed_s, cpu_s;
};

double attempts_or_zero(double value); /* 0 for what is not known */
bool attempts_ended(const struct attempts_rows *table, size_t row, const char *outcome);
struct attempt_sum attempts_sum(const struct attempts_rows *table, const char *outcome);
struct attempt_sum attempts_lost(const struct attempts_rows *table); /* failed or cancelled */
/* Elapsed time of all that ended: lost, succeeded, or not said how. Cached results are no attempts.
 */
double attempts_time_of_all(const struct attempts_rows *table);
/* Of failed attempts: those that ended at a limit of memory or time, and the others. */
struct attempt_sum attempts_sum_at_limits(const struct findings *findings);
struct attempt_sum attempts_sum_otherwise(const struct findings *findings);
/* The row of most elapsed time, or of most attempts when none is known: of all attempts that were
 * lost; of those that failed without saying that it was at a limit, in all kinds or in those of
 * which tasks did; of the table failures, only among last attempts of tasks or among all. Attempts
 * that were requeued are lost in none of these, and failed only where no other did. */
size_t attempts_costliest_lost(const struct attempts_rows *table);
size_t attempts_costliest_requeued(const struct attempts_rows *table);
size_t attempts_costliest_failed(const struct attempts_rows *table);
size_t attempts_costliest_of_failed_tasks(const struct findings *findings,
                                          const struct attempts_rows *table);
size_t attempts_costliest_failure(const struct failures_rows *failures, bool only_last);

/* The highest peak memory of attempts of the kind that were lost, in bytes; NaN when not known. */
double attempts_peak_of_lost(const struct findings *findings, const char *kind);

/* Of those that failed the ones that were put back into the queue: what they did may be saved. */
struct attempt_sum attempts_requeued(const struct attempts_rows *table);

/* "failed", "was lost", "failed, were lost or were cancelled": how attempts ended that were lost,
 * or that count as failed alone, as words for so many. */
const char *attempts_ended_words(const struct findings *findings, const struct attempts_rows *table,
                                 double count, bool with_cancelled);

/* "TIMEOUT (time limit)" */
const char *attempts_end_words(const struct findings *findings, const char *outcome,
                               const char *reason);
/* Whether its word and reason say more of a row than that it failed or was cancelled, or was lost
 * as all were that did not succeed. */
bool attempts_say_more(const struct attempts_rows *table, size_t row);
/* The name of a kind; NULL in a campaign of one, of which all is. */
const char *attempts_kind(const struct findings *findings, const char *kind);
/* "3 attempts of align, TIMEOUT (time limit)"; of a row of the table, whose end is left out where
 * it says no more. */
const char *attempts_count_words(const struct findings *findings, double count, const char *kind,
                                 const char *end);
const char *attempts_words(const struct findings *findings, const struct attempts_rows *table,
                           size_t row);
/* What helps against attempts that failed for that reason; NULL: not known. */
const char *attempts_advice(const struct findings *findings, const char *reason);

/* Attempts of the kind (`*`: all) that ended at this limit ("memory", "time"), or that failed at
 * one of the two: findings of limits are about those. */
double attempts_at_limit(const struct findings *findings, const char *kind, const char *quantity);
double attempts_at_limits(const struct findings *findings, const char *kind);
/* Whether each of so many failed attempts of a kind hit a limit: findings_limits.c reports, and
 * which to raise. */
bool attempts_are_at_limits(const struct findings *findings, const char *kind, double failed);

#endif
