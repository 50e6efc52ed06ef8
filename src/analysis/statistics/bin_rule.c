#include "analysis/statistics/bin_rule.h"

#include <math.h>

#include "analysis/statistics/statistic.h"

bool bin_rules_equal(const struct bin_rule *a, const struct bin_rule *b)
{
    return a->kind == b->kind && (a->kind != BIN_RULE_OF_NUMBER || a->number == b->number) &&
           a->has_range == b->has_range &&
           (!a->has_range ||
            !(a->low < b->low || a->low > b->low || a->high < b->high || a->high > b->high));
}

const char *bin_rule_text(const struct bin_rule *rule, struct arena *arena)
{
    static const char *const names[] = {[BIN_RULE_FD] = "fd", [BIN_RULE_SCOTT] = "scott"};
    const char *bins = rule->kind == BIN_RULE_OF_NUMBER ? arena_format(arena, "%zu", rule->number)
                                                        : names[rule->kind];
    return rule->has_range ? arena_format(arena, "%s; %.15g to %.15g", bins, rule->low, rule->high)
                           : bins;
}

struct range {
    double low, high;
};

/* Those that count, first in `kept`. */
static size_t keep(const struct bin_rule *rule, const double *values, size_t count, double *kept,
                   struct range *range)
{
    size_t some = 0;
    *range = (struct range){INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]) ||
            (rule->has_range && !(values[i] >= rule->low && values[i] <= rule->high)))
            continue;
        range->low = fmin(range->low, values[i]);
        range->high = fmax(range->high, values[i]);
        kept[some++] = values[i];
    }
    if (rule->has_range)
        *range = (struct range){rule->low, rule->high};
    if (!(range->low < range->high)) {
        range->low -= 0.5;
        range->high += 0.5;
    }
    return some;
}

/* Over n, not n − 1. */
static double deviation(const double *values, size_t count)
{
    double mean = statistic_mean(values, count), squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return sqrt(squares / (double)count);
}

/* Reorders the values. */
static double width_of(const struct bin_rule *rule, double *values, size_t count)
{
    static const double quarters[] = {0.25, 0.75};
    const double pi = 3.14159265358979323846;
    double quartiles[2], cube_root = cbrt((double)count);
    if (rule->kind == BIN_RULE_SCOTT)
        return cbrt(24 * sqrt(pi)) / cube_root * deviation(values, count);
    statistic_quantiles(values, count, quarters, 2, quartiles);
    return 2 * (quartiles[1] - quartiles[0]) / cube_root;
}

static size_t bins_of(const struct bin_rule *rule, const struct range *range, double *kept,
                      size_t count)
{
    double bins = (double)rule->number;
    if (rule->kind != BIN_RULE_OF_NUMBER) {
        double width = width_of(rule, kept, count);
        bins = width > 0 ? ceil((range->high - range->low) / width) : 1;
    }
    return (size_t)fmax(1, fmin(bins, BIN_RULE_MOST));
}

/* Rounding must not put a value beside its bin. */
static size_t bin_of(double value, const struct range *range, const double *edges, size_t bins)
{
    double place = (value - range->low) / (range->high - range->low) * (double)bins;
    size_t bin = (size_t)fmax(0, fmin(place, (double)(bins - 1)));
    if (value < edges[bin] && bin > 0)
        bin--;
    else if (bin + 1 < bins && value >= edges[bin + 1])
        bin++;
    return bin;
}

size_t bin_rule_count(const struct bin_rule *rule, const double *values, size_t count,
                      double *scratch, double *edges, size_t *counts)
{
    struct range range;
    size_t kept = keep(rule, values, count, scratch, &range);
    if (!kept)
        return 0;
    size_t bins = bins_of(rule, &range, scratch, kept);
    for (size_t i = 0; i < bins; i++) {
        edges[i] = range.low + (double)i * ((range.high - range.low) / (double)bins);
        counts[i] = 0;
    }
    edges[bins] = range.high;
    for (size_t i = 0; i < kept; i++)
        counts[bin_of(scratch[i], &range, edges, bins)]++;
    return bins;
}
