#include "analysis/nodes/memory_growth.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { BINS = 24, LEAST_SAMPLES = 24, MOST_PAIRS = BINS * (BINS - 1) / 2, LATE_BINS = BINS / 3 };

static const double LEAST_LENGTH_S = 600;
static const double HIGH = 0.95;                     /* quantile: a spike is no level */
static const double NEAR_HIGH = 0.9, RELEASED = 0.5; /* of it */
static const double LEAST_AFTER = 0.05;              /* of the time */
static const double NEARLY_FULL = 0.95, FULL = 0.97; /* of the capacity */
static const double LEAST_GROWING = 0.25; /* of the time: to load data at first is no growth */
enum { LEAST_SAMPLES_AFTER = 3, FALLING_SAMPLES = 1 };

struct line {
    double times[BINS], values[BINS]; /* of bins with samples */
    size_t count;
    double first, last; /* samples */
};

struct growth {
    double from, to; /* of the fitted line at the first and last sample */
    double slope, late_slope, rising_share;
    double full_from; /* NaN: it is not full at its end */
};

static double median_of_bin(const struct memory_series *series, size_t begin, size_t end,
                            double *scratch)
{
    size_t used = 0;
    for (size_t i = begin; i < end; i++)
        if (!isnan(series->values[i]))
            scratch[used++] = series->values[i];
    return statistic_median(scratch, used);
}

static void line_make(struct line *line, const struct memory_series *series)
{
    double *scratch = memory_alloc_array(series->count, sizeof *scratch);
    double start = series->times[0], width_s = (series->times[series->count - 1] - start) / BINS;
    size_t begin = 0;
    *line = (struct line){.first = start, .last = series->times[series->count - 1]};
    for (size_t bin = 0; bin < BINS; bin++) {
        size_t end = begin;
        while (end < series->count &&
               (bin + 1 == BINS || series->times[end] < start + (double)(bin + 1) * width_s))
            end++;
        double value = median_of_bin(series, begin, end, scratch);
        if (!isnan(value)) {
            line->times[line->count] = (series->times[begin] + series->times[end - 1]) / 2;
            line->values[line->count++] = value;
        }
        begin = end;
    }
    free(scratch);
}

/* Of the points from `first` on. */
static double find_slope(const struct line *line, size_t first, double *rising_share)
{
    double slopes[MOST_PAIRS];
    size_t pairs = 0, rising = 0;
    for (size_t i = first; i < line->count; i++)
        for (size_t j = i + 1; j < line->count; j++) {
            double rise = line->values[j] - line->values[i];
            slopes[pairs++] = rise / (line->times[j] - line->times[i]);
            rising += rise > 0;
        }
    *rising_share = pairs ? (double)rising / (double)pairs : NUMBER_MISSING;
    return statistic_median(slopes, pairs);
}

static void find_growth(struct growth *growth, const struct line *line)
{
    double rests[BINS], late_share;
    growth->slope = find_slope(line, 0, &growth->rising_share);
    growth->late_slope = find_slope(line, line->count - LATE_BINS, &late_share);
    for (size_t i = 0; i < line->count; i++)
        rests[i] = line->values[i] - growth->slope * (line->times[i] - line->first);
    growth->from = statistic_median(rests, line->count);
    growth->to = growth->from + growth->slope * (line->last - line->first);
}

/* After the last sample; 0 where it is full already; NaN of an unknown capacity. */
static double seconds_until_full(const struct growth *growth, double capacity)
{
    double left = capacity - growth->to;
    return left < 0 || !isnan(growth->full_from) ? 0 : left / growth->slope;
}

struct extent {
    double lowest, highest;
};

static struct extent extent_of(const struct memory_series *series, size_t first)
{
    struct extent extent = {NUMBER_MISSING, NUMBER_MISSING};
    for (size_t i = first; i < series->count; i++) {
        extent.lowest = fmin(extent.lowest, series->values[i]);
        extent.highest = fmax(extent.highest, series->values[i]);
    }
    return extent;
}

