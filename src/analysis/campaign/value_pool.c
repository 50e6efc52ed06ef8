#include "analysis/campaign/value_pool.h"

#include <math.h>

#include "util/number.h"

void value_pool_init(struct value_pool *pool)
{
    *pool = (struct value_pool){.low = NUMBER_MISSING, .high = NUMBER_MISSING};
}

void value_pool_release(struct value_pool *pool)
{
    exact_sum_release(&pool->sum);
    exact_sum_release(&pool->squares);
    key_counts_release(&pool->values);
}

void value_pool_add(struct value_pool *pool, struct part_entry *entry)
{
    if (!entry)
        return;
    exact_sum_merge(&pool->sum, &entry->sums[0]);
    exact_sum_merge(&pool->squares, &entry->sums[1]);
    key_counts_merge(&pool->values, &entry->values);
    pool->low = fmin(pool->low, entry->lows[0]);
    pool->high = fmax(pool->high, entry->highs[0]);
}

struct sketched value_pool_sketched(const struct value_pool *pool)
{
    return (struct sketched){&pool->values, pool->low, pool->high};
}

struct summary value_pool_summary(struct value_pool *pool, size_t tasks)
{
    static const double p[] = {0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
    double quantiles[sizeof p / sizeof p[0]];
    const struct sketched sketched = value_pool_sketched(pool);
    size_t count = (size_t)pool->sum.count;
    sketch_quantiles(&sketched, p, sizeof p / sizeof p[0], quantiles);
    return (struct summary){.count = count,
                            .missing = tasks > count ? tasks - count : 0,
                            .mean = exact_sum_value(&pool->sum) / (double)count,
                            .deviation = exact_sum_deviation(&pool->sum, &pool->squares),
                            .min = pool->low,
                            .p05 = quantiles[0],
                            .p25 = quantiles[1],
                            .p50 = quantiles[2],
                            .p75 = quantiles[3],
                            .p95 = quantiles[4],
                            .p99 = quantiles[5],
                            .max = pool->high};
}
