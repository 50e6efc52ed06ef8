#include "check.h"

#include "analysis/traces/trace_lines.h"

static void very_many_lines_have_few_stretches(void)
{
    struct trace_grid grid;
    CHECK(trace_grid_make(&grid, 0, 60, TRACE_GRID_MOST, 200000));
    CHECK_INT(grid.stretches, 20);
    CHECK_NEAR(grid.width, 3, 0);
    trace_grid_release(&grid);
    CHECK(trace_grid_make(&grid, 0, 60, TRACE_GRID_MOST, 2));
    CHECK_INT(grid.stretches, TRACE_GRID_MOST);
    trace_grid_release(&grid);
    CHECK(!trace_grid_make(&grid, 60, 60, TRACE_GRID_MOST, 2));
    trace_grid_release(&grid);
    CHECK(!trace_grid_make(&grid, 0, 60, TRACE_GRID_MOST, 0));
    trace_grid_release(&grid);
}

/* 130 lines over 200 stretches: rows of three lines and two stretches, the last one of one line. */
static void many_lines_are_grouped_for_a_map(void)
{
    static const char *const names[130] = {[0] = "a", [2] = "c", [129] = "z"};
    struct trace_grid grid;
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    CHECK(trace_grid_make(&grid, 0, 200, 200, 130));
    for (size_t line = 0; line < 130; line++)
        for (int i = 0; i < 200; i++)
            trace_grid_sample(&grid, line, i + 0.5, (double)line + (i % 2 ? 10 : 0));
    trace_grid_put(&grid, &(struct trace_panel){"devices", "Power", "W", names, 1000, true},
                   &tables);
    const struct table *table = tables_find(&tables, "trace_lines");
    CHECK_INT(table->rows, 3 * 200 + 44 * 100);
    CHECK_TEXT(table_texts(table, "line")[600], "a – c");
    CHECK_NEAR(table_numbers(table, "time")[600], 1001, 1e-9);
    CHECK_NEAR(table_numbers(table, "value")[600], 6, 1e-12);
    CHECK_TEXT(table_texts(table, "line")[table->rows - 1], "z");
    CHECK_NEAR(table_numbers(table, "value")[table->rows - 1], 134, 1e-12);
    trace_grid_release(&grid);
    arena_release(&arena);
}

/* Two samples of 10 and one of 40 in one row of cells: 20, not 25. */
static void cells_of_a_map_are_weighted_means(void)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    struct trace_grid grid;
    struct arena arena;
    struct tables tables;
    arena_init(&arena);
    tables_init(&tables, &arena);
    CHECK(trace_grid_make(&grid, 0, 200, 200, 9));
    for (size_t line = 0; line < 9; line++) {
        trace_grid_samples(&grid, line, 0.5, 20, 2);
        trace_grid_sample(&grid, line, 1.5, 40);
    }
    trace_grid_put(&grid, &(struct trace_panel){"devices", "Power", "W", names, 0, true}, &tables);
    const struct table *table = tables_find(&tables, "trace_lines");
    size_t first = table_find_row(table, 0, "line", "a", NULL, NULL);
    CHECK_NEAR(table_numbers(table, "value")[first], 20, 1e-12);
    trace_grid_release(&grid);
    arena_release(&arena);
}

CHECK_MAIN(TEST(cells_of_a_map_are_weighted_means), TEST(very_many_lines_have_few_stretches),
           TEST(many_lines_are_grouped_for_a_map))
