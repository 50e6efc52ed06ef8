#include "analysis/nodes/signal_grid.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/sampling_gaps.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

/* A wrong time stamp (1970, 2106) must not make a grid that no memory holds. */
enum { MOST_SLOTS = 1 << 20, SLOTS_A_SAMPLE = 4 };

/* Steps this close are one: clocks of samplers wander. */
static const double SAME_STEP = 0.05;

struct span {
    double low, high;
};

static double median_interval(const struct signals *signals)
{
    double *intervals = memory_alloc_array(signals->count + 1, sizeof *intervals);
    size_t used = 0;
    for (size_t i = 0; i < signals->count; i++)
        if (!isnan(signals->items[i].interval_s))
            intervals[used++] = signals->items[i].interval_s;
    double result = statistic_median(intervals, used);
    free(intervals);
    return result;
}

static double step_near(double measured, double declared)
{
    return fabs(measured - declared) <= SAME_STEP * declared ? declared : measured;
}

static double job_step(const struct signals *signals, const struct dataset *dataset)
{
    double declared = dataset->facts.sampling_interval_s;
    double measured = median_interval(signals);
    if (isnan(measured))
        return declared > 0 && isfinite(declared) ? declared : 1;
    return declared > 0 ? step_near(measured, declared) : measured;
}

static size_t longest_timeline(const struct dataset *dataset)
{
    size_t longest = 0;
    for (size_t i = 0; i < dataset->timeline_count; i++)
        if (dataset->timelines[i]->count > longest)
            longest = dataset->timelines[i]->count;
    return longest;
}

static struct span span_of_shapes(const struct signals *signals, const struct dataset *dataset,
                                  const struct timeline_shape *shapes)
{
    struct span span = {NUMBER_MISSING, NUMBER_MISSING};
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        if (signals->node_samples[dataset->timelines[i]->node].is_apart)
            continue;
        span.low = fmin(span.low, shapes[i].first);
        span.high = fmax(span.high, shapes[i].last);
    }
    return span;
}

static double middle_of_samples(const struct dataset *dataset)
{
    double *middles = memory_alloc_array(dataset->timeline_count, sizeof *middles);
    size_t used = 0;
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        const struct timeline *timeline = dataset->timelines[i];
        if (timeline->count && isfinite(timeline->times[timeline->count / 2]))
            middles[used++] = timeline->times[timeline->count / 2];
    }
    double result = statistic_median(middles, used);
    free(middles);
    return result;
}

/* The span of the samples that lie no further than `reach` from `middle`. */
static struct span span_around(const struct dataset *dataset, double middle, double reach)
{
    struct span span = {middle, middle};
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        const struct timeline *timeline = dataset->timelines[i];
        for (size_t k = 0; k < timeline->count; k++) {
            if (!(fabs(timeline->times[k] - middle) <= reach))
                continue;
            span.low = fmin(span.low, timeline->times[k]);
            span.high = fmax(span.high, timeline->times[k]);
        }
    }
    return span;
}

static struct span job_span(const struct signals *signals, const struct dataset *dataset,
                            const struct timeline_shape *shapes, double step)
{
    size_t longest = longest_timeline(dataset);
    double most = fmax((double)MOST_SLOTS, (double)longest * SLOTS_A_SAMPLE);
    struct span span = span_of_shapes(signals, dataset, shapes);
    if (isnan(span.low) || (span.high - span.low) / step < most)
        return span;
    double middle = middle_of_samples(dataset);
    return isnan(middle) ? (struct span){span.low, span.low}
                         : span_around(dataset, middle, most / 2 * step);
}

static struct grid grid_over(struct span span, double step)
{
    if (isnan(span.low))
        return (struct grid){NUMBER_MISSING, step, 0, NUMBER_MISSING};
    size_t slots = (size_t)floor((span.high - span.low) / step + 0.5) + 1;
    return (struct grid){span.low, step, slots, span.high};
}

static double metric_step(const struct signals *signals, const struct signal_metric *metric,
                          double *scratch)
{
    size_t used = 0;
    for (size_t i = 0; i < metric->count; i++) {
        scratch[used] = signals->items[metric->first + i].interval_s;
        used += isnan(scratch[used]) ? 0 : 1;
    }
    double measured = statistic_median(scratch, used);
    return isnan(measured) ? signals->grid.step : step_near(measured, signals->grid.step);
}

void grids_make(struct signals *signals, const struct dataset *dataset,
                const struct timeline_shape *shapes)
{
    double step = job_step(signals, dataset);
    struct span span = job_span(signals, dataset, shapes, step);
    double *scratch = memory_alloc_array(signals->node_count + 1, sizeof *scratch);
    signals->grid = grid_over(span, step);
    for (size_t i = 0; i < signals->metric_count; i++) {
        struct signal_metric *metric = &signals->metrics[i];
        /* A rare metric must not make a grid finer than the job's allows. */
        double least = step / SLOTS_A_SAMPLE;
        metric->grid = grid_over(span, fmax(metric_step(signals, metric, scratch), least));
    }
    free(scratch);
}

/* ---- signals on a grid ---- */

static size_t nearest_sample(const struct signal *signal, size_t from, double time)
{
    while (from + 1 < signal->count &&
           fabs(signal->times[from + 1] - time) <= fabs(signal->times[from] - time))
        from++;
    return from;
}

/* A sample stands for the time up to half way to its neighbours, where none is missing between. */
static bool is_near(const struct signal *signal, size_t sample, double time)
{
    double apart = time - signal->times[sample];
    if (fabs(apart) <= signal->interval_s / 2 * (1 + SAME_STEP))
        return true;
    size_t from = apart > 0 ? sample : sample - 1;
    return signal->slows && (apart > 0 ? sample + 1 < signal->count : sample > 0) &&
           sampling_gap_is_whole(signal->times, signal->count, signal->interval_s, from);
}

static struct signal hold(const struct signal *signal, const struct grid *grid, struct arena *arena)
{
    double reach_s = signal->interval_s / 2 * (1 + SAME_STEP);
    double begin = signal->times[0] - reach_s - grid->start;
    double length = signal->times[signal->count - 1] + reach_s - grid->start;
    double first = fmax(ceil(begin / grid->step), 0);
    double last = fmin(floor(length / grid->step), (double)grid->slots - 1);
    size_t slots = last >= first ? (size_t)(last - first) + 1 : 0, sample = 0;
    double *times = arena_alloc_array(arena, slots, sizeof *times);
    double *values = arena_alloc_array(arena, slots, sizeof *values);
    double *weights = signal->weights ? arena_alloc_array(arena, slots, sizeof *weights) : NULL;
    struct signal held = *signal;
    held.count = 0;
    for (size_t i = 0; i < slots; i++) {
        double time = grid->start + (first + (double)i) * grid->step;
        sample = nearest_sample(signal, sample, time);
        if (!is_near(signal, sample, time))
            continue;
        if (weights)
            weights[held.count] = signal->weights[sample];
        values[held.count] = signal->values[sample];
        times[held.count++] = time;
    }
    held.times = times;
    held.values = values;
    held.weights = weights;
    return held;
}

struct signal signal_on_grid(const struct signal *signal, const struct grid *grid,
                             struct arena *arena)
{
    bool is_rare = signal->slows || signal->interval_s > (1 + SAME_STEP) * grid->step;
    return signal->count > 1 && is_rare ? hold(signal, grid, arena) : *signal;
}
