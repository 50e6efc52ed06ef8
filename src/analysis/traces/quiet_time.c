#include "analysis/traces/quiet_time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/equal_bins.h"
#include "util/memory.h"

enum { CELLS = 1 << 14 };

static const double BEGUN = 0.02; /* of a function's time behind a pause: less is a first try */

/* Of the time from `first` on without what lies between `from` and `until`. */
struct cells {
    double first, from, until, width;
    bool *busy; /* CELLS of them */
};

static size_t cell_of(const struct cells *cells, double moment)
{
    double left_out =
        moment > cells->from ? (moment < cells->until ? moment : cells->until) - cells->from : 0;
    return equal_bin_of(moment - left_out, cells->first, cells->width, CELLS);
}

/* A lane is passed over once: what lies in a cell that the spans before reached is known. */
static void mark_lane(const struct cells *cells, const struct activity_span *spans, size_t count)
{
    double reached = -INFINITY;
    size_t marked = CELLS; /* the cell that was reached */
    for (size_t i = 0; i < count; i++) {
        double end = aligned_end(spans[i].start, spans[i].duration);
        if (spans[i].is_annotation || end < reached)
            continue;
        size_t last = cell_of(cells, end);
        if (last != marked)
            for (size_t k = cell_of(cells, fmax(spans[i].start, reached)); k <= last; k++)
                cells->busy[k] = true;
        marked = last;
        reached = end;
    }
}

static void mark(struct cells *cells, const struct trace_totals *totals)
{
    const struct aligned_timeline *aligned = totals->aligned;
    double left_out = cells->until - cells->from;
    memset(cells->busy, 0, CELLS * sizeof *cells->busy);
    cells->width = (totals->last - totals->first - left_out) / CELLS;
    for (size_t i = 0; i < aligned->lane_count; i++)
        mark_lane(cells, aligned->spans + aligned->lanes[i].spans.first,
                  aligned->lanes[i].spans.count);
}

/* As whole cells. */
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
        return (struct quiet_time){NAN, NAN, 0, NAN};
    return (struct quiet_time){cells->first + (double)from * cells->width,
                               cells->first + (double)(from + count) * cells->width,
                               (double)all * cells->width, NAN};
}

/* From the end of what ran last before it to the start of what ran first behind it. */
static void find_edges(struct quiet_time *quiet, const struct trace_totals *totals)
{
    const struct aligned_timeline *aligned = totals->aligned;
    double within = (quiet->from + quiet->until) / 2, from = totals->first, until = totals->last;
    for (size_t i = 0; i < aligned->span_count; i++) {
        const struct activity_span *span = &aligned->spans[i];
        double end = aligned_end(span->start, span->duration);
        if (span->is_annotation)
            continue;
        if (end <= within)
            from = fmax(from, end);
        else
            until = fmin(until, span->start);
    }
    quiet->from = from;
    quiet->until = until;
}

static void find_resumed(struct quiet_time *quiet, const struct trace_totals *totals)
{
    const struct aligned_timeline *aligned = totals->aligned;
    struct sides {
        double before_s, behind_s;
    } *sides = memory_alloc_array(totals->function_count + 1, sizeof *sides);
    double resumed_s = 0, behind_s = 0;
    for (size_t i = 0; i < aligned->span_count; i++) {
        const struct activity_span *span = &aligned->spans[i];
        struct sides *own = &sides[totals->function_of[i]];
        if (span->is_annotation)
            continue;
        *(span->start < quiet->until ? &own->before_s : &own->behind_s) += span->duration;
    }
    for (size_t i = 0; i < totals->function_count; i++) {
        bool had_begun = sides[i].before_s > 0 && sides[i].before_s >= BEGUN * sides[i].behind_s;
        resumed_s += had_begun ? sides[i].behind_s : 0;
        behind_s += sides[i].behind_s;
    }
    quiet->resumed = behind_s > 0 ? resumed_s / behind_s : NAN;
    free(sides);
}

/* Beside a pause of days, what is worked in for seconds would have a cell or none. */
static void measure_the_rest(struct quiet_time *quiet, struct cells *cells,
                             const struct trace_totals *totals)
{
    double pause_s = quiet->until - quiet->from;
    if (!(pause_s >= QUIET_LONG * (totals->last - totals->first)))
        return;
    cells->from = quiet->from;
    cells->until = quiet->until;
    mark(cells, totals);
    quiet->seconds = pause_s + longest_of(cells).seconds;
}

struct quiet_time quiet_time_find(const struct trace_totals *totals)
{
    struct cells cells = {.first = totals->first, .from = totals->last, .until = totals->last};
    if (!totals->aligned->times.comparable || !(totals->last - totals->first > 0))
        return (struct quiet_time){NAN, NAN, NAN, NAN};
    cells.busy = memory_alloc_array(CELLS, sizeof *cells.busy);
    mark(&cells, totals);
    struct quiet_time quiet = longest_of(&cells);
    if (!isnan(quiet.from)) {
        find_edges(&quiet, totals);
        find_resumed(&quiet, totals);
        measure_the_rest(&quiet, &cells, totals);
    }
    free(cells.busy);
    return quiet;
}

bool quiet_is_start_up(const struct rules *rules, double before_s, double rest_s, double resumed)
{
    return before_s <= rules_number(rules, "traces.quiet", "start_up") * rest_s &&
           !(resumed >= rules_number(rules, "traces.quiet", "mostly_resumed"));
}
