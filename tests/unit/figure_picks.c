/* Which rows a chart draws of many: those that it is about, and a word on the rest. */
#include "check.h"
#include "figure/charts/row_picks.h"
#include "figure/charts/table_rows.h"
#include "figure/charts/task_keys.h"
#include "figure/model/row_sheets.h"
#include "figure_table_fixture.h"
#include "util/distinct_names.h"
#include "util/strbuf.h"

enum { MOST = 4, ROWS = 7 };

static void check_drawn(enum plot_pick pick, const char *expected, const char *words)
{
    static const double values[ROWS] = {3, 9, 1, 8, NAN, 2, 7};
    struct arena arena;
    arena_init(&arena);
    struct row_picks picks = {ROWS, values, values, {0, 5}, 2};
    bool drawn[ROWS];
    char text[ROWS + 1] = {0};
    size_t named = row_picks_make(&picks, pick, MOST, drawn, &arena);
    for (int i = 0; i < ROWS; i++)
        text[i] = drawn[i] ? 'x' : '.';
    CHECK_TEXT(text, expected);
    CHECK_TEXT(row_picks_text(pick, MOST, named, &arena), words);
    arena_release(&arena);
}

static void rows_are_picked_by_what_is_shown_and_named_ones_always(void)
{
    check_drawn(PICK_HIGHEST, "xx.x.x.", "the 2 with the highest values, and 2 others");
    check_drawn(PICK_LOWEST, "x.x..xx", "the 4 with the lowest values");
    check_drawn(PICK_BOTH, "xxx..x.", "the 2 with the highest and the lowest values, and 2 others");
    check_drawn(PICK_FIRST, "xxx..x.", "the first 3, and 1 other");
}

static void names_that_differ_stay_different(void)
{
    struct arena arena;
    arena_init(&arena);
    const char *names[] = {"alignment-of-reads-to-chromosome-01-with-bwa",
                           "alignment-of-reads-to-chromosome-02-with-bwa", "short",
                           "alignment-of-reads-to-chromosome-01-with-bwa", NULL};
    distinct_names(names, 5, 16, &arena);
    CHECK(strcmp(names[0], names[1]) != 0);
    CHECK_TEXT(names[0], names[3]);
    CHECK_TEXT(names[2], "short");
    CHECK(strstr(names[0], "01") && strstr(names[1], "02"));
    CHECK(!names[4]);
    const char *ends[] = {"äöüäöüäöüäöüäöüäöüäöü-1", "äöüäöüäöüäöüäöüäöüäöü-2"};
    distinct_names(ends, 2, 9, &arena);
    CHECK(strcmp(ends[0], ends[1]) != 0);
    arena_release(&arena);
}

/* One of many: the part in which it differs from all that would look alike is kept. */
static void one_name_stays_different_from_others(void)
{
    static const char *const others[] = {"calibrate_step_013_of_pipeline",
                                         "calibrate_step_118_of_pipeline",
                                         "calibrate_step_119_of_pipeline", NULL,
                                         "calibrate_something_else"};
    struct arena arena;
    arena_init(&arena);
    const char *name = distinct_name(others[1], others, 5, 24, &arena);
    CHECK(strstr(name, "118"));
    CHECK(strlen(name) < strlen(others[1]));
    CHECK_TEXT(distinct_name(others[1], others + 1, 1, 24, &arena), "calibrate_st…of_pipeline");
    CHECK_TEXT(distinct_name("short", others, 5, 24, &arena), "short");
    arena_release(&arena);
}

/* The last kind takes the least time, has the most memory and the lowest efficiency. */
static void add_kinds(struct fixture *fixture, int count)
{
    struct strbuf tasks, points;
    strbuf_init(&tasks);
    strbuf_init(&points);
    strbuf_add_text(&tasks, "task,tasks,succeeded,elapsed_hours,elapsed_share,elapsed_cumulated,"
                            "cpu_efficiency,rss_min_GB,rss_mean_GB,rss_p05_GB,rss_p95_GB,"
                            "rss_max_GB\n");
    strbuf_add_text(&points, "task,part,run_time_s,memory_GB\n");
    for (int i = 0; i < count; i++) {
        bool is_last = i + 1 == count;
        int memory = is_last ? 500 : 1 + i % 3;
        strbuf_format(&tasks, "kind%02d,4,4,%d,0.01,%g,%g,%d,%d,%d,%d,%d\n", i, count - i,
                      0.01 * (i + 1),
                      is_last  ? 0.1
                      : i == 3 ? 7.97
                               : 0.9,
                      memory, memory, memory, memory + 1, memory + 2);
        for (int k = 1; k < 13; k++)
            strbuf_format(&points, "kind%02d,point,%d,%g\n", i, 10 * k, memory * (1 + 0.01 * k));
    }
    CHECK(add_table(fixture, "tasks", tasks.text));
    CHECK(add_table(fixture, "task_points", points.text));
    strbuf_release(&tasks);
    strbuf_release(&points);
}

