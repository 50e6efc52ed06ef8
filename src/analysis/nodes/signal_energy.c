#include "analysis/nodes/signal_energy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/statistic.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

/* max_energy_range_uj of Linux's powercap in joules, ascending: (2^32 − 1) units of 2^-k J, which
 * the kernel rounds down to whole nanojoules (k = 16, 15, 14, 13, 12, 10), 15.3 µJ of the memory of
 * Intel's servers, and 2^32 µJ of what keeps microjoules in 32 bits. */
struct usual_range {
    double joules;
    bool memory_only;
};
static const struct usual_range usual_ranges[] = {
    {4294.967296, false},     {65532.61098711, false},   {65712.9996135, true},
    {131069.51694151, false}, {262143.32885032, false},  {524286.6577006, false},
    {1048573.3154013, false}, {4194301.85153979, false},
};
enum { RANGE_COUNT = sizeof usual_ranges / sizeof usual_ranges[0], LEAST_FALLS = 3 };

static const double NEAR_RANGE = 0.05; /* without a measure of power */
static const double MOST_OF_MEDIAN = 10;
static const double LEAST_OF_KNOWN = 0.5, MOST_OF_KNOWN = 1.5; /* of what other steps draw */
static const double USUAL_STEP = 1.5;      /* median steps; a longer one is over a gap */
static const double SHORTEST_START_S = 60; /* of a node */
static const double LEAST_OF_MEAN = 0.8, MOST_OF_MEAN = 1.25, MOST_CHANCE = 0.15; /* in a gap */
static const double MOST_DOUBT = 0.25;      /* of the wraps: falls that are none, and look so */
static const double MOST_WATTS = 500;       /* that a socket draws */
static const double SMALLEST_RANGE = 65000; /* of processors in use */
static const double CLEARLY_NEARER = 3, SAME_RANGE = 0.01;

/* ---- falls ---- */

/* Where the counter fell, and what was drawn beside it. */
struct fall {
    size_t place;
    double from, to, seconds;
    double low_watts, high_watts; /* of the nearest steps that are none; NaN: there are none */
};

struct falls {
    struct fall *items;
    size_t count, capacity;
    size_t rises;   /* steps that are none */
    double highest; /* value of the counter */
    /* Of the steps that are no falls; NaN without any. */
    double median_watts, mean_watts, lowest_watts, highest_watts, median_s;
    double most_watts; /* that a step which is a fall may draw */
};

static void add_watts(struct fall *fall, double watts)
{
    fall->low_watts = fmin(fall->low_watts, watts);
    fall->high_watts = fmax(fall->high_watts, watts);
}

static void add_fall(struct falls *falls, struct fall fall)
{
    *list_add(falls) = fall;
}

/* A step that is a mistake, and draws what no socket does, is no measure. */
static double most_watts(const struct falls *falls, enum energy_source source)
{
    double most = MOST_OF_KNOWN * falls->highest_watts;
    if (source == ENERGY_OTHER)
        return most;
    return fmin(most, fmax(MOST_WATTS, MOST_OF_KNOWN * falls->median_watts));
}

static void find_falls(struct falls *falls, const struct samples *samples,
                       enum energy_source source)
{
    double *watts = memory_alloc_array(samples->count + 1, sizeof *watts), last = NUMBER_MISSING;
    double *lengths = memory_alloc_array(samples->count + 1, sizeof *lengths);
    size_t used = 0, from = samples_first_present(samples), behind = 0;
    double joules = 0, all_s = 0;
    *falls = (struct falls){.highest = from < samples->count ? samples->values[from] : 0,
                            .lowest_watts = NUMBER_MISSING,
                            .highest_watts = NUMBER_MISSING};
    for (size_t i = from + 1; i < samples->count; i++) {
        double value = samples->values[i];
        if (isnan(value))
            continue;
        double seconds = samples->times[i] - samples->times[from];
        double step = value - samples->values[from];
        falls->highest = fmax(falls->highest, value);
        if (step < 0) {
            add_fall(falls, (struct fall){i, samples->values[from], value, seconds, last, last});
        } else if (step > 0) {
            last = watts[used] = step / seconds;
            lengths[used++] = seconds;
            joules += step;
            all_s += seconds;
            falls->lowest_watts = fmin(falls->lowest_watts, last);
            falls->highest_watts = fmax(falls->highest_watts, last);
            for (; behind < falls->count; behind++)
                add_watts(&falls->items[behind], last);
        }
        from = i;
    }
    falls->rises = used;
    falls->median_watts = statistic_median(watts, used);
    falls->mean_watts = joules / all_s;
    falls->median_s = statistic_median(lengths, used);
    falls->most_watts = most_watts(falls, source);
    free(lengths);
    free(watts);
}

