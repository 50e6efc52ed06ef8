/* Clock faults: which samples of a timeline have stamps that cannot be right.
 *
 * A source writes its samples in the order in which it takes them. Stamps are checked in that
 * order:
 * - Stamps more than 31 days away from the others are wrong: where the stamps, sorted, leave such a
 *   gap, the side with most of them is kept (of equal ones the later).
 * - Where more than a tenth of the steps go back the samples are no longer in that order (a table
 *   that somebody sorted by other columns): they are sorted by time and none is wrong. So are steps
 *   back of up to two sampling intervals (the median step), pieces that fit behind each other, no
 *   further than three intervals apart, and samples that by time follow each other regularly: after
 *   0.6 to three intervals, or as they were written.
 * - Else the samples are cut where the clock goes back by more, or forward by more than three
 *   intervals. Of the pieces the chain of most samples is kept in which each piece goes on behind
 *   the last stamp of the one before; what a piece has up to that stamp is set aside, as is every
 *   piece outside the chain.
 * - Samples that repeat earlier ones, stamp and all values, are repeats and no fault.
 * Where the clock of the chain advances by less than half of the samples that were taken meanwhile
 * the count of time starts anew: no counter's step leads over that place. */
#ifndef ANALYSIS_NODES_CLOCK_FAULTS_H
#define ANALYSIS_NODES_CLOCK_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the samples at two places have the same values. */
typedef bool same_sample(const void *context, size_t left, size_t right);

struct kept_samples {
    size_t *places; /* in the source, ascending; NULL: all are kept */
    size_t count;   /* of places */
    size_t set_aside, repeated;
    double *restarts; /* stamps, ascending, from which the count of time starts anew */
    size_t restart_count;
};

/* `first`, `last`: the lowest and highest finite stamp; `in_order`: all finite and ascending. */
void kept_samples_find(struct kept_samples *kept, const double *times, size_t count, bool in_order,
                       double first, double last, same_sample *same, const void *context);
void kept_samples_release(struct kept_samples *kept);

#endif
