/* What memory the tasks of a kind need, by their peaks and by what those requested that were
 * killed: what findings_requests.c words as an advice. */
#ifndef ANALYSIS_FINDINGS_MEMORY_NEED_H
#define ANALYSIS_FINDINGS_MEMORY_NEED_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/findings/finding.h"

/* What tasks of a kind need, in bytes: nearly all of them, those that succeeded, and attempts that
 * failed, too. */
struct memory_need {
    double first, succeeded, most;
    double requested; /* now; NaN when not known */
    double tasks, retries;
    bool per_node;
    double cpus; /* of a node, where memory is requested per CPU; else NaN */
};

/* Highest peak of tasks of the kind that succeeded, and of attempts that failed or were cancelled.
 */
double finding_needed_peak(const struct findings *findings, const char *kind);

/* False: not known. */
bool memory_need_of(const struct findings *findings, const char *kind, struct memory_need *need);
/* Whether what is requested is enough for all, and rounding up says no less. */
bool memory_need_fits_all(const struct findings *findings, const struct memory_need *need);
/* Whether less cannot be requested, rounded up. */
bool memory_need_keeps_request(const struct findings *findings, const struct memory_need *need);
/* Whether the first request of a kind, rounded up, with what needs more repeated at the most, would
 * hold more memory × time than its tasks requested; or the most for all of them. False where tasks
 * used more than they requested, or where the two are not known of the same number of tasks. */
bool memory_need_holds_more(const struct findings *findings, const char *kind);
bool memory_need_most_holds_more(const struct findings *findings, const char *kind);
/* Whether attempts were killed that had requested as much as all tasks of the kind need, by their
 * peaks, or more. */
bool memory_need_was_too_little(const struct findings *findings, const char *kind);

/* Attempts of the kind that were killed (signal 9), repeated or not: their row in the table
 * `kills`, FINDING_NO_ROW where there is none; how many; the most memory that one of them had
 * requested, in bytes, NaN when not known. */
size_t memory_kills_row(const struct findings *findings, const char *kind);
double memory_kills(const struct findings *findings, const char *kind);
double memory_killed_request(const struct findings *findings, const char *kind);

#endif