/* ---- ranges ---- */

/* A node may have been started anew in a gap between samples, whereby its counter is set back: the
 * mean power is to be as in the rest of the run, and few counts may be such that it is so by
 * chance. */
static bool fits_gap(const struct falls *falls, const struct fall *fall, double range)
{
    double low = LEAST_OF_MEAN * falls->mean_watts, high = MOST_OF_MEAN * falls->mean_watts;
    double watts = (fall->to - fall->from + range) / fall->seconds;
    return watts >= low && watts <= high && (high - low) * fall->seconds <= MOST_CHANCE * range;
}

/* Power may switch from one step to the next: a wrap may draw what any step of the run does. */
static bool fits(const struct falls *falls, const struct fall *fall, double range)
{
    double watts = (fall->to - fall->from + range) / fall->seconds;
    if (range < fall->from)
        return false;
    if (fall->seconds > fmax(USUAL_STEP * falls->median_s, SHORTEST_START_S))
        return fits_gap(falls, fall, range);
    return watts >= LEAST_OF_KNOWN * falls->lowest_watts && watts <= falls->most_watts;
}

/* Whether falls that are no wraps are so many that some of those that fit may be none either. Which
 * part of them would fit by chance is how far the counts are spread that do. */
static bool is_in_doubt(const struct falls *falls, double range)
{
    size_t fitting = 0;
    for (size_t i = 0; i < falls->count; i++)
        fitting += fits(falls, &falls->items[i], range);
    double watts = falls->most_watts - LEAST_OF_KNOWN * falls->lowest_watts;
    double chance = fmin(watts * falls->median_s / range, 1);
    double others = (double)(falls->count - fitting);
    return others * chance > MOST_DOUBT * (double)fitting * (1 - chance);
}

/* The range at which a fall would go on as the steps beside it. */
static double range_of_fall(const struct fall *fall)
{
    return fall->from - fall->to + (fall->low_watts + fall->high_watts) / 2 * fall->seconds;
}

/* The median range of the falls; NaN without any. *spread: between the outermost of them. */
static double range_of_falls(const struct falls *falls, double *spread)
{
    double *ranges = memory_alloc_array(falls->count + 1, sizeof *ranges);
    double low = INFINITY, high = -INFINITY;
    size_t used = 0;
    for (size_t i = 0; i < falls->count; i++) {
        double range = range_of_fall(&falls->items[i]);
        if (isnan(range))
            continue;
        low = fmin(low, range);
        high = fmax(high, range);
        ranges[used++] = range;
    }
    double median = statistic_median(ranges, used);
    free(ranges);
    *spread = high - low;
    return median;
}

static bool most_fit(const struct falls *falls, double range)
{
    size_t fitting = 0;
    for (size_t i = 0; i < falls->count; i++)
        fitting += fits(falls, &falls->items[i], range);
    return range >= falls->highest && 2 * fitting >= falls->count && !is_in_doubt(falls, range);
}

static bool may_have(enum energy_source source, const struct usual_range *range)
{
    return source != ENERGY_PROCESSOR || !range->memory_only;
}

/* The usual range that the falls fit; NaN: none, or several that they do not distinguish. What is
 * seen is off by as much as power swings from step to step. */
static double find_usual(const struct falls *falls, enum energy_source source, double seen)
{
    double best = NUMBER_MISSING, away = INFINITY, next_away = INFINITY;
    double swing = (falls->highest_watts - falls->lowest_watts) * falls->median_s;
    for (size_t i = 0; i < RANGE_COUNT; i++) {
        double range = usual_ranges[i].joules, distance = fabs(range - seen);
        if (!may_have(source, &usual_ranges[i]) || !most_fit(falls, range))
            continue;
        if (distance < away) {
            next_away = away;
            away = distance;
            best = range;
        } else {
            next_away = fmin(next_away, distance);
        }
    }
    bool is_clear = next_away >= CLEARLY_NEARER * away && next_away >= CLEARLY_NEARER * swing;
    return is_clear ? best : NUMBER_MISSING;
}

static double find_range(const struct falls *falls, struct energy_counter counter)
{
    double spread, seen = range_of_falls(falls, &spread);
    if (counter.range > 0)
        return counter.range;
    if (isnan(seen))
        return NUMBER_MISSING;
    double usual = find_usual(falls, counter.source, seen);
    bool agree = falls->count >= LEAST_FALLS && spread <= SAME_RANGE * seen;
    bool is_near_usual = false;
    for (size_t i = 0; i < RANGE_COUNT; i++)
        is_near_usual |= fabs(usual_ranges[i].joules - seen) <= SAME_RANGE * seen;
    if (isnan(usual) && agree && !is_near_usual && seen >= falls->highest)
        return seen;
    return usual;
}

