#include "check.h"

#include <math.h>
#include <string.h>

#include "figure/charts/time_gaps.h"

enum { MOST_POINTS = 64 };
static const double DAY = 86400, MONDAY = 1718006400; /* 2024-06-10 08:00:00 UTC */

/* A line over time, of `days` from MONDAY, one point of the value each minute from `starts` on. */
struct line {
    struct figure figure;
    struct panel panel;
    struct mark mark;
    double x[MOST_POINTS], y[MOST_POINTS];
};

static void line_init(struct line *line, double days, const double *starts, size_t count,
                      size_t points)
{
    *line = (struct line){.figure = {.panel_count = 1, .height_pt = 150}};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < points; k++) {
            line->x[i * points + k] = MONDAY + starts[i] * DAY + 60.0 * (double)k;
            line->y[i * points + k] = 1 + (double)(k % 2);
        }
    line->mark =
        (struct mark){.kind = MARK_LINE, .count = count * points, .x = line->x, .y = line->y};
    line->panel.marks = &line->mark;
    line->panel.mark_count = 1;
    line->figure.panels = &line->panel;
    scale_init_time(&line->panel.x, MONDAY, MONDAY + days * DAY);
}

static void several_short_times_are_told_not_drawn(void)
{
    struct arena arena;
    struct line line;
    arena_init(&arena);
    line_init(&line, 900, (const double[]){0, 400, 899.9}, 3, 12);
    time_gaps_mend(&line.figure, &arena);
    CHECK_TEXT(line.figure.panels->message,
               "Not drawn: this is of 3 short times far apart, slivers on one axis: 2024-06-10, "
               "2025-07-15, 2026-11-27.");
    CHECK_INT(line.figure.panels->mark_count, 0);
    arena_release(&arena);
}

static void one_short_time_has_the_axis_for_itself(void)
{
    struct arena arena;
    struct line line;
    arena_init(&arena);
    line_init(&line, 900, (const double[]){400}, 1, 12);
    time_gaps_mend(&line.figure, &arena);
    CHECK(!line.figure.panels->message);
    CHECK_NEAR(line.figure.panels->x.low, MONDAY + 400 * DAY, 1e-6);
    CHECK_NEAR(line.figure.panels->x.high, MONDAY + 400 * DAY + 660, 1e-6);
    arena_release(&arena);
}

/* Of a week and less, of few samples, of a regular pace, of what lasts. */
static void what_can_be_read_stays(void)
{
    static const double ends[] = {0, 6.9}, few[] = {0, 400, 899.9};
    double pace[16];
    struct arena arena;
    struct line line;
    arena_init(&arena);
    line_init(&line, 6.95, ends, 2, 12);
    time_gaps_mend(&line.figure, &arena);
    CHECK(!line.figure.panels->message && line.figure.panels->x.low == MONDAY);
    line_init(&line, 900, few, 3, 1);
    time_gaps_mend(&line.figure, &arena);
    CHECK(!line.figure.panels->message && line.figure.panels->x.low == MONDAY);
    for (size_t i = 0; i < 16; i++)
        pace[i] = 60.0 * (double)i;
    line_init(&line, 900, pace, 16, 2);
    time_gaps_mend(&line.figure, &arena);
    CHECK(!line.figure.panels->message && line.figure.panels->x.low == MONDAY);
    line_init(&line, 900, few, 3, 12);
    for (size_t i = 0; i < 36; i++)
        line.y[i] = 1;
    time_gaps_mend(&line.figure, &arena);
    CHECK(!line.figure.panels->message && line.figure.panels->x.low == MONDAY);
    arena_release(&arena);
}

static void what_is_too_coarse_for_a_part_is_told(void)
{
    static const double values[10] = {1, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    struct arena arena;
    struct line line;
    arena_init(&arena);
    line_init(&line, 900, (const double[]){0}, 1, 12);
    struct mark marks[] = {line.mark,
                           {.kind = MARK_CELLS, .cells = {1, 10, MONDAY, 90 * DAY, values, 0, 0}}};
    line.panel.marks = marks;
    line.panel.mark_count = 2;
    time_gaps_mend(&line.figure, &arena);
    CHECK_TEXT(line.figure.panels->message,
               "Not drawn: beside the other inputs all of this is a sliver of time.");
    arena_release(&arena);
}

CHECK_MAIN(TEST(several_short_times_are_told_not_drawn),
           TEST(one_short_time_has_the_axis_for_itself), TEST(what_can_be_read_stays),
           TEST(what_is_too_coarse_for_a_part_is_told))