static bool has_band(const struct figure *figure, const char *name)
{
    for (size_t i = 0; figure && i < (size_t)figure->panels[0].y.high; i++)
        if (strcmp(figure->panels[0].y.bands[i], name) == 0)
            return true;
    return false;
}

static void the_kind_a_chart_is_about_is_drawn(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 161);
    const struct figure *memory = draw(&fixture, "task_memory_spread");
    CHECK(has_band(memory, "kind160"));
    CHECK(strstr(memory->subtitle, "161 task kinds; highest: "));
    CHECK(strstr(
        memory->caption,
        "Shown: the 19 with the highest values, and 1 other; 141 other task kinds: see data/"));
    const struct figure *efficiency = fixture_figure(&fixture, "task_cpu_efficiency");
    CHECK(has_band(efficiency, "kind160"));
    CHECK(has_band(memory->small, "kind160"));
    fixture_release(&fixture);
}

/* A sheet has room for 42, four for 160. */
static void up_to_160_kinds_are_all_drawn(void)
{
    static const char *const charts[] = {"task_memory_spread", "task_cpu_efficiency", "task_hours"};
    static const struct {
        int kinds;
        size_t sheets;
    } cases[] = {{42, 1}, {43, 2}, {160, 4}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        struct fixture fixture;
        fixture_init(&fixture);
        add_kinds(&fixture, cases[c].kinds);
        for (size_t i = 0; i < sizeof charts / sizeof charts[0]; i++) {
            const struct figure *figure =
                i ? fixture_figure(&fixture, charts[i]) : draw(&fixture, charts[i]);
            CHECK_NEAR(figure->panels[0].y.high, cases[c].kinds, 0);
            CHECK(!strstr(figure->caption, "Shown:"));
            CHECK_NEAR(figure->small->panels[0].y.high, 7, 0);
            CHECK_INT(row_sheets_count(figure), cases[c].sheets);
        }
        fixture_release(&fixture);
    }
}

static void an_impossible_efficiency_is_not_rated(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 6);
    const struct figure *figure = draw(&fixture, "task_cpu_efficiency");
    CHECK_TEXT(figure->subtitle, "below 60 %: 1 of 6 task kinds; above 100 % (implausible): 1; "
                                 "lowest: kind05, 10 %; highest: kind03, 797 %");
    const struct mark *texts = find_mark(figure, MARK_TEXT);
    CHECK_TEXT(texts->labels[0], "10  low");
    CHECK_TEXT(texts->labels[5], "797  implausible");
    fixture_release(&fixture);
}

static bool is_reported(const struct fixture *fixture, const char *id, const char *name)
{
    const struct figure *figure = fixture_figure(fixture, id);
    for (size_t i = 0; figure && i < figure->panels[0].mark_count; i++) {
        const char *mark = figure->panels[0].marks[i].name;
        if (mark && strncmp(mark, name, strlen(name)) == 0)
            return true;
    }
    return figure && strstr(figure->caption, name);
}

static void every_kind_is_in_a_memory_time_figure_or_told(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 43);
    CHECK(draw(&fixture, "memory_time_4"));
    for (int i = 0; i < 43; i++) {
        char name[16], id[] = "memory_time_1";
        snprintf(name, sizeof name, "kind%02d", i);
        bool found = false;
        for (; id[12] <= '4'; id[12]++)
            found = found || is_reported(&fixture, id, name);
        if (!found)
            printf("  %s\n", name);
        CHECK(found);
    }
    const char *caption = fixture_figure(&fixture, "memory_time_4")->caption;
    CHECK(strstr(caption, "not shown: ") && !strstr(caption, "kind42"));
    fixture_release(&fixture);
}

/* Ten kinds, no two of which look alike. */
static void kinds_of_a_figure_differ_by_colour_or_shape(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 43);
    const struct figure *figure = draw(&fixture, "memory_time_4");
    const struct panel *panel = figure->panels;
    for (size_t i = 0; i < panel->mark_count; i++)
        for (size_t k = 0; k < i; k++)
            if (panel->marks[i].kind == MARK_POINT && panel->marks[k].kind == MARK_POINT)
                CHECK(panel->marks[i].colour != panel->marks[k].colour ||
                      panel->marks[i].shape != panel->marks[k].shape);
    fixture_release(&fixture);
}