/* A straight line may leave what occurred where growth is none. */
static void keep_within(struct growth *growth, const struct extent *extent)
{
    growth->from = fmax(growth->from, extent->lowest);
    growth->to = isnan(growth->full_from) ? fmin(growth->to, extent->highest) : extent->highest;
}

/* The first sample from which on memory is full to the end; their count: it is not. Memory that is
 * full grows no more: it stays where the last half of that time has it. */
static size_t first_full(const struct memory_series *series)
{
    size_t first = series->count;
    while (first > 0 && !(series->values[first - 1] < NEARLY_FULL * series->capacity) &&
           !isnan(series->capacity))
        first--;
    double level = extent_of(series, first + (series->count - first) / 2).lowest;
    while (first < series->count &&
           !(series->values[first] >= fmax(level, FULL * series->capacity)))
        first++;
    return first;
}

/* The part before that; all where it is too short to speak of growth. */
static struct memory_series before_full(const struct memory_series *series)
{
    struct memory_series before = *series;
    size_t present = 0;
    before.count = first_full(series);
    for (size_t i = 0; i < before.count; i++)
        present += isnan(series->values[i]) ? 0 : 1;
    if (present < LEAST_SAMPLES)
        return *series;
    double length_s = before.times[before.count - 1] - before.times[0];
    double all_s = series->times[series->count - 1] - series->times[0];
    return length_s < LEAST_LENGTH_S || length_s < LEAST_GROWING * all_s ? *series : before;
}

static double high_of(const struct memory_series *series)
{
    double *present = memory_alloc_array(series->count, sizeof *present), high = NUMBER_MISSING;
    size_t count = 0;
    for (size_t i = 0; i < series->count; i++)
        if (!isnan(series->values[i]))
            present[count++] = series->values[i];
    if (count)
        statistic_quantiles(present, count, &HIGH, 1, &high);
    free(present);
    return high;
}

size_t memory_growth_before_release(const struct memory_series *series)
{
    double high = high_of(series);
    size_t end = 0;
    for (size_t i = 0; i < series->count; i++)
        if (series->values[i] >= NEAR_HIGH * high)
            end = i + 1;
    if (!end || series->count - end < LEAST_SAMPLES_AFTER + FALLING_SAMPLES)
        return 0;
    for (size_t i = end + FALLING_SAMPLES; i < series->count; i++)
        if (series->values[i] > RELEASED * high)
            return 0;
    double last = series->times[series->count - 1];
    return last - series->times[end] >= LEAST_AFTER * (last - series->times[0]) ? end : 0;
}

void memory_growth_put(struct tables *tables, const struct memory_series *series)
{
    struct line line;
    struct growth growth;
    struct extent extent = extent_of(series, 0);
    if (series->count - series->missing < LEAST_SAMPLES ||
        series->times[series->count - 1] - series->times[0] < LEAST_LENGTH_S)
        return;
    struct memory_series growing = before_full(series);
    line_make(&line, &growing);
    if (line.count < 2 * LATE_BINS)
        return;
    find_growth(&growth, &line);
    growth.full_from =
        growing.count < series->count ? series->times[growing.count] : NUMBER_MISSING;
    keep_within(&growth, &extent);
    struct table *table = tables_get(tables, "memory_growth");
    struct memory_growth_row row = memory_growth_row_missing();
    row.node = series->name;
    row.metric = series->metric;
    row.unit = series->unit;
    row.length_s = line.times[line.count - 1] - line.times[0];
    row.from = growth.from;
    row.to = growth.to;
    row.slope = growth.slope;
    row.late_slope = growth.late_slope;
    row.rising_share = growth.rising_share;
    row.capacity = series->capacity;
    row.full_in_s =
        growth.slope > 0 ? seconds_until_full(&growth, series->capacity) : NUMBER_MISSING;
    row.highest = extent.highest;
    row.released = series->released;
    row.full_from = growth.full_from;
    memory_growth_row_put(table, &row);
}
