/* Figures of many rows, cut into sheets. */
#include <math.h>

#include "check.h"
#include "figure/model/mark_list.h"
#include "figure/model/row_sheets.h"

enum { ROWS = 96 };

/* A band behind the first 50 rows, a bar and its value in each, a line down all of them. */
static void make_figure(struct figure *figure, struct arena *arena)
{
    struct panel *panel = arena_alloc(arena, sizeof *panel);
    struct mark_list marks = {.arena = arena};
    const char **names = arena_alloc_array(arena, ROWS, sizeof *names);
    *panel = (struct panel){.height_share = 1};
    struct mark *band = mark_list_add(&marks, MARK_BAR, COLOUR_GRID, 1);
    band->name = "first 50";
    mark_put_to(band, 0, 0, 100, 50);
    struct mark *bars = mark_list_add(&marks, MARK_BAR, COLOUR_ACCENT, ROWS);
    struct mark *texts = mark_list_add(&marks, MARK_TEXT, COLOUR_TEXT, ROWS);
    struct mark *rule = mark_list_add(&marks, MARK_RULE, COLOUR_TEXT, 1);
    mark_put_to(rule, 7, NAN, 7, NAN);
    for (int i = 0; i < ROWS; i++) {
        names[i] = arena_format(arena, "kind%02d", i);
        mark_put_to(bars, 0, i + 0.1, ROWS - i, i + 0.9);
        mark_put_value(texts, ROWS - i, i + 0.5, arena_format(arena, "%d", ROWS - i));
    }
    scale_init_linear(&panel->x, 0, ROWS, true, (struct display_unit){.factor = 1});
    scale_init_bands(&panel->y, names, ROWS);
    mark_list_finish(&marks, panel);
    *figure = (struct figure){.id = "f",
                              .title = "Time",
                              .subtitle = "total 9 h",
                              .caption = "All.",
                              .height_pt = 60 + 13 * ROWS,
                              .panels = panel,
                              .panel_count = 1,
                              .row_pt = 13,
                              .row_words = "task kinds"};
}

static void each_sheet_has_its_rows_on_the_same_axis(void)
{
    struct arena arena;
    struct figure figure, cut;
    arena_init(&arena);
    make_figure(&figure, &arena);
    CHECK_INT(row_sheets_count(&figure), 3);
    row_sheets_cut(&figure, 1, 3, &arena, &cut);
    const struct panel *panel = cut.panels;
    CHECK_TEXT(cut.title, "Time (continued)");
    CHECK_TEXT(cut.subtitle, "Task kinds 33–64 of 96");
    CHECK_TEXT(cut.caption, "");
    CHECK_NEAR(cut.height_pt, 60 + 13 * 32, 1e-9);
    CHECK_NEAR(panel->y.high, 32, 0);
    CHECK_TEXT(panel->y.bands[0], "kind32");
    CHECK_NEAR(panel->x.high, figure.panels->x.high, 0);
    CHECK_INT(panel->mark_count, 4);
    CHECK_NEAR(panel->marks[0].y[0], 0, 0); /* rows 33 to 50 of the band */
    CHECK_NEAR(panel->marks[0].y2[0], 18, 0);
    CHECK_INT(panel->marks[1].count, 32);
    CHECK_NEAR(panel->marks[1].x2[0], 64, 0);
    CHECK_NEAR(panel->marks[1].y[0], 0.1, 1e-12);
    CHECK_NEAR(panel->marks[1].y2[31], 31.9, 1e-12);
    CHECK_TEXT(panel->marks[2].labels[31], "33");
    CHECK(panel->marks[2].are_values);
    CHECK(isnan(panel->marks[3].y[0]));
    arena_release(&arena);
}

static void the_first_sheet_says_the_numbers_and_the_last_has_no_band(void)
{
    struct arena arena;
    struct figure figure, cut;
    arena_init(&arena);
    make_figure(&figure, &arena);
    row_sheets_cut(&figure, 0, 3, &arena, &cut);
    CHECK_TEXT(cut.title, "Time");
    CHECK_TEXT(cut.subtitle, "total 9 h; shown here: task kinds 1–32 of 96");
    CHECK_TEXT(cut.caption, "All.");
    CHECK_NEAR(cut.panels->marks[0].y2[0], 32, 0);
    row_sheets_cut(&figure, 2, 3, &arena, &cut);
    CHECK_INT(cut.panels->mark_count, 3); /* no legend names the band */
    CHECK_TEXT(cut.panels->marks[1].labels[31], "1");
    arena_release(&arena);
}

/* A ridge stands on the lower edge of its row. */
static void shapes_stay_in_their_row(void)
{
    struct arena arena;
    struct figure figure, cut;
    struct mark_list marks = {0};
    arena_init(&arena);
    make_figure(&figure, &arena);
    marks.arena = &arena;
    for (int i = 0; i < ROWS; i++) {
        struct mark *area = mark_list_add(&marks, MARK_AREA, COLOUR_ACCENT, 2);
        mark_put_to(area, 1, i + 1, 0, i + 1);
        mark_put_to(area, 2, i + 0.1, 0, i + 1);
    }
    mark_list_finish(&marks, figure.panels);
    row_sheets_cut(&figure, 1, 3, &arena, &cut);
    CHECK_INT(cut.panels->mark_count, 32);
    CHECK_NEAR(cut.panels->marks[0].y[0], 1, 0);
    CHECK_NEAR(cut.panels->marks[31].y[1], 31.1, 1e-12);
    CHECK_NEAR(cut.panels->marks[31].y2[1], 32, 0);
    arena_release(&arena);
}

static void what_has_no_rows_is_never_cut(void)
{
    struct arena arena;
    struct figure figure;
    arena_init(&arena);
    make_figure(&figure, &arena);
    figure.panels->y.high = 42;
    CHECK_INT(row_sheets_count(&figure), 1);
    figure.panels->y.high = 43;
    CHECK_INT(row_sheets_count(&figure), 2);
    figure.row_pt = 0;
    CHECK_INT(row_sheets_count(&figure), 1);
    figure.row_pt = 13;
    figure.panels->marks[0].kind = MARK_CELLS;
    CHECK_INT(row_sheets_count(&figure), 1);
    arena_release(&arena);
}

CHECK_MAIN(TEST(each_sheet_has_its_rows_on_the_same_axis),
           TEST(the_first_sheet_says_the_numbers_and_the_last_has_no_band),
           TEST(shapes_stay_in_their_row), TEST(what_has_no_rows_is_never_cut))
