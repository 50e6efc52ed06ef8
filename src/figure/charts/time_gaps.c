#include "figure/charts/time_gaps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/charts/inputs_apart.h"
#include "util/instant.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/quantity.h"

enum { MOST_CLUSTERS = 8, NAMED_CLUSTERS = 3, FEWEST_ON_LINE = 8 };
static const double LEAST_SPAN_S = 7 * 86400.0;
static const double LEAST_GAP = 0.02, MOST_COVERED = 0.05; /* of the axis */
static const double GAP_STEPS = 20;                        /* median steps between samples */
static const double MESSAGE_PT = 64;

struct interval {
    double from, to;
};

struct intervals {
    struct interval *items;
    size_t count, capacity;
};

struct clusters {
    struct interval items[MOST_CLUSTERS];
    size_t count;
    double covered_s;
};

/* ---- what is drawn when ---------------------------------------------------------------------- */

static void add(struct intervals *intervals, double from, double to)
{
    if (!(from <= to))
        return;
    *list_add(intervals) = (struct interval){from, to};
}

/* Points; a level other than 0 lasts from one to the next. */
static void add_points(struct intervals *intervals, const struct mark *mark)
{
    for (size_t i = 0; i < mark->count; i++) {
        if (isnan(mark->y[i]))
            continue;
        bool lasts = mark->kind != MARK_POINT && i + 1 < mark->count && mark->y[i] != 0 &&
                     mark->y[i + 1] == mark->y[i];
        add(intervals, mark->x[i], lasts ? mark->x[i + 1] : mark->x[i]);
    }
}

static void add_cells(struct intervals *intervals, const struct cells *cells)
{
    for (size_t column = 0; column < cells->columns; column++) {
        bool is_blank = true;
        for (size_t row = 0; row < cells->rows && is_blank; row++)
            is_blank = isnan(cells->values[row * cells->columns + column]);
        double from = cells->x0 + (double)column * cells->width;
        if (!is_blank)
            add(intervals, from, from + cells->width);
    }
}

/* Of few points a gap cannot be distinguished from the pace of the samples. */
static void add_mark(struct intervals *intervals, const struct mark *mark)
{
    switch (mark->kind) {
    case MARK_LINE:
    case MARK_AREA:
        if (mark->count >= FEWEST_ON_LINE)
            add_points(intervals, mark);
        break;
    case MARK_POINT:
        add_points(intervals, mark);
        break;
    case MARK_BAR:
        for (size_t i = 0; i < mark->count; i++)
            add(intervals, mark->x[i], mark->x2[i]);
        break;
    case MARK_CELLS:
        add_cells(intervals, &mark->cells);
        break;
    case MARK_RULE:
    case MARK_TEXT:
    case MARK_CONTOURS:
        break;
    }
}

/* Cells are as wide as they were made for the whole axis: they count where there is nothing else.
 */
static void collect_of(struct intervals *intervals, const struct figure *figure, bool cells)
{
    for (size_t i = 0; i < figure->panel_count; i++)
        for (size_t k = 0; k < figure->panels[i].mark_count; k++)
            if (cells == (figure->panels[i].marks[k].kind == MARK_CELLS))
                add_mark(intervals, &figure->panels[i].marks[k]);
}

static bool collect(struct intervals *intervals, const struct figure *figure)
{
    collect_of(intervals, figure, false);
    if (!intervals->count)
        collect_of(intervals, figure, true);
    return intervals->count > 0;
}

/* ---- clusters -------------------------------------------------------------------------------- */

static int by_start(const void *left, const void *right)
{
    const struct interval *l = left, *r = right;
    return (l->from > r->from) - (l->from < r->from);
}

/* Of sorted intervals, between starts that differ; 0 when there are few. */
static double median_step(const struct intervals *intervals)
{
    double *steps = memory_alloc_array(intervals->count, sizeof *steps);
    size_t count = 0;
    for (size_t i = 1; i < intervals->count; i++)
        if (intervals->items[i].from > intervals->items[i - 1].from)
            steps[count++] = intervals->items[i].from - intervals->items[i - 1].from;
    if (count)
        qsort(steps, count, sizeof *steps, number_compare);
    double median = count + 1 >= FEWEST_ON_LINE ? steps[count / 2] : 0;
    free(steps);
    return median;
}

/* False when there are more than fit. */
static bool find_clusters(struct intervals *intervals, double span_s, struct clusters *clusters)
{
    qsort(intervals->items, intervals->count, sizeof *intervals->items, by_start);
    double gap_s = fmax(LEAST_GAP * span_s, GAP_STEPS * median_step(intervals));
    clusters->items[0] = intervals->items[0];
    clusters->count = 1;
    for (size_t i = 1; i < intervals->count; i++) {
        struct interval *last = &clusters->items[clusters->count - 1];
        if (intervals->items[i].from - last->to < gap_s) {
            last->to = fmax(last->to, intervals->items[i].to);
            continue;
        }
        if (clusters->count == MOST_CLUSTERS)
            return false;
        clusters->items[clusters->count++] = intervals->items[i];
    }
    clusters->covered_s = 0;
    for (size_t i = 0; i < clusters->count; i++)
        clusters->covered_s += clusters->items[i].to - clusters->items[i].from;
    return true;
}