/* Of few kinds one chart of memory has all; of a sheet full of them a second has those that take
 * the time. */
static void a_choice_of_all_kinds_is_not_drawn_twice(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 20);
    CHECK(draw(&fixture, "task_memory_spread") && !fixture_figure(&fixture, "task_memory_share"));
    fixture_release(&fixture);
    fixture_init(&fixture);
    add_kinds(&fixture, 42);
    const struct figure *share = draw(&fixture, "task_memory_share");
    CHECK(share);
    CHECK_TEXT(find_mark(share, MARK_TEXT)->labels[0], "1.0 %");
    fixture_release(&fixture);
    fixture_init(&fixture);
    add_kinds(&fixture, 43);
    CHECK(draw(&fixture, "task_memory_spread") && !fixture_figure(&fixture, "task_memory_share"));
    fixture_release(&fixture);
}

/* "(no name)" and ('chunk', 0) stand in brackets themselves. */
/* Four charts of a page each for kinds of a task or two say nothing. */
static void few_tasks_have_no_further_scatter(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 23);
    CHECK(draw(&fixture, "memory_time_2"));
    fixture_release(&fixture);
    fixture_init(&fixture);
    add_kinds(&fixture, 23);
    const struct table *tasks = tables_find(&fixture.tables, "tasks");
    for (size_t i = 0; i < tasks->column_count; i++)
        for (size_t row = 0; row < tasks->rows; row++)
            if (strcmp(tasks->columns[i].name, "elapsed_share") == 0)
                tasks->columns[i].numbers[row] = row < 10 ? 0.0999 : 0.0001;
    CHECK(draw(&fixture, "memory_time_1") && !fixture_figure(&fixture, "memory_time_2"));
    fixture_release(&fixture);
}

/* Keys of Dask. */
static void keys_of_tasks_are_read_by_people(void)
{
    struct arena arena;
    arena_init(&arena);
    CHECK_TEXT(task_key_shown(&arena, "('_kmeans_step-538454127b096493e05ef70acc75ef05', 5, 0)"),
               "_kmeans_step-5384 (5, 0)");
    CHECK_TEXT(task_key_shown(&arena, "load-0f8fad5b-d9cb-469f-a165-70867728950e"), "load-0f8f");
    CHECK_TEXT(task_key_shown(&arena, "load-538454127b096493e05ef70acc75ef0"),
               "load-538454127b096493e05ef70acc75ef0");
    CHECK_TEXT(task_key_shown(&arena, "538454127b096493e05ef70acc75ef05"),
               "538454127b096493e05ef70acc75ef05");
    CHECK_TEXT(task_key_shown(&arena, "align"), "align");
    CHECK_TEXT(task_key_shown(&arena, "('x', 1)"), "x (1)");
    CHECK(!task_key_shown(&arena, NULL));
    arena_release(&arena);
}

static void names_have_one_pair_of_brackets(void)
{
    struct arena arena;
    arena_init(&arena);
    CHECK_TEXT(in_brackets(&arena, "align"), " (align)");
    CHECK_TEXT(in_brackets(&arena, "(no name)"), " (no name)");
    CHECK_TEXT(in_brackets(&arena, "f(x)"), " (f(x))");
    arena_release(&arena);
}

static void a_log_axis_has_dots_not_bars(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 5);
    CHECK(fixture_use_log(&fixture, "task_memory"));
    const struct figure *figure = draw(&fixture, "task_memory");
    CHECK_INT(figure->panels[0].x.kind, SCALE_LOG);
    CHECK(!find_mark(figure, MARK_BAR));
    const struct mark *dots = find_mark(figure, MARK_POINT);
    CHECK(dots);
    CHECK_INT(dots->count, 5);
    CHECK_INT(fixture_figure(&fixture, "task_hours")->panels[0].x.kind, SCALE_LINEAR);
    fixture_release(&fixture);
}

static void add_device_lines(struct fixture *fixture, int devices)
{
    struct strbuf csv;
    strbuf_init(&csv);
    strbuf_add_text(&csv, "figure,panel,unit,line,time,value\n");
    for (int d = 0; d < devices; d++)
        for (int k = 0; k < 5; k++)
            strbuf_format(&csv, "devices,Utilisation,%%,GPU %d,%d,%d\n", d, 86400 + 60 * k,
                          k == 2 && d == 0 ? 100 : 10 * (d + 1));
    CHECK(add_table(fixture, "trace_lines", csv.text));
    strbuf_release(&csv);
}

