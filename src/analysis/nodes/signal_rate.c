#include "analysis/nodes/signal_rate.h"

#include <math.h>

#include "analysis/nodes/sampling_gaps.h"
#include "util/number.h"

static const double LONGEST_GAP_INTERVALS = 3;

size_t samples_first_present(const struct samples *samples)
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

static double step_of_counter(void *context, size_t place, double from, double to, double seconds)
{
    struct amount *amount = context;
    (void)place;
    (void)seconds;
    if (to >= from)
        return to - from;
    amount->resets++;
    return NUMBER_MISSING;
}

/* Whether the count of time starts anew behind sample `from`, up to sample `to`. *next: of the
 * restarts, goes on from call to call. */
static bool restarts_between(const struct samples *samples, size_t *next, size_t from, size_t to)
{
    bool any = false;
    while (*next < samples->restart_count && samples->restarts[*next] <= samples->times[to])
        any |= samples->restarts[(*next)++] > samples->times[from];
    return any;
}

/* Rate i + 1 goes to place i, which was read before. */
void rate_from_steps(struct samples *samples, counter_step *step_of, void *context,
                     struct amount *amount)
{
    size_t from = samples_first_present(samples);
    double *values = samples->values, latest = from < samples->count ? values[from] : 0;
    size_t restarts = 0;
    for (size_t i = 1; i < samples->count; i++) {
        double value = values[i];
        values[i - 1] = NUMBER_MISSING;
        if (i <= from || isnan(value))
            continue;
        double seconds = samples->times[i] - samples->times[from];
        double step = restarts_between(samples, &restarts, from, i)
                          ? NUMBER_MISSING
                          : step_of(context, i, latest, value, seconds);
        if (!isnan(step)) {
            values[i - 1] = step / seconds;
            add_step(amount, step, seconds);
        }
        from = i;
        latest = value;
    }
    drop_first(samples);
}

void rate_from_counter(struct samples *samples, struct amount *amount)
{
    *amount = (struct amount){0};
    rate_from_steps(samples, step_of_counter, amount, amount);
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
        if (seconds <= longest_s ||
            (from + 1 == i && sampling_gap_is_whole(times, count, interval_s, from)))
            add_step(amount, (values[from] + values[i]) / 2 * seconds, seconds);
        from = i;
    }
}