/* ---- mending --------------------------------------------------------------------------------- */

static const char *days_text(const struct input_period *period, struct arena *arena)
{
    char from[64], to[64];
    instant_format(period->first, INSTANT_DAY, from, sizeof from);
    instant_format(period->last, INSTANT_DAY, to, sizeof to);
    if (strcmp(from, to) == 0)
        return arena_text(arena, from);
    return arena_format(arena, "%s to %s", from, to);
}

static const char *all_days_text(const struct input_period *periods, size_t count,
                                 struct arena *arena)
{
    size_t named = count <= NAMED_CLUSTERS + 1 ? count : (size_t)NAMED_CLUSTERS;
    const char *text = "";
    for (size_t i = 0; i < named; i++)
        text = arena_format(arena, "%s%s%s", text,
                            i == 0           ? ""
                            : i + 1 == count ? " and "
                                             : ", ",
                            days_text(&periods[i], arena));
    return named == count ? text : arena_format(arena, "%s and %zu more", text, count - named);
}

/* When it was is said of the inputs alone: what is drawn is rounded to parts of the axis. */
static const char *clusters_text(const struct clusters *clusters, const struct tables *tables,
                                 struct arena *arena)
{
    struct input_period periods[INPUT_MOST_PERIODS];
    size_t count = input_periods(tables, periods);
    char gap[64];
    if (clusters->count == 1)
        return "Not drawn: it covers too short a part of the time of all inputs.";
    if (count < 2 || count > INPUT_MOST_PERIODS)
        return arena_format(arena, "Not drawn: on one time axis, %zu short periods far apart.",
                            clusters->count);
    const char *days = all_days_text(periods, count, arena);
    if (count > 2)
        return arena_format(arena, "Not drawn: the inputs cover %zu short periods far apart (%s).",
                            count, days);
    return arena_format(arena, "Not drawn: the inputs cover two short periods %s apart (%s).",
                        quantity_format(periods[1].first - periods[0].last, "s", UNITS_SI, gap,
                                        sizeof gap),
                        days);
}

static void describe_clusters(struct figure *figure, const struct clusters *clusters,
                              const struct tables *tables, struct arena *arena)
{
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    *panel = (struct panel){.x = figure->panels[0].x, .height_share = 1};
    scale_init_linear(&panel->y, 0, 1, true, (struct display_unit){.factor = 1});
    panel->message = clusters_text(clusters, tables, arena);
    figure->panels = panel;
    figure->panel_count = 1;
    figure->small = NULL;
    figure->height_pt = MESSAGE_PT;
}

static bool is_coarse(const struct mark *mark, double span_s)
{
    size_t points = 0;
    if (mark->kind == MARK_CELLS)
        return mark->cells.width * FEWEST_ON_LINE > span_s;
    if (mark->kind != MARK_LINE)
        return false;
    for (size_t i = 0; i < mark->count; i++)
        points += isnan(mark->y[i]) ? 0 : 1;
    return points > 0 && points < FEWEST_ON_LINE;
}

/* What was prepared for the whole axis may be too coarse for a part of it. */
static void show_part(struct figure *figure, const struct clusters *clusters,
                      const struct tables *tables, struct arena *arena)
{
    double from = clusters->items[0].from, to = clusters->items[0].to;
    for (size_t i = 0; i < figure->panel_count; i++)
        for (size_t k = 0; k < figure->panels[i].mark_count; k++)
            if (is_coarse(&figure->panels[i].marks[k], to - from)) {
                describe_clusters(figure, clusters, tables, arena);
                return;
            }
    for (size_t i = 0; i < figure->panel_count; i++)
        scale_init_time(&figure->panels[i].x, from, to);
}

static bool is_over_time(const struct figure *figure)
{
    if (figure->panel_count == 0 || figure->panels[0].message)
        return false;
    const struct scale *x = &figure->panels[0].x;
    for (size_t i = 0; i < figure->panel_count; i++)
        if (figure->panels[i].x.kind != SCALE_TIME || figure->panels[i].x.low != x->low ||
            figure->panels[i].x.high != x->high)
            return false;
    return x->high - x->low >= LEAST_SPAN_S;
}

void time_gaps_mend(struct figure *figure, const struct tables *tables, struct arena *arena)
{
    struct intervals intervals = {0};
    struct clusters clusters;
    if (!is_over_time(figure))
        return;
    double span_s = figure->panels[0].x.high - figure->panels[0].x.low;
    if (collect(&intervals, figure) && find_clusters(&intervals, span_s, &clusters) &&
        clusters.covered_s <= MOST_COVERED * span_s) {
        if (clusters.count == 1)
            show_part(figure, &clusters, tables, arena);
        else
            describe_clusters(figure, &clusters, tables, arena);
    }
    free(intervals.items);
}
