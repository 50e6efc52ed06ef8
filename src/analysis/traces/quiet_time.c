#include "analysis/traces/quiet_time.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/equal_bins.h"
#include "util/memory.h"

enum { CELLS = 1 << 14 };

struct cells {
    double first, width;
    bool *busy; /* CELLS of them */
};

static size_t cell_of(const struct cells *cells, double moment)
{
    return equal_bin_of(moment, cells->first, cells->width, CELLS);
}

/* A lane is passed over once: what lies in a cell that the spans before reached is known. */
static void mark_lane(const struct cells *cells, const struct activity_span *spans, size_t count)
{
    double reached = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        double end = settled_end(spans[i].start, spans[i].duration);
        if (spans[i].is_annotation || end < reached)
            continue;
        size_t last = cell_of(cells, end);
        for (size_t k = cell_of(cells, fmax(spans[i].start, reached)); k <= last; k++)
            cells->busy[k] = true;
        reached = end;
    }
}

static struct quiet_time longest_of(const struct cells *cells)
{
    size_t from = 0, count = 0, all = 0;
    for (size_t i = 0, next; i < CELLS; i = next) {
        for (next = i + 1; next < CELLS && !cells->busy[i] && !cells->busy[next];)
            next++;
        all += cells->busy[i] ? 0 : next - i;
        if (!cells->busy[i] && next - i > count) {
            from = i;
            count = next - i;
        }
    }
    if (!count)
        return (struct quiet_time){NAN, NAN, 0};
    return (struct quiet_time){cells->first + (double)from * cells->width,
                               cells->first + (double)(from + count) * cells->width,
                               (double)all * cells->width};
}

struct quiet_time quiet_time_find(const struct trace_totals *totals)
{
    const struct settled_activity *settled = totals->settled;
    struct cells cells = {.first = totals->first, .width = (totals->last - totals->first) / CELLS};
    if (!settled->times.comparable || !(cells.width > 0))
        return (struct quiet_time){NAN, NAN, NAN};
    cells.busy = memory_alloc_array(CELLS, sizeof *cells.busy);
    for (size_t i = 0; i < settled->lane_count; i++)
        mark_lane(&cells, settled->spans + settled->lanes[i].spans.first,
                  settled->lanes[i].spans.count);
    struct quiet_time quiet = longest_of(&cells);
    free(cells.busy);
    return quiet;
}
