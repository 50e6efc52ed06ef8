#include "check.h"
#include "figure_table_fixture.h"

#include <math.h>

enum { COLUMNS = 5, ROWS = 4 };

/* A plateau of cells, each a factor of two wide, the densest in the middle; one cell far away. */
static void add_cells(struct strbuf *text, const char *task, double x, double y)
{
    static const char *const shares[ROWS] = {"0.95,0.85,0.7,0.92,0.97", "0.8,0.4,0.1,0.45,0.88",
                                             "0.9,0.6,0.3,0.65,0.93", "0.98,0.94,0.91,0.96,0.99"};
    for (int row = 0; row < ROWS; row++) {
        const char *share = shares[row];
        for (int column = 0; column < COLUMNS; column++) {
            double left = x * exp2(column), below = y * exp2(row);
            strbuf_format(text, "%s,%.17g,%.17g,%.17g,%.17g,5,%.*s\n", task, left, 2 * left, below,
                          2 * below, (int)strcspn(share, ","), share);
            share += strcspn(share, ",") + 1;
        }
    }
    strbuf_format(text, "%s,%.17g,%.17g,%.17g,%.17g,1,1\n", task, x * 1024, x * 2048, y, 2 * y);
}

static bool add_densities(struct fixture *fixture)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text, "task,run_time_low_s,run_time_high_s,memory_low_B,memory_high_B,tasks,"
                           "share\n");
    add_cells(&text, "*", 1, 1e9);
    add_cells(&text, "align", 1, 1e9);
    add_cells(&text, "sort", 100, 4e9);
    bool good = add_table(fixture, "task_density", text.text) &&
                add_table(fixture, "tasks",
                          "task,succeeded,elapsed_s,elapsed_share\nalign,100,1000,0.6\n"
                          "sort,100,700,0.4\n");
    strbuf_release(&text);
    return good;
}

static void all_tasks_are_three_areas_and_dots(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_densities(&fixture));
    const struct figure *figure = draw(&fixture, "memory_time_density");
    CHECK(figure && figure->panel_count == 1 && figure->panels->mark_count == 5);
    const struct mark *marks = figure->panels->marks;
    for (int i = 0; i < 3; i++) {
        static const double levels[] = {0.99, 0.9, 0.5};
        CHECK(marks[i].kind == MARK_CONTOURS && marks[i].contours.paint == CONTOUR_AREA);
        CHECK_NEAR(marks[i].contours.levels[0], levels[i], 1e-6);
    }
    CHECK_TEXT(marks[1].name, "90 % of the tasks");
    /* The centres of the cells, and of a margin around them. */
    const struct contours *grid = &marks[3].contours;
    CHECK(grid->paint == CONTOUR_LINES && grid->level_count == 3);
    CHECK_INT(grid->columns, COLUMNS + 2);
    CHECK_INT(grid->rows, ROWS + 2);
    CHECK_NEAR(grid->x[1], sqrt(2), 1e-9);
    CHECK_NEAR(grid->y[ROWS] / 1e9, sqrt(2) * 8, 1e-9);
    CHECK_NEAR(grid->values[0], 1, 0);
    CHECK_NEAR(grid->values[2 * (COLUMNS + 2) + 3], 0.1, 0);
    CHECK_INT(marks[4].kind, MARK_POINT);
    CHECK_INT(marks[4].count, 1);
    CHECK_NEAR(marks[4].x[0], 1024 * sqrt(2), 1e-6);
    CHECK_TEXT(figure->subtitle, "101 tasks");
    fixture_release(&fixture);
}

static void kinds_are_lines_of_two_levels_about_their_mode(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_densities(&fixture));
    const struct figure *figure = draw(&fixture, "memory_time_kinds_1");
    CHECK(figure && figure->panels->mark_count == 4);
    const struct mark *marks = figure->panels->marks;
    CHECK(marks[0].kind == MARK_CONTOURS && marks[0].contours.level_count == 2);
    CHECK(marks[0].colour != marks[2].colour);
    CHECK_TEXT(marks[1].name, "align 100");
    CHECK_NEAR(marks[1].x[0], 4 * sqrt(2), 1e-6);
    CHECK_NEAR(marks[3].y[0] / 4e9, 2 * sqrt(2), 1e-6);
    CHECK(!fixture_figure(&fixture, "memory_time_kinds_2"));
    fixture_release(&fixture);
}