static void four_similar_lines_are_a_band_and_a_heat_map(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_device_lines(&fixture, 3);
    const struct figure *figure = draw(&fixture, "device_lines");
    CHECK_INT(figure->panel_count, 1);
    CHECK_INT(figure->panels[0].mark_count, 3);
    fixture_release(&fixture);
    fixture_init(&fixture);
    add_device_lines(&fixture, 4);
    figure = draw(&fixture, "device_lines");
    CHECK_INT(figure->panel_count, 2);
    const struct mark *band = find_mark(figure, MARK_AREA), *median = find_mark(figure, MARK_LINE);
    CHECK_NEAR(band->y[0], 40, 0);
    CHECK_NEAR(band->y2[0], 10, 0);
    CHECK_NEAR(median->y[0], 25, 0);
    CHECK_NEAR(band->y[2], 100, 0);
    CHECK_NEAR(median->y[2], 35, 0);
    const struct panel *map = &figure->panels[1];
    CHECK_INT(map->marks[0].kind, MARK_CELLS);
    CHECK_INT(map->marks[0].cells.rows, 4);
    CHECK_TEXT(map->y.bands[3], "GPU 3");
    CHECK_NEAR(map->marks[0].cells.values[2], 100, 0);
    fixture_release(&fixture);
}

static void merged_lanes_tell_how_many_workers_they_are(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "lanes",
                    "lane,node,nodes,slot,start,end,task,tasks,failed,running\n"
                    "0,w1 – w3,3,,86400,86460,align,5,0,4\n1,w4,1,,86400,86460,align,2,0,1\n"));
    const struct figure *figure = draw(&fixture, "worker_lanes");
    CHECK_TEXT(figure->panels[0].y.bands[0], "w1 – w3 (3)");
    CHECK_TEXT(figure->panels[0].y.bands[1], "w4");
    CHECK(strstr(figure->caption, "Row: neighbouring nodes (their number in brackets)."));
    fixture_release(&fixture);
}

static void histograms_of_kinds_tell_how_many_have_none(void)
{
    struct fixture fixture;
    struct strbuf csv;
    fixture_init(&fixture);
    strbuf_init(&csv);
    add_kinds(&fixture, 15);
    strbuf_add_text(&csv, "task,quantity,unit,low,high,count\n");
    for (int i = 0; i < 15; i++)
        strbuf_format(&csv, "kind%02d,memory,B,1e9,2e9,18\nkind%02d,memory,B,2e9,3e9,2\n", i, i);
    CHECK(add_table(&fixture, "histograms", csv.text));
    strbuf_release(&csv);
    const struct figure *figure = draw(&fixture, "memory_histogram_kind00");
    CHECK(figure && !fixture_figure(&fixture, "memory_histogram_kind14"));
    CHECK(strstr(figure->caption, "Shown for the 12 longest of 15 task kinds."));
    fixture_release(&fixture);
}

/* Shares of all that were added up may be a little off 1; what is left out of them is not. */
static void shares_of_all_are_all(void)
{
    struct arena arena;
    arena_init(&arena);
    CHECK_TEXT(share_word(&arena, 1 - 3e-16), "100 %");
    CHECK_TEXT(share_word(&arena, 1), "100 %");
    CHECK_TEXT(share_word(&arena, 1 - 1e-6), "99.99 %");
    CHECK_TEXT(share_word(&arena, 0.5), "50.0 %");
    arena_release(&arena);
}

CHECK_MAIN(TEST(shares_of_all_are_all),
           TEST(rows_are_picked_by_what_is_shown_and_named_ones_always),
           TEST(names_that_differ_stay_different), TEST(one_name_stays_different_from_others),
           TEST(the_kind_a_chart_is_about_is_drawn), TEST(up_to_160_kinds_are_all_drawn),
           TEST(an_impossible_efficiency_is_not_rated),
           TEST(every_kind_is_in_a_memory_time_figure_or_told),
           TEST(kinds_of_a_figure_differ_by_colour_or_shape),
           TEST(a_choice_of_all_kinds_is_not_drawn_twice), TEST(names_have_one_pair_of_brackets),
           TEST(few_tasks_have_no_further_scatter), TEST(keys_of_tasks_are_read_by_people),
           TEST(a_log_axis_has_dots_not_bars), TEST(four_similar_lines_are_a_band_and_a_heat_map),
           TEST(merged_lanes_tell_how_many_workers_they_are),
           TEST(histograms_of_kinds_tell_how_many_have_none))
