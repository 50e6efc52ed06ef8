/* Task kinds of which all tasks are alike: what charts of spans, bars and planes leave out, and
 * what is said of them. */
#include "check.h"
#include "figure_table_fixture.h"

static const char *why_left_out(const struct fixture *fixture, const char *title)
{
    for (size_t i = 0; i < fixture->figures.left_out_count; i++)
        if (strcmp(fixture->figures.left_out[i].title, title) == 0)
            return fixture->figures.left_out[i].why;
    return NULL;
}

/* Of `count` kinds the first `spans` need 1 to 2 GB, each other one the same in all: 1 GB and
 * `step_GB` more per kind before it. */
static void add_kinds(struct fixture *fixture, int count, int spans, int tasks, double step_GB)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_add_text(&text,
                    "task,tasks,succeeded,elapsed_s,elapsed_share,memory_min_B,memory_mean_B,"
                    "memory_p05_B,memory_p95_B,peak_memory_B\n");
    for (int i = 0; i < count; i++) {
        double low = 1e9 + 1e9 * step_GB * i, high = i < spans ? 2e9 : low;
        strbuf_format(&text, "kind%02d,%d,%d,100,0.01,%g,%g,%g,%g,%g\n", i, tasks, tasks, low, low,
                      low, high, high);
    }
    CHECK(add_table(fixture, "tasks", text.text));
    strbuf_release(&text);
}

static size_t rows_of(const struct figure *figure)
{
    return (size_t)figure->panels[0].y.high;
}

static void many_kinds_without_a_span_are_said(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 12, 2, 9, 0);
    const struct figure *figure = draw(&fixture, "task_memory_spread");
    CHECK(figure && rows_of(figure) == 2);
    CHECK(figure && strstr(figure->subtitle, "12 task kinds"));
    /* 1e9 ÷ 2^20 = 953.67 */
    CHECK(figure &&
          strstr(figure->caption, "Not shown: 10 task kinds with a single value (954 MiB)."));
    fixture_release(&fixture);
}

/* Half of the rows, or a few. */
static void some_kinds_without_a_span_are_points(void)
{
    static const int cases[][2] = {{12, 6}, {7, 1}};
    for (size_t i = 0; i < 2; i++) {
        struct fixture fixture;
        fixture_init(&fixture);
        add_kinds(&fixture, cases[i][0], cases[i][1], 9, 0);
        const struct figure *figure = draw(&fixture, "task_memory_spread");
        CHECK(figure && rows_of(figure) == (size_t)cases[i][0]);
        CHECK(figure && !strstr(figure->caption, "Not shown"));
        fixture_release(&fixture);
    }
}

static void without_any_span_there_is_no_chart(void)
{
    static const struct {
        int tasks;
        double step_GB;
        const char *why;
    } cases[] = {
        {1, 0.1, "each of 12 task kinds has one task: between 954 MiB and 1.96 GiB"}, /* 2.1e9 B */
        {9, 0, "each of 12 task kinds has one value in all its tasks: 954 MiB"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct fixture fixture;
        fixture_init(&fixture);
        add_kinds(&fixture, 12, 0, cases[i].tasks, cases[i].step_GB);
        CHECK(!draw(&fixture, "task_memory_spread"));
        CHECK_TEXT(why_left_out(&fixture, "Peak memory: p5 to p95 by task kind"), cases[i].why);
        fixture_release(&fixture);
    }
}

static void equal_bars_are_one_number(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 12, 0, 9, 0);
    CHECK(!draw(&fixture, "task_memory"));
    CHECK_TEXT(why_left_out(&fixture, "Highest peak memory by task kind"),
               "all 12 task kinds: 954 MiB");
    fixture_release(&fixture);
    fixture_init(&fixture);
    add_kinds(&fixture, 12, 0, 9, 0.1);
    CHECK(draw(&fixture, "task_memory"));
    fixture_release(&fixture);
}

/* Tasks of align and sort need the same each; those of merge do not. */
static void lines_are_no_clouds(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks",
                    "task,tasks,succeeded,elapsed_share\nalign,3,3,0.5\n"
                    "sort,3,3,0.3\nmerge,3,3,0.2\n"));
    CHECK(add_table(&fixture, "task_points",
                    "task,part,run_time_s,memory_B\nalign,point,60,1e9\nalign,point,61,1e9\n"
                    "align,point,62,1e9\nsort,point,60,2e9\nsort,point,61,2e9\n"
                    "sort,point,64,2e9\nmerge,point,60,1e9\nmerge,point,61,3e9\n"
                    "merge,point,62,4e9\n"));
    const struct figure *figure = draw(&fixture, "memory_time_1");
    CHECK(figure && strstr(figure->subtitle, "1 of 3 task kinds: 3 tasks"));
    CHECK(figure && strstr(figure->caption, "Not shown: 2 task kinds with a single peak memory "
                                            "(between 954 MiB and 1.86 GiB)."));
    fixture_release(&fixture);
}

/* All tasks of align lie in one row of cells. */
static void a_line_has_no_region(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks",
                    "task,tasks,succeeded,elapsed_share\nalign,300,300,0.5\n"
                    "sort,300,300,0.5\n"));
    CHECK(
        add_table(&fixture, "task_density",
                  "task,run_time_low_s,run_time_high_s,memory_low_B,memory_high_B,tasks,share\n"
                  "align,1,2,1e9,2e9,200,0.3\nalign,2,4,1e9,2e9,100,0.8\nalign,2,4,2e9,4e9,0,0.9\n"
                  "sort,1,2,1e9,2e9,200,0.3\nsort,2,4,1e9,2e9,50,0.8\nsort,2,4,2e9,4e9,50,0.9\n"));
    const struct figure *figure = draw(&fixture, "memory_time_kinds_1");
    CHECK(figure && strstr(figure->subtitle, "1 of 2 task kinds: 300 tasks"));
    CHECK(figure && strstr(figure->caption, "Not shown: 1 task kind with a single peak memory."));
    fixture_release(&fixture);
}

static void figures_of_kinds_are_one_title(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_kinds(&fixture, 3, 0, 30, 0);
    CHECK(add_table(&fixture, "histograms",
                    "task,quantity,unit,low,high,count\nkind00,memory,B,1e9,1.00001e9,30\n"
                    "kind01,memory,B,1e9,1.00001e9,30\nkind02,memory,B,1e9,1.00001e9,30\n"));
    CHECK(fixture_draw_all(&fixture));
    CHECK_TEXT(why_left_out(&fixture, "Peak memory of kind00"), "the same value in all");
    CHECK(!why_left_out(&fixture, "Peak memory of kind01"));
    for (size_t i = 0; i < fixture.figures.left_out_count; i++)
        if (strcmp(fixture.figures.left_out[i].title, "Peak memory of kind00") == 0)
            CHECK_TEXT(fixture.figures.left_out[i].more, " and 2 other task kinds");
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(many_kinds_without_a_span_are_said), TEST(some_kinds_without_a_span_are_points),
           TEST(without_any_span_there_is_no_chart), TEST(equal_bars_are_one_number),
           TEST(lines_are_no_clouds), TEST(a_line_has_no_region),
           TEST(figures_of_kinds_are_one_title))