/* Kinds k0, k1 … in the order of their time. */
static void draw_kinds(struct fixture *fixture, int count)
{
    struct strbuf cells, tasks;
    strbuf_init(&cells);
    strbuf_init(&tasks);
    strbuf_add_text(&cells, "task,run_time_low_s,run_time_high_s,memory_low_B,memory_high_B,tasks,"
                            "share\n");
    strbuf_add_text(&tasks, "task,succeeded,elapsed_s,elapsed_share\n");
    for (int i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", i);
        add_cells(&cells, name, 1 + i, 1e9);
        strbuf_format(&tasks, "k%d,100,%d,0.1\n", i, 1000 - i);
    }
    fixture_init(fixture);
    CHECK(add_table(fixture, "task_density", cells.text));
    CHECK(add_table(fixture, "tasks", tasks.text));
    strbuf_release(&cells);
    strbuf_release(&tasks);
    CHECK(draw(fixture, "memory_time_kinds_1"));
}

static void check_levels(const struct figure *figure, size_t kinds, size_t with_both)
{
    CHECK_INT(figure->panels->mark_count, 2 * kinds);
    for (size_t i = 0; i < kinds; i++)
        CHECK_INT(figure->panels->marks[2 * i].contours.level_count, i < with_both ? 2 : 1);
}

/* Of 8 all have both regions, of 9 those of most time. */
static void many_kinds_have_one_region(void)
{
    struct fixture fixture;
    draw_kinds(&fixture, 8);
    const struct figure *figure = fixture_figure(&fixture, "memory_time_kinds_1");
    check_levels(figure, 7, 7);
    CHECK(strstr(figure->caption, "Regions that hold 50 % (thick) and 90 % (thin) of a kind's "));
    check_levels(fixture_figure(&fixture, "memory_time_kinds_2"), 1, 1);
    fixture_release(&fixture);
    draw_kinds(&fixture, 9);
    figure = fixture_figure(&fixture, "memory_time_kinds_1");
    check_levels(figure, 7, 3);
    CHECK(strstr(figure->caption, "Regions that hold 50 % (thick) and 90 % (thin; only k0, k1 and "
                                  "k2) of a kind's "));
    figure = fixture_figure(&fixture, "memory_time_kinds_2");
    check_levels(figure, 2, 0);
    CHECK(strstr(figure->caption, "Regions that hold 50 % of a kind's "));
    fixture_release(&fixture);
}

static bool no(void)
{
    return false;
}

static void what_cannot_be_painted_is_left_out_and_told(void)
{
    struct fixture fixture;
    const struct figure_filter filter = {.can_paint_contours = no};
    fixture_init(&fixture);
    CHECK(add_densities(&fixture) && fixture_draw(&fixture, &filter));
    CHECK(!fixture_figure(&fixture, "memory_time_density"));
    size_t told = 0;
    for (size_t i = 0; i < fixture.figures.left_out_count; i++)
        told += fixture.figures.left_out[i].why &&
                strstr(fixture.figures.left_out[i].why, "PLplot") != NULL;
    CHECK_INT(told, 2);
    fixture_release(&fixture);
}

/* A map with holes: every third cell of a grid of 16 by 12 has a value. */
static void places_between_which_there_is_nothing_are_a_surface(void)
{
    struct fixture fixture;
    struct strbuf text;
    fixture_init(&fixture);
    strbuf_init(&text);
    strbuf_add_text(&text, "x,y,width,height,run_time_s\n");
    for (int i = 0; i < 192; i++)
        if (i % 3 == 0)
            strbuf_format(&text, "%d,%d,2,2,%d\n", 2 * (i % 16), 2 * (i / 16), 10 + i);
    CHECK(add_table(&fixture, "tile_map", text.text));
    const struct figure *figure = draw(&fixture, "tile_run_time_between");
    CHECK(figure && figure->panels->mark_count == 2 && figure->panels->has_colour);
    const struct contours *contours = &figure->panels->marks[0].contours;
    CHECK(contours->paint == CONTOUR_SHADES && contours->rows == 0);
    CHECK_INT(contours->columns, 64);
    CHECK(contours->x[0] == 1 && contours->y[0] == 1 && contours->values[1] == 13);
    CHECK_INT(figure->panels->marks[1].count, 64);
    CHECK(strstr(figure->subtitle, "64 cells of 2 × 2, from 10 s to 3.32 min"));
    strbuf_release(&text);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(all_tasks_are_three_areas_and_dots),
           TEST(kinds_are_lines_of_two_levels_about_their_mode), TEST(many_kinds_have_one_region),
           TEST(places_between_which_there_is_nothing_are_a_surface),
           TEST(what_cannot_be_painted_is_left_out_and_told))
