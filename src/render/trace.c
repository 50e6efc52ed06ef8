#include "render/trace.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

static const double COLUMN_PT = 2;

static void place_points(struct trace *trace, const struct frame_panel *panel,
                         const struct mark *mark)
{
    for (size_t i = 0; i < mark->count; i++) {
        trace->x[i] = frame_x(panel, mark->x[i]);
        trace->y[i] = frame_y(panel, mark->y[i]);
        if (trace->y2)
            trace->y2[i] = frame_y(panel, mark->y2[i]);
        if (isnan(trace->x[i]) || (trace->y2 && isnan(trace->y2[i])))
            trace->y[i] = NAN;
    }
    trace->count = mark->count;
}

/* The points first … end-1 are of one column and without a gap. */
static size_t column_end(const struct trace *trace, size_t first)
{
    size_t end = first + 1;
    if (isnan(trace->y[first]))
        return end;
    double column = floor(trace->x[first] / COLUMN_PT);
    while (end < trace->count && !isnan(trace->y[end]) &&
           floor(trace->x[end] / COLUMN_PT) == column)
        end++;
    return end;
}

/* Lowest and highest of values[first … end-1], in the order in which they come. */
static void extremes(const double *values, size_t first, size_t end, double *one, double *other)
{
    size_t low = first, high = first;
    for (size_t i = first; i < end; i++) {
        if (values[i] < values[low])
            low = i;
        if (values[i] > values[high])
            high = i;
    }
    *one = values[low < high ? low : high];
    *other = values[low < high ? high : low];
}

static void keep_two(struct trace *trace, double *values, size_t first, size_t end)
{
    if (values)
        extremes(values, first, end, &values[trace->count], &values[trace->count + 1]);
}

static void merge_columns(struct trace *trace)
{
    size_t total = trace->count;
    struct trace all = *trace;
    trace->count = 0;
    for (size_t first = 0, end; first < total; first = end) {
        end = column_end(&all, first);
        if (end - first <= 2) {
            for (size_t i = first; i < end; i++, trace->count++) {
                trace->x[trace->count] = all.x[i];
                trace->y[trace->count] = all.y[i];
                if (all.y2)
                    trace->y2[trace->count] = all.y2[i];
            }
            continue;
        }
        double left = all.x[first], right = all.x[end - 1];
        keep_two(trace, trace->y, first, end);
        keep_two(trace, trace->y2, first, end);
        trace->x[trace->count++] = left;
        trace->x[trace->count++] = right;
    }
}

void trace_init(struct trace *trace, const struct frame_panel *panel, const struct mark *mark)
{
    size_t edges = mark->kind == MARK_AREA ? 2 : 1;
    double *numbers = memory_alloc_array(mark->count, (1 + edges) * sizeof *numbers);
    *trace = (struct trace){.x = numbers, .y = numbers + mark->count};
    if (edges == 2)
        trace->y2 = numbers + 2 * mark->count;
    place_points(trace, panel, mark);
    merge_columns(trace);
}

void trace_release(struct trace *trace)
{
    free(trace->x);
}
