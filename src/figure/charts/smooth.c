#include "figure/charts/smooth.h"

#include <math.h>

#include "analysis/statistics/equal_bins.h"
#include "analysis/statistics/statistic.h"

struct stretches stretches_of(const struct chart_source *source, size_t count)
{
    double width = (source->time_high - source->time_low) / (double)count;
    return (struct stretches){source->time_low, width, width > 0 ? count : 0};
}

bool line_is_dense(const struct node_line *line, const struct stretches *stretches)
{
    return stretches->count > 0 && line->count > 2 * stretches->count;
}

static double *middles(const struct stretches *stretches, struct arena *arena)
{
    double *times = arena_alloc_array(arena, stretches->count, sizeof *times);
    for (size_t i = 0; i < stretches->count; i++)
        times[i] = stretches->low + ((double)i + 0.5) * stretches->width;
    return times;
}

static size_t stretch_at(const struct stretches *stretches, double time)
{
    return equal_bin_of(time, stretches->low, stretches->width, stretches->count);
}

struct node_line line_smooth(const struct node_line *line, const struct stretches *stretches,
                             struct arena *arena)
{
    if (!line_is_dense(line, stretches))
        return *line;
    double *values = arena_alloc_array(arena, stretches->count, sizeof *values);
    double *stretch = arena_alloc_array(arena, line->count, sizeof *stretch);
    size_t next = 0;
    for (size_t i = 0; i < stretches->count; i++) {
        size_t count = 0;
        for (; next < line->count && stretch_at(stretches, line->times[next]) <= i; next++)
            if (isfinite(line->values[next]))
                stretch[count++] = line->values[next];
        values[i] = statistic_median(stretch, count);
    }
    return (struct node_line){line->node, stretches->count, middles(stretches, arena), values};
}

static void widen(struct envelope *envelope, size_t i, double value)
{
    if (!isfinite(value))
        return;
    envelope->low[i] = fmin(envelope->low[i], value); /* of NaN and a number the number */
    envelope->high[i] = fmax(envelope->high[i], value);
}

void envelope_make(struct envelope *envelope, const struct node_lines *lines,
                   const struct stretches *stretches, struct arena *arena)
{
    *envelope = (struct envelope){
        .count = stretches->count,
        .times = middles(stretches, arena),
        .low = arena_alloc_array(arena, stretches->count, sizeof(double)),
        .high = arena_alloc_array(arena, stretches->count, sizeof(double)),
    };
    for (size_t i = 0; i < stretches->count; i++)
        envelope->low[i] = envelope->high[i] = NAN;
    for (size_t l = 0; l < lines->count; l++)
        for (size_t i = 0; i < lines->items[l].count; i++)
            widen(envelope, stretch_at(stretches, lines->items[l].times[i]),
                  lines->items[l].values[i]);
}
