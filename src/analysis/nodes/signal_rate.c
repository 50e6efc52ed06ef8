#include "analysis/nodes/signal_rate.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

static const double LONGEST_GAP_INTERVALS = 3;

/* How a counter goes from one sample to the next: the step, or NaN where it has none. */
struct stepping {
    double range;      /* of an energy counter, NaN when unknown */
    double most_watts; /* beyond it a mended step is not believed; NaN when there is no measure */
    struct amount *amount;
};

static size_t first_present(const struct samples *samples)
{
    size_t i = 0;
    while (i < samples->count && isnan(samples->values[i]))
        i++;
    return i;
}

static void add_step(struct amount *amount, double step, double seconds)
{
    amount->total += step;
    amount->covered_s += seconds;
}

static void drop_first(struct samples *samples)
{
    if (samples->count) {
        samples->count--;
        samples->times++;
    }
}

static double step_of_counter(struct stepping *stepping, double from, double to, double seconds)
{
    (void)seconds;
    if (to >= from)
        return to - from;
    stepping->amount->resets++;
    return NUMBER_MISSING;
}

/* Rate i + 1 goes to place i, which was read before. */
static void fill_rates(struct samples *samples, struct stepping *stepping,
                       double (*step_of)(struct stepping *, double, double, double))
{
    size_t from = first_present(samples);
    double *values = samples->values, latest = from < samples->count ? values[from] : 0;
    for (size_t i = 1; i < samples->count; i++) {
        double value = values[i];
        values[i - 1] = NUMBER_MISSING;
        if (i <= from || isnan(value))
            continue;
        double seconds = samples->times[i] - samples->times[from];
        double step = step_of(stepping, latest, value, seconds);
        if (!isnan(step)) {
            values[i - 1] = step / seconds;
            add_step(stepping->amount, step, seconds);
        }
        from = i;
        latest = value;
    }
    drop_first(samples);
}

void rate_from_counter(struct samples *samples, struct amount *amount)
{
    struct stepping stepping = {.amount = amount};
    *amount = (struct amount){0};
    fill_rates(samples, &stepping, step_of_counter);
}

/* ---- energy ---- */

/* max_energy_range_uj of Linux's powercap, in joules: 2^32 units of 1, 15.26, 15.3 and 61 µJ. */
static const double usual_ranges_J[] = {4294.967296, 65532.610987, 65712.999613, 262143.32885};

static const double NEAR_RANGE = 0.05, MOST_OF_MEDIAN = 10;

/* A counter that cannot be read is written as 0; one that starts from 0 is not. */
static void drop_zeros(struct samples *samples)
{
    for (size_t i = first_present(samples) + 1; i < samples->count; i++)
        if (samples->values[i] == 0)
            samples->values[i] = NUMBER_MISSING;
}

/* Ten times the median power, so that a fall that is no wrap does not become a spike. */
static double believable_watts(const struct samples *samples)
{
    double *watts = memory_alloc_array(samples->count, sizeof *watts);
    size_t used = 0, from = first_present(samples);
    for (size_t i = from + 1; i < samples->count; i++) {
        if (isnan(samples->values[i]))
            continue;
        watts[used] = (samples->values[i] - samples->values[from]) /
                      (samples->times[i] - samples->times[from]);
        used += watts[used] > 0;
        from = i;
    }
    double median = statistic_median(watts, used);
    free(watts);
    return MOST_OF_MEDIAN * median;
}

static bool is_near_below(double value, double range)
{
    return value <= range && value >= (1 - NEAR_RANGE) * range;
}

/* Where the counter wrapped when it fell from `from`, NaN when it looks like no wrap. */
static double wrap_range(const struct stepping *stepping, double from)
{
    bool has_measure = !isnan(stepping->most_watts);
    if (stepping->range > 0) {
        bool may_wrap =
            has_measure ? from <= stepping->range : is_near_below(from, stepping->range);
        return may_wrap ? stepping->range : NUMBER_MISSING;
    }
    for (size_t i = 0; has_measure && i < sizeof usual_ranges_J / sizeof usual_ranges_J[0]; i++)
        if (is_near_below(from, usual_ranges_J[i]))
            return usual_ranges_J[i];
    return NUMBER_MISSING;
}

static bool is_believable(const struct stepping *stepping, double step, double seconds)
{
    return isnan(stepping->most_watts) || step < stepping->most_watts * seconds;
}

static double step_of_energy(struct stepping *stepping, double from, double to, double seconds)
{
    double step = to - from;
    if (step >= 0)
        return from == 0 && !is_believable(stepping, step, seconds) ? NUMBER_MISSING : step;
    step += wrap_range(stepping, from);
    if (isnan(step) || step < 0 || !is_believable(stepping, step, seconds)) {
        stepping->amount->resets++;
        return NUMBER_MISSING;
    }
    stepping->amount->wraps++;
    return step;
}

/* Is there a step that is to be judged by its power? */
static bool has_odd_step(const struct samples *samples)
{
    size_t from = first_present(samples);
    if (from < samples->count && samples->values[from] == 0)
        return true;
    for (size_t i = from + 1; i < samples->count; i++) {
        if (samples->values[i] < samples->values[from])
            return true;
        if (!isnan(samples->values[i]))
            from = i;
    }
    return false;
}

void rate_from_energy(struct samples *samples, double range, struct amount *amount)
{
    struct stepping stepping = {range, NUMBER_MISSING, amount};
    *amount = (struct amount){0};
    drop_zeros(samples);
    if (has_odd_step(samples))
        stepping.most_watts = believable_watts(samples);
    fill_rates(samples, &stepping, step_of_energy);
}

/* ---- integrals ---- */

void rate_integrate(const double *times, const double *values, size_t count, double interval_s,
                    struct amount *amount)
{
    double longest_s = LONGEST_GAP_INTERVALS * interval_s;
    size_t from = count;
    *amount = (struct amount){0};
    for (size_t i = 0; i < count; i++) {
        if (isnan(values[i]))
            continue;
        double seconds = from < count ? times[i] - times[from] : NUMBER_MISSING;
        if (seconds <= longest_s)
            add_step(amount, (values[from] + values[i]) / 2 * seconds, seconds);
        from = i;
    }
}