/* The least range that the counter may have. */
static double least_range(const struct falls *falls, enum energy_source source)
{
    for (size_t i = 0; i < RANGE_COUNT; i++) {
        double range = usual_ranges[i].joules;
        if (range >= SMALLEST_RANGE && range >= falls->highest &&
            may_have(source, &usual_ranges[i]))
            return range;
    }
    return INFINITY;
}

/* A counter that falls so often, at no range, wraps between any two samples: where it rises, it may
 * have wrapped too. */
static bool wraps_unseen(const struct falls *falls, enum energy_source source, double range)
{
    static const double MANY_FALLS = 0.1; /* of the steps */
    return source != ENERGY_OTHER && isnan(range) && falls->count >= LEAST_FALLS &&
           (double)falls->count > MANY_FALLS * (double)(falls->count + falls->rises);
}

/* How long a step may be without hiding a wrap. Where the usual step is no longer, what it draws is
 * known, and a gap may be as long as it takes twice of that to wrap the counter. */
static double longest_step(const struct falls *falls, enum energy_source source, double range)
{
    double least = isnan(range) ? least_range(falls, source) : range;
    if (source == ENERGY_OTHER)
        return INFINITY;
    bool is_known = falls->median_s * MOST_WATTS <= least;
    return least / (is_known ? fmin(MOST_WATTS, 2 * falls->highest_watts) : MOST_WATTS);
}

/* ---- steps ---- */

struct energy_steps {
    const struct falls *falls;
    size_t next; /* of the falls */
    double range;
    bool in_doubt;    /* no fall is believed to be a wrap */
    double longest_s; /* a longer step may hide a wrap */
    struct amount *amount;
};

static bool is_wrap(const struct energy_steps *steps, const struct fall *fall)
{
    if (!isnan(fall->high_watts))
        return !steps->in_doubt && fits(steps->falls, fall, steps->range);
    return fall->from <= steps->range && fall->from >= (1 - NEAR_RANGE) * steps->range;
}

/* A counter that cannot be read is written as 0: what it grows from there is not believed when it
 * is too much. */
static bool is_believable(const struct energy_steps *steps, double from, double step,
                          double seconds)
{
    double median_watts = steps->falls->median_watts;
    return from != 0 || isnan(median_watts) || step < MOST_OF_MEDIAN * median_watts * seconds;
}

static double step_of_energy(void *context, size_t place, double from, double to, double seconds)
{
    struct energy_steps *steps = context;
    const struct falls *falls = steps->falls;
    double step = to - from;
    if (step >= 0 && !is_believable(steps, from, step, seconds))
        return NUMBER_MISSING;
    if (step < 0) {
        while (falls->items[steps->next].place != place)
            steps->next++;
        step = is_wrap(steps, &falls->items[steps->next]) ? step + steps->range : NUMBER_MISSING;
        steps->amount->wraps += !isnan(step) && seconds <= steps->longest_s;
    }
    if (isnan(step) || seconds > steps->longest_s) {
        steps->amount->resets++;
        steps->amount->unknown_s += seconds;
        return NUMBER_MISSING;
    }
    return step;
}

/* One that starts from 0 is kept. */
static void drop_zeros(struct samples *samples)
{
    for (size_t i = samples_first_present(samples) + 1; i < samples->count; i++)
        if (samples->values[i] == 0)
            samples->values[i] = NUMBER_MISSING;
}

void rate_from_energy(struct samples *samples, struct energy_counter counter, struct amount *amount)
{
    struct falls falls;
    *amount = (struct amount){0};
    drop_zeros(samples);
    find_falls(&falls, samples, counter.source);
    double range = find_range(&falls, counter);
    struct energy_steps steps = {.falls = &falls,
                                 .range = range,
                                 .in_doubt = is_in_doubt(&falls, range),
                                 .longest_s = wraps_unseen(&falls, counter.source, range)
                                                  ? 0
                                                  : longest_step(&falls, counter.source, range),
                                 .amount = amount};
    rate_from_steps(samples, step_of_energy, &steps, amount);
    amount->range_J = amount->wraps ? steps.range : 0;
    free(falls.items);
}

enum energy_source energy_source_of(const char *metric)
{
    if (!strcasestr(metric, "rapl"))
        return ENERGY_OTHER;
    return strcasestr(metric, "dram") ? ENERGY_MEMORY : ENERGY_PROCESSOR;
}
