#include "check.h"

#include <stdint.h>
#include <stdlib.h>

#include "analysis/statistics/sketch.h"

static double next(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

enum { MOST = 5000, QUANTILES = 10 };

struct sample {
    double values[MOST];
    int64_t keys[MOST];
    size_t count;
    struct key_counts buckets;
    double min, max;
};

static struct sketched sketch_of(struct sample *sample)
{
    sample->min = INFINITY;
    sample->max = -INFINITY;
    sample->buckets = (struct key_counts){0};
    for (size_t i = 0; i < sample->count; i++) {
        sample->keys[i] = sketch_bucket(sample->values[i]);
        sample->min = fmin(sample->min, sample->values[i]);
        sample->max = fmax(sample->max, sample->values[i]);
    }
    key_counts_add(&sample->buckets, sample->keys, sample->count);
    return (struct sketched){&sample->buckets, sample->min, sample->max};
}

static const double p[QUANTILES] = {0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999, 1};

static void check_quantiles(struct sample *sample, const double *expected)
{
    double quantiles[QUANTILES];
    struct sketched sketched = sketch_of(sample);
    sketch_quantiles(&sketched, p, QUANTILES, quantiles);
    CHECK(quantiles[0] == expected[0]);
    CHECK(quantiles[QUANTILES - 1] == expected[QUANTILES - 1]);
    for (int i = 0; i < QUANTILES; i++)
        CHECK_NEAR(quantiles[i], expected[i], SKETCH_ERROR);
    key_counts_release(&sample->buckets);
}

/* Expected: numpy.quantile of all values. */
static void quantiles_are_within_the_error(void)
{
    static struct sample sample;
    static const double expected[] = {0.5022604855938199, 0.7167018602707127, 1.3581599603503267,
                                      21.082314783984923, 684.6257982967481,  19426.075374288583,
                                      333019.48268139106, 663986.8086390493,  769309.14841514,
                                      784293.689951909};
    uint64_t state = 2;
    sample.count = 5000;
    for (size_t i = 0; i < sample.count; i++) {
        double mantissa = 0.5 + next(&state);
        sample.values[i] = ldexp(mantissa, (int)(next(&state) * 20));
    }
    check_quantiles(&sample, expected);
}

static void values_may_be_negative(void)
{
    static struct sample sample;
    static const double expected[] = {-38.363360759397644, -32.113695182249295,
                                      -12.182898717689998, -0.31286610068884213,
                                      0.8786874097374398,  6.194963293710163,
                                      40.31077222706196,   74.48761524337151,
                                      88.39613099942287,   88.97971402424326};
    uint64_t state = 3;
    sample.count = 2000;
    for (size_t i = 0; i < sample.count; i++) {
        double mantissa = next(&state) - 0.3;
        sample.values[i] = ldexp(mantissa, (int)(next(&state) * 8));
    }
    check_quantiles(&sample, expected);
}

/* What stands for a bucket is as near to its values as is promised, and buckets are in the order of
 * their values. */
static void a_bucket_stands_for_its_values(void)
{
    uint64_t state = 4;
    for (int i = 0; i < 100000; i++) {
        double mantissa = 1 + next(&state);
        double value = ldexp(mantissa, (int)(next(&state) * 2045) - 1022);
        int64_t bucket = sketch_bucket(value);
        CHECK(sketch_has(bucket));
        CHECK(fabs(sketch_value(bucket) - value) <= SKETCH_ERROR * value);
        CHECK(sketch_bucket(-value) == -bucket);
        CHECK(sketch_bucket(sketch_value(bucket)) == bucket);
        CHECK(sketch_bucket(value * (1 + SKETCH_ERROR * 2)) > bucket);
    }
    CHECK_INT(sketch_bucket(0), 0);
    CHECK_INT(sketch_bucket(-0.0), 0);
    CHECK(sketch_value(0) == 0);
    CHECK(sketch_has(sketch_bucket(0x1.fffffffffffffp1023)));
    CHECK(!sketch_has(sketch_bucket(INFINITY)));
    CHECK(isfinite(sketch_value(sketch_bucket(0x1.fffffffffffffp1023))));
}

/* In pieces of any size, merged in any order, and however they were counted. */
static void merging_gives_the_same_counts(void)
{
    static struct sample sample;
    struct key_counts merged = {0};
    uint64_t state = 5;
    sample.count = MOST;
    for (size_t i = 0; i < sample.count; i++) {
        double mantissa = 1 + next(&state);
        sample.values[i] = ldexp(mantissa, (int)(next(&state) * 60));
    }
    sketch_of(&sample);
    for (size_t from = MOST; from > 0;) {
        size_t size = 1 + from / 3;
        struct key_counts piece = {0};
        from -= size;
        for (size_t i = 0; i < size; i++)
            sample.keys[i] = sketch_bucket(sample.values[from + i]);
        key_counts_add(&piece, sample.keys, size);
        key_counts_merge(&merged, &piece);
        key_counts_release(&piece);
    }
    CHECK_INT(key_counts_total(&merged), MOST);
    CHECK_INT(merged.count, sample.buckets.count);
    CHECK(memcmp(merged.keys, sample.buckets.keys, merged.count * sizeof *merged.keys) == 0);
    CHECK(memcmp(merged.counts, sample.buckets.counts, merged.count * sizeof *merged.counts) == 0);
    key_counts_release(&merged);
    key_counts_release(&sample.buckets);
}

static void boxes_and_bins_hold_all_values(void)
{
    static struct sample sample;
    double edges[STATISTIC_MOST_BINS + 1];
    size_t counts[STATISTIC_MOST_BINS], total = 0;
    sample.count = 101;
    for (size_t i = 0; i < 100; i++)
        sample.values[i] = (double)i + 1;
    sample.values[100] = 1000;
    struct sketched sketched = sketch_of(&sample);
    size_t bins = sketch_histogram(&sketched, 40, edges, counts);
    CHECK_INT(bins, 40);
    CHECK(edges[0] == 1 && edges[40] == 1000);
    for (size_t i = 0; i < bins; i++)
        total += counts[i];
    CHECK_INT(total, 101);
    CHECK_INT(counts[39], 1);
    struct summary summary = {.count = 101, .min = 1, .p25 = 26, .p50 = 51, .p75 = 76, .max = 1000};
    struct box box;
    sketch_box(&sketched, &summary, &box);
    CHECK(box.lower == 1 && box.upper == 151);
    CHECK_INT(box.outliers, 1);
    key_counts_release(&sample.buckets);
}

/* 5,000 values evenly from 1,000 to 1,010: buckets are 1 wide, bins 0.25. */
static void buckets_wider_than_bins_make_no_comb(void)
{
    static struct sample sample;
    double edges[STATISTIC_MOST_BINS + 1];
    size_t counts[STATISTIC_MOST_BINS], total = 0;
    sample.count = MOST;
    for (size_t i = 0; i < sample.count; i++)
        sample.values[i] = 1000 + 10 * (double)i / (MOST - 1);
    struct sketched sketched = sketch_of(&sample);
    CHECK_INT(sketch_histogram(&sketched, 40, edges, counts), 40);
    for (size_t i = 0; i < 40; i++) {
        CHECK(counts[i] >= 124 && counts[i] <= 126);
        total += counts[i];
    }
    CHECK_INT(total, MOST);
    key_counts_release(&sample.buckets);
}

static void of_nothing_there_is_nothing(void)
{
    const struct key_counts none = {0};
    const struct sketched sketched = {&none, NAN, NAN};
    double quantile, edges[STATISTIC_MOST_BINS + 1];
    size_t counts[STATISTIC_MOST_BINS];
    sketch_quantiles(&sketched, &p[4], 1, &quantile);
    CHECK(isnan(quantile));
    CHECK_INT(sketch_histogram(&sketched, 40, edges, counts), 0);
}

CHECK_MAIN(TEST(quantiles_are_within_the_error), TEST(values_may_be_negative),
           TEST(a_bucket_stands_for_its_values), TEST(merging_gives_the_same_counts),
           TEST(boxes_and_bins_hold_all_values), TEST(buckets_wider_than_bins_make_no_comb),
           TEST(of_nothing_there_is_nothing))
