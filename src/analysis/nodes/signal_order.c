#include "analysis/nodes/signal_order.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/sampling_gaps.h"
#include "analysis/statistics/number_sort.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

/* ---- timelines ---- */

/* Of stamps that ascend. */
static double median_step(const double *times, size_t count)
{
    double *steps = memory_alloc_array(count, sizeof *steps);
    size_t used = 0;
    for (size_t i = 1; i < count; i++) {
        steps[used] = times[i] - times[i - 1];
        used += steps[used] > 0;
    }
    double median = statistic_median(steps, used);
    free(steps);
    return median;
}

/* In the source rows may be in any order: steps are those of the sorted stamps. */
static double median_step_of_unsorted(const double *times, size_t count)
{
    double *sorted = memory_alloc_array(count, sizeof *sorted);
    size_t finite = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(times[i]))
            sorted[finite++] = times[i];
    number_sort(sorted, finite, 1);
    double median = median_step(sorted, finite);
    free(sorted);
    return median;
}

static void add_stamp(struct timeline_shape *shape, double time)
{
    if (!isfinite(time))
        return;
    shape->first = isnan(shape->first) || time < shape->first ? time : shape->first;
    shape->last = isnan(shape->last) || time > shape->last ? time : shape->last;
}

void timeline_shape_find(const double *times, size_t count, struct timeline_shape *shape)
{
    *shape =
        (struct timeline_shape){.in_order = true, .first = NUMBER_MISSING, .last = NUMBER_MISSING};
    for (size_t i = 0; i < count; i++) {
        add_stamp(shape, times[i]);
        if (!isfinite(times[i]) || (i > 0 && times[i] < times[i - 1]))
            shape->in_order = false;
        shape->distinct += i == 0 || times[i] != times[i - 1];
    }
    shape->interval_s =
        shape->in_order ? median_step(times, count) : median_step_of_unsorted(times, count);
    if (shape->in_order)
        sampling_changes(times, count, shape->interval_s, &shape->slows, &shape->quickens);
}

/* ---- putting in order ---- */

struct sample {
    double time, value;
    size_t place; /* in the source */
};

static int compare_samples(const void *left, const void *right)
{
    const struct sample *l = left, *r = right;
    if (l->time != r->time)
        return l->time < r->time ? -1 : 1;
    return (l->place > r->place) - (l->place < r->place);
}

static bool same_value(double left, double right)
{
    return left == right || (isnan(left) && isnan(right));
}

/* Does one of the kept samples of this stamp, from `first` on, say the same from elsewhere? */
static bool is_repeat(const struct sample *kept, size_t first, size_t count,
                      const struct sample *sample)
{
    for (size_t i = first; i < count; i++)
        if (same_value(kept[i].value, sample->value) && kept[i].place + 1 != sample->place)
            return true;
    return false;
}

static size_t drop_repeats(struct sample *samples, size_t count)
{
    size_t kept = 0, first_of_stamp = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || samples[i].time != samples[kept - 1].time)
            first_of_stamp = kept;
        if (!is_repeat(samples, first_of_stamp, kept, &samples[i]))
            samples[kept++] = samples[i];
    }
    return kept;
}

static size_t count_steps_back(const struct sample *samples, size_t count)
{
    size_t steps = 0;
    double latest = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        steps += samples[i].time < latest;
        latest = fmax(latest, samples[i].time);
    }
    return steps;
}

size_t samples_put_in_order(double *times, double *values, size_t count,
                            struct order_faults *faults)
{
    struct sample *samples = memory_alloc_array(count, sizeof *samples);
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(times[i]))
            samples[used++] = (struct sample){times[i], values[i], i};
    size_t behind = count_steps_back(samples, used);
    qsort(samples, used, sizeof *samples, compare_samples);
    size_t kept = drop_repeats(samples, used);
    faults->repeated += used - kept;
    /* A repeated block goes back in time too; that is said once. */
    faults->out_of_order += behind > used - kept ? behind - (used - kept) : 0;
    for (size_t i = 0; i < kept; i++) {
        times[i] = samples[i].time;
        values[i] = samples[i].value;
    }
    free(samples);
    return kept;
}

size_t samples_collapse(const double *times, double *values, size_t count, double *distinct_times)
{
    size_t used = 0;
    double latest = NUMBER_MISSING;
    for (size_t i = 0; i < count; i++) {
        double time = times[i];
        if (used > 0 && time == latest) {
            if (!isnan(values[i]))
                values[used - 1] = values[i];
            continue;
        }
        values[used] = values[i];
        if (distinct_times)
            distinct_times[used] = time;
        latest = time;
        used++;
    }
    return used;
}

double nearest_value(struct nearest *nearest, double time, double reach_s)
{
    const double *times = nearest->times;
    size_t from = nearest->from;
    while (from + 1 < nearest->count && fabs(times[from + 1] - time) <= fabs(times[from] - time))
        from++;
    nearest->from = from;
    if (from >= nearest->count || !(fabs(times[from] - time) <= reach_s))
        return NUMBER_MISSING;
    return nearest->values[from];
}
