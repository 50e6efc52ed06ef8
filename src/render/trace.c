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

static bool is_far(const struct trace *trace, size_t left, size_t right)
{
    return fabs(trace->x[right] - trace->x[left]) > 2 * COLUMN_PT;
}

/* What stays of a column: its lowest and highest, and its ends where the line comes from afar or
 * goes far, which else would lead to another height. */
struct kept_points {
    double x[4], y[4], y2[4];
    size_t count;
};

static void keep_point(struct kept_points *kept, double x, double y, double y2)
{
    kept->x[kept->count] = x;
    kept->y[kept->count] = y;
    kept->y2[kept->count++] = y2;
}

static struct kept_points keep_points(const struct trace *all, size_t first, size_t end)
{
    struct kept_points kept = {.count = 0};
    const double *y = all->y, *y2 = all->y2 ? all->y2 : all->y;
    double left = all->x[first], right = all->x[end - 1], low[2], high[2];
    extremes(y, first, end, &low[0], &high[0]);
    extremes(y2, first, end, &low[1], &high[1]);
    if (first > 0 && is_far(all, first - 1, first) && (y[first] != low[0] || y2[first] != low[1]))
        keep_point(&kept, left, y[first], y2[first]);
    keep_point(&kept, left, low[0], low[1]);
    keep_point(&kept, right, high[0], high[1]);
    if (end < all->count && is_far(all, end - 1, end) &&
        (y[end - 1] != high[0] || y2[end - 1] != high[1]))
        keep_point(&kept, right, y[end - 1], y2[end - 1]);
    return kept;
}

static void put_point(struct trace *trace, double x, double y, double y2)
{
    trace->x[trace->count] = x;
    trace->y[trace->count] = y;
    if (trace->y2)
        trace->y2[trace->count] = y2;
    trace->count++;
}

static void merge_columns(struct trace *trace)
{
    struct trace all = *trace;
    trace->count = 0;
    for (size_t first = 0, end; first < all.count; first = end) {
        end = column_end(&all, first);
        struct kept_points kept = keep_points(&all, first, end);
        if (end - first <= 2 || kept.count > end - first) {
            for (size_t i = first; i < end; i++)
                put_point(trace, all.x[i], all.y[i], all.y2 ? all.y2[i] : 0);
            continue;
        }
        for (size_t i = 0; i < kept.count; i++)
            put_point(trace, kept.x[i], kept.y[i], kept.y2[i]);
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
