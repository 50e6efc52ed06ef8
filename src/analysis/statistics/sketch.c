#include "analysis/statistics/sketch.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_BITS = 9, SHIFT = 52 - BUCKET_BITS };
static const int64_t BUCKETS = ((int64_t)0x7ff << BUCKET_BITS) + 1; /* of numbers above 0, and 0 */

int64_t sketch_bucket(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int64_t magnitude = bits & INT64_MAX;
    if (!magnitude)
        return 0;
    int64_t bucket = (magnitude >> SHIFT) + 1;
    return bits < 0 ? -bucket : bucket;
}

bool sketch_has(int64_t bucket)
{
    return bucket > -BUCKETS && bucket < BUCKETS;
}

static double bound(int64_t bucket)
{
    int64_t bits = bucket << SHIFT;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The harmonic mean of the bounds, whose relative distance to both is the same. */
double sketch_value(int64_t bucket)
{
    if (!bucket)
        return 0;
    double low = bound(llabs(bucket) - 1), high = bound(llabs(bucket));
    double value = isfinite(high) ? low + (high - low) * (low / (low + high)) : low;
    return bucket < 0 ? -value : value;
}

double sketch_top(int64_t bucket)
{
    return nextafter(bound(bucket), 0);
}

static double clip(const struct sketched *sketched, double value)
{
    return fmin(fmax(value, sketched->min), sketched->max);
}

/* ---- quantiles ---- */

/* Through the order statistics upwards. */
struct walk {
    const struct sketched *sketched;
    size_t bucket;
    uint64_t before; /* values in the buckets before that one */
    uint64_t total;
};

static double value_of_rank(struct walk *walk, uint64_t rank)
{
    const struct key_counts *buckets = walk->sketched->buckets;
    if (!rank)
        return walk->sketched->min;
    if (rank + 1 >= walk->total)
        return walk->sketched->max;
    while (walk->before + buckets->counts[walk->bucket] <= rank)
        walk->before += buckets->counts[walk->bucket++];
    return clip(walk->sketched, sketch_value(buckets->keys[walk->bucket]));
}

void sketch_quantiles(const struct sketched *sketched, const double *p, size_t p_count,
                      double *quantiles)
{
    struct walk walk = {sketched, 0, 0, key_counts_total(sketched->buckets)};
    for (size_t i = 0; i < p_count; i++) {
        double h = (double)(walk.total - 1) * p[i], whole = floor(h);
        if (!walk.total) {
            quantiles[i] = NAN;
            continue;
        }
        double low = value_of_rank(&walk, (uint64_t)whole);
        struct walk ahead = walk;
        double high = h > whole ? value_of_rank(&ahead, (uint64_t)whole + 1) : low;
        quantiles[i] = low + (high - low) * (h - whole);
    }
}

/* ---- boxes and bins ---- */

void sketch_box(const struct sketched *sketched, const struct summary *summary, struct box *box)
{
    *box = statistic_box_without_outliers(summary);
    for (size_t i = 0; i < sketched->buckets->count; i++) {
        double value = clip(sketched, sketch_value(sketched->buckets->keys[i]));
        if (value < box->lower || value > box->upper)
            box->outliers += sketched->buckets->counts[i];
    }
}

/* The values of a bucket are between these. */
struct range {
    double low, high;
};

static struct range range_of(const struct sketched *sketched, int64_t bucket)
{
    double near = bucket ? bound(llabs(bucket) - 1) : 0, far = bucket ? bound(llabs(bucket)) : 0;
    return (struct range){clip(sketched, bucket < 0 ? -far : near),
                          clip(sketched, bucket < 0 ? -near : far)};
}

struct equal_bins {
    double first, width;
    size_t count;
    double *shares; /* of the values, in each */
};

static size_t bin_at(const struct equal_bins *bins, double value)
{
    double place = floor((value - bins->first) / bins->width);
    size_t bin = place > 0 ? (size_t)place : 0;
    return bin < bins->count ? bin : bins->count - 1;
}

/* Evenly over the bins that it covers: of a bucket wider than bins one alone would stand out. */
static void share_out(const struct equal_bins *bins, struct range range, double count)
{
    size_t first = bin_at(bins, range.low), last = bin_at(bins, range.high);
    double width = range.high - range.low;
    for (size_t bin = first; bin <= last; bin++) {
        double low = bin == first ? range.low : bins->first + (double)bin * bins->width;
        double high = bin == last ? range.high : bins->first + (double)(bin + 1) * bins->width;
        bins->shares[bin] += first == last ? count : count * fmax(high - low, 0) / width;
    }
}

/* Whole numbers that add up to all values. */
static void count_shares(const double *shares, size_t bins, uint64_t total, size_t *counts)
{
    double sum = 0;
    uint64_t before = 0;
    for (size_t i = 0; i < bins; i++) {
        sum += shares[i];
        uint64_t up_to = i + 1 < bins && sum < (double)total ? (uint64_t)(sum + 0.5) : total;
        counts[i] = (size_t)(up_to - before);
        before = up_to;
    }
}

size_t sketch_histogram(const struct sketched *sketched, size_t bins, double *edges, size_t *counts)
{
    const struct key_counts *buckets = sketched->buckets;
    struct summary ends = {.count = key_counts_total(buckets),
                           .min = sketched->min,
                           .max = sketched->max};
    const double both[2] = {sketched->min, sketched->max};
    double shares[STATISTIC_MOST_BINS] = {0};
    if (!ends.count)
        return 0;
    size_t used = statistic_histogram_of(&ends, both, 2, bins, edges, counts);
    const struct equal_bins equal = {edges[0], (edges[used] - edges[0]) / (double)used, used,
                                     shares};
    for (size_t i = 0; i < buckets->count; i++)
        share_out(&equal, range_of(sketched, buckets->keys[i]), (double)buckets->counts[i]);
    count_shares(shares, used, ends.count, counts);
    return used;
}
