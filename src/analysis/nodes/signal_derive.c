#include "analysis/nodes/signal_derive.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

#include "analysis/nodes/remembered.h"
#include "analysis/nodes/signal_rate.h"
#include "util/error.h"
#include "util/number.h"

enum combining { COMBINING_RATIO, COMBINING_TOTAL };
enum parting { PARTING_SUM, PARTING_LARGEST };

struct derived {
    const char *name, *label, *unit;
    double factor;
    enum combining combining;
    enum parting parting;
    const char *dividend, *divisor;
};

static const struct derived derived_metrics[] = {
#define DERIVED(name, label, unit, factor, combine, part, dividend, divisor)                       \
    {name, label, unit, factor, COMBINING_##combine, PARTING_##part, dividend, divisor},
#include "analysis/nodes/derived_metrics.def"
#undef DERIVED
};
enum { DERIVED_COUNT = sizeof derived_metrics / sizeof derived_metrics[0], PATTERN_SIZE = 64 };

/* ---- what a pattern stands for ---- */

/* Takes the next of the patterns by space; false at their end. */
static bool next_pattern(const char **patterns, char *pattern)
{
    size_t size = strcspn(*patterns, " ");
    if (size == 0)
        return false;
    if (size >= PATTERN_SIZE)
        BUG("a pattern too long: %s", *patterns);
    memcpy(pattern, *patterns, size);
    pattern[size] = '\0';
    *patterns += size + strspn(*patterns + size, " ");
    return true;
}

/* Derived values come from formulas of the source, and not all of them are rates. */
static bool is_meant(const struct derived *derived, const struct signal_metric *metric,
                     const char *pattern)
{
    return fnmatch(pattern, metric->name, 0) == 0 &&
           (derived->combining == COMBINING_RATIO || strcmp(metric->unit, derived->unit) == 0);
}

/* What one pattern gives of the node of `like`, signal `place` of its metric, into `values`; false
 * when nothing of it is there. */
static bool evaluate_pattern(const struct signals *signals, size_t metric_count,
                             const struct derived *derived, const char *pattern,
                             const struct signal *like, size_t place, double *values)
{
    bool any = false;
    for (size_t m = 0; m < metric_count; m++) {
        const struct signal *signal =
            is_meant(derived, &signals->metrics[m], pattern)
                ? signals_of_node(signals, &signals->metrics[m], like->node, place)
                : NULL;
        if (!signal || signal->count != like->count)
            continue;
        if (signal->times != like->times &&
            memcmp(signal->times, like->times, like->count * sizeof *like->times) != 0)
            continue;
        for (size_t i = 0; i < like->count; i++) {
            double value = signal->values[i];
            bool is_larger = value > values[i] || isnan(value);
            if (!any || (derived->parting == PARTING_LARGEST && is_larger))
                values[i] = value;
            else if (derived->parting == PARTING_SUM)
                values[i] += value;
        }
        any = true;
    }
    return any;
}

/* The sum of what the patterns give; false when none gives anything. */
static bool evaluate(const struct signals *signals, size_t metric_count,
                     const struct derived *derived, const char *patterns, const struct signal *like,
                     size_t place, struct arena *scratch, double *values)
{
    char pattern[PATTERN_SIZE];
    double *more = arena_alloc_array(scratch, like->count, sizeof *more);
    bool any = false;
    while (next_pattern(&patterns, pattern)) {
        if (!evaluate_pattern(signals, metric_count, derived, pattern, like, place, more))
            continue;
        for (size_t i = 0; i < like->count; i++)
            values[i] = any ? values[i] + more[i] : more[i];
        any = true;
    }
    return any;
}

/* ---- signals ---- */

static size_t first_match(const struct signals *signals, size_t metric_count,
                          const struct derived *derived, const char *patterns)
{
    char pattern[PATTERN_SIZE];
    while (next_pattern(&patterns, pattern))
        for (size_t m = 0; m < metric_count; m++)
            if (is_meant(derived, &signals->metrics[m], pattern))
                return m;
    return metric_count;
}

static void finish_ratio(const struct derived *derived, const double *divisors, size_t count,
                         double *values)
{
    for (size_t i = 0; i < count; i++)
        values[i] = divisors[i] > 0 ? derived->factor * values[i] / divisors[i] : NUMBER_MISSING;
}

static size_t count_missing(const double *values, size_t count)
{
    size_t missing = 0;
    for (size_t i = 0; i < count; i++)
        missing += isnan(values[i]) ? 1 : 0;
    return missing;
}

static void add_signal(struct signals *signals, struct signal_metric *metric, struct signal signal)
{
    signal.metric = (uint32_t)(metric - signals->metrics);
    signal.missing = count_missing(signal.values, signal.count);
    signal.resets = signal.wraps = 0;
    signal.total = NUMBER_MISSING;
    signal.covered_s = 0;
    if (metric->kind == METRIC_RATE) {
        struct amount amount;
        rate_integrate(signal.times, signal.values, signal.count, signal.interval_s, &amount);
        signal.covered_s = amount.covered_s;
        signal.total = amount.covered_s > 0 ? amount.total : NUMBER_MISSING;
    }
    metric->present += signal.missing < signal.count ? 1 : 0;
    metric->count++;
    signals->items[signals->count++] = signal;
}

static void derive_signal(struct signals *signals, size_t metric_count,
                          const struct derived *derived, struct signal_metric *metric,
                          const struct signal_metric *like, size_t place)
{
    struct arena scratch;
    struct signal signal = signals->items[like->first + place];
    double *values = arena_alloc_array(&signals->arena, signal.count, sizeof *values);
    arena_init(&scratch);
    bool good = evaluate(signals, metric_count, derived, derived->dividend, &signal, place,
                         &scratch, values);
    if (good && *derived->divisor) {
        double *divisors = arena_alloc_array(&signals->arena, signal.count, sizeof *divisors);
        good = evaluate(signals, metric_count, derived, derived->divisor, &signal, place, &scratch,
                        divisors);
        finish_ratio(derived, divisors, signal.count, values);
        signal.weights = divisors;
    }
    signal.values = values;
    arena_release(&scratch);
    if (good)
        add_signal(signals, metric, signal);
}

static void derive_metric(struct signals *signals, size_t metric_count,
                          const struct derived *derived)
{
    bool is_ratio = derived->combining == COMBINING_RATIO;
    size_t like = first_match(signals, metric_count, derived, derived->dividend);
    bool has_divisor = !*derived->divisor ||
                       first_match(signals, metric_count, derived, derived->divisor) < metric_count;
    if (like == metric_count || !has_divisor ||
        signals_find(signals, derived->name) < signals->metric_count)
        return;
    const struct signal_metric *source = &signals->metrics[like];
    struct signal_metric *metric = &signals->metrics[signals->metric_count];
    *metric = (struct signal_metric){
        .name = derived->name,
        .label = derived->label,
        .unit = derived->unit,
        .total_unit = is_ratio ? NULL : "F",
        .kind = is_ratio ? METRIC_LEVEL : METRIC_RATE,
        .combine = is_ratio ? COMBINE_MEAN : COMBINE_TOTAL,
        .scope = "node",
        .first = signals->count,
        .grid = source->grid,
    };
    for (size_t i = 0; i < source->count; i++)
        derive_signal(signals, metric_count, derived, metric, source, i);
    signals->metric_count += metric->present > 0;
    if (!metric->present)
        signals->count = metric->first;
}

void signals_derive(struct signals *signals)
{
    size_t metric_count = signals->metric_count, most = 0;
    for (size_t i = 0; i < metric_count; i++)
        most = signals->metrics[i].count > most ? signals->metrics[i].count : most;
    struct signal_metric *metrics =
        arena_alloc_array(&signals->arena, metric_count + DERIVED_COUNT, sizeof *metrics);
    struct signal *items =
        arena_alloc_array(&signals->arena, signals->count + DERIVED_COUNT * most, sizeof *items);
    if (metric_count == 0)
        return;
    memcpy(metrics, signals->metrics, metric_count * sizeof *metrics);
    memcpy(items, signals->items, signals->count * sizeof *items);
    signals->metrics = metrics;
    signals->items = items;
    for (size_t i = 0; i < DERIVED_COUNT; i++)
        derive_metric(signals, metric_count, &derived_metrics[i]);
    remembered_free(signals->remembered);
    signals->remembered = remembered_new(signals->metric_count);
}
