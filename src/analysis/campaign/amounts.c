#include "analysis/campaign/amounts.h"

#include <math.h>
#include <string.h>

#include "analysis/statistics/sketch.h"

/* Keys from this one on are buckets. */
static const int64_t BUCKETS_FROM = (int64_t)1 << 52;

static double steps_of(const char *quantity)
{
    return quantity && strcmp(quantity, "memory") == 0 ? 1 : 1000;
}

static int64_t bucket_key(double amount)
{
    return BUCKETS_FROM + sketch_bucket(amount);
}

int64_t amounts_key(double amount, const char *quantity)
{
    double steps = amount * steps_of(quantity);
    return steps < (double)BUCKETS_FROM - 1 ? (int64_t)(steps + 0.5) : bucket_key(amount);
}

double amounts_value(int64_t key, const char *quantity)
{
    return key < BUCKETS_FROM ? (double)key / steps_of(quantity) : sketch_value(key - BUCKETS_FROM);
}

bool amounts_have(int64_t key)
{
    return key >= 0 && (key < BUCKETS_FROM || sketch_has(key - BUCKETS_FROM));
}

static void append(struct key_counts *amounts, int64_t key, uint64_t count)
{
    if (amounts->count && amounts->keys[amounts->count - 1] == key)
        amounts->counts[amounts->count - 1] += count;
    else
        key_counts_append(amounts, key, count);
}

/* Those that are no buckets come first: each sort is ascending for itself. */
void amounts_bound(struct key_counts *amounts, const char *quantity)
{
    struct key_counts exact = {0}, buckets = {0};
    if (!amounts->count ||
        (amounts->count <= AMOUNTS_MOST && amounts->keys[amounts->count - 1] < BUCKETS_FROM))
        return;
    for (size_t i = 0; i < amounts->count; i++) {
        int64_t key = amounts->keys[i];
        if (key < BUCKETS_FROM)
            append(&exact, bucket_key(amounts_value(key, quantity)), amounts->counts[i]);
        else
            append(&buckets, key, amounts->counts[i]);
    }
    key_counts_merge(&buckets, &exact);
    key_counts_release(&exact);
    key_counts_release(amounts);
    *amounts = buckets;
}

static int64_t key_of_rank(const struct key_counts *amounts, uint64_t rank)
{
    size_t i = 0;
    for (uint64_t before = amounts->counts[0]; before <= rank; before += amounts->counts[i])
        i++;
    return amounts->keys[i];
}

double amounts_median(const struct key_counts *amounts, const char *quantity)
{
    uint64_t total = key_counts_total(amounts);
    if (!total)
        return NAN;
    double low = amounts_value(key_of_rank(amounts, (total - 1) / 2), quantity);
    double high = amounts_value(key_of_rank(amounts, total / 2), quantity);
    return low + (high - low) / 2;
}
