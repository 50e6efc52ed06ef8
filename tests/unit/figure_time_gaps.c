#include "check.h"

#include <math.h>
#include <string.h>

#include "figure/charts/inputs_apart.h"
#include "figure/charts/time_gaps.h"
#include "table/rows.h"

static struct table *no_items[TABLE_COUNT];
static const struct tables no_tables = {.items = no_items};

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
    time_gaps_mend(&line.figure, &no_tables, &arena);
    CHECK_TEXT(line.figure.panels->message,
               "Not drawn: on one time axis, 3 short periods far apart.");
    CHECK_INT(line.figure.panels->mark_count, 0);
    arena_release(&arena);
}

static void put_input(struct tables *tables, double first, double last)
{
    struct input_times_row row = input_times_row_missing();
    row.input = "file";
    row.first = first;
    row.last = last;
    input_times_row_put(tables_get(tables, "input_times"), &row);
}

/* Drawn from a part of the axis before the day on: what is drawn is rounded. */
static void days_are_those_of_the_inputs(void)
{
    struct arena arena;
    struct line line;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    put_input(&tables, MONDAY, MONDAY + 600);
    put_input(&tables, MONDAY + 60, MONDAY + 660);
    put_input(&tables, MONDAY + 662 * DAY, MONDAY + 662 * DAY + 60);
    line_init(&line, 663, (const double[]){0, 659}, 2, 12);
    time_gaps_mend(&line.figure, &tables, &arena);
    CHECK_TEXT(line.figure.panels->message,
               "Not drawn: the inputs cover two short periods 662 d apart (2024-06-10 and "
               "2026-04-03).");
    CHECK(inputs_are_apart(&tables));
    arena_release(&arena);
}

static void inputs_that_follow_each_other_are_one_run(void)
{
    struct arena arena;
    struct tables tables;
    struct input_period periods[INPUT_MOST_PERIODS];
    arena_init(&arena);
    tables_init(&tables, &arena);
    CHECK(!inputs_are_apart(&tables));
    put_input(&tables, MONDAY, MONDAY + DAY);
    CHECK(!inputs_are_apart(&tables));
    put_input(&tables, MONDAY + 1.01 * DAY, MONDAY + 2 * DAY);
    CHECK_INT(input_periods(&tables, periods), 1);
    CHECK(!inputs_are_apart(&tables));
    put_input(&tables, MONDAY + 3 * DAY, MONDAY + 4 * DAY);
    CHECK_INT(input_periods(&tables, periods), 2);
    CHECK(!inputs_are_apart(&tables));
    put_input(&tables, MONDAY + 30 * DAY, MONDAY + 31 * DAY);
    CHECK(inputs_are_apart(&tables));
    arena_release(&arena);
}

static void one_short_time_has_the_axis_for_itself(void)
{
    struct arena arena;
    struct line line;
    arena_init(&arena);
    line_init(&line, 900, (const double[]){400}, 1, 12);
    time_gaps_mend(&line.figure, &no_tables, &arena);
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
    time_gaps_mend(&line.figure, &no_tables, &arena);
    CHECK(!line.figure.panels->message && line.figure.panels->x.low == MONDAY);
    line_init(&line, 900, few, 3, 1);
    time_gaps_mend(&line.figure, &no_tables, &arena);
    CHECK(!line.figure.panels->message && line.figure.panels->x.low == MONDAY);
    for (size_t i = 0; i < 16; i++)
        pace[i] = 60.0 * (double)i;
    line_init(&line, 900, pace, 16, 2);
    time_gaps_mend(&line.figure, &no_tables, &arena);
    CHECK(!line.figure.panels->message && line.figure.panels->x.low == MONDAY);
    line_init(&line, 900, few, 3, 12);
    for (size_t i = 0; i < 36; i++)
        line.y[i] = 1;
    time_gaps_mend(&line.figure, &no_tables, &arena);
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
                           {.kind = MARK_CELLS,
                            .cells = {1, 10, MONDAY, 90 * DAY, values, 0, 0, NULL}}};
    line.panel.marks = marks;
    line.panel.mark_count = 2;
    time_gaps_mend(&line.figure, &no_tables, &arena);
    CHECK_TEXT(line.figure.panels->message,
               "Not drawn: it covers too short a part of the time of all inputs.");
    arena_release(&arena);
}

CHECK_MAIN(TEST(several_short_times_are_told_not_drawn), TEST(days_are_those_of_the_inputs),
           TEST(inputs_that_follow_each_other_are_one_run),
           TEST(one_short_time_has_the_axis_for_itself), TEST(what_can_be_read_stays),
           TEST(what_is_too_coarse_for_a_part_is_told))
