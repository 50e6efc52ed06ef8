/* Values of several entries of a part, put together: what is said of them. */
#ifndef ANALYSIS_CAMPAIGN_VALUE_POOL_H
#define ANALYSIS_CAMPAIGN_VALUE_POOL_H

#include "analysis/campaign/part.h"
#include "analysis/statistics/sketch.h"
#include "analysis/statistics/statistic.h"

/* All zeroes but the ends: value_pool_init. */
struct value_pool {
    struct exact_sum sum, squares;
    struct key_counts values;
    double low, high;
};

void value_pool_init(struct value_pool *pool);
void value_pool_release(struct value_pool *pool);
/* Of a class with values; NULL adds nothing. */
void value_pool_add(struct value_pool *pool, struct part_entry *entry);

struct sketched value_pool_sketched(const struct value_pool *pool);
/* Of so many tasks, with a value and without. Mean, deviation and extremes are exact; quantiles
 * within SKETCH_ERROR. */
struct summary value_pool_summary(struct value_pool *pool, size_t tasks);

#endif
