/* Amounts of memory, time or cores that were requested: counts by amount. A request is a stated
 * number, and a kind of tasks has few distinct ones, so they are kept as they are, to 1 B and to
 * 1/1,000 of a second or core. Of more distinct ones than AMOUNTS_MOST, or beyond 2^52 of these
 * steps, all are kept by their buckets of a sketch (statistics/sketch.h) instead: whichever way
 * parts are put together, the same is kept of the same amounts. */
#ifndef ANALYSIS_CAMPAIGN_AMOUNTS_H
#define ANALYSIS_CAMPAIGN_AMOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/statistics/key_counts.h"

enum { AMOUNTS_MOST = 1000 };

/* Of which attempts: the last text of entries of amounts. */
#define AMOUNTS_COMPARED "compared"     /* tasks that succeeded and of which the use is known */
#define AMOUNTS_SUCCEEDED "succeeded"   /* attempts that did, and did not run into the limit */
#define AMOUNTS_REPEATED "repeated"     /* later attempts, numbered, with which tasks succeeded */
#define AMOUNTS_UNNUMBERED "unnumbered" /* attempts without a number with which tasks succeeded */

/* Of an amount above 0; greater for greater ones. `quantity`: "memory" (bytes), "time" (s) or
 * "cores". */
int64_t amounts_key(double amount, const char *quantity);
double amounts_value(int64_t key, const char *quantity);
/* Whether there is such a key. */
bool amounts_have(int64_t key);

/* Keeps the bound after keys were added. */
void amounts_bound(struct key_counts *amounts, const char *quantity);

/* NaN of none; interpolated as statistic_median. */
double amounts_median(const struct key_counts *amounts, const char *quantity);

#endif
