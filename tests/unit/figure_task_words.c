/* What charts of tasks tell in words, in place of a picture or of a colour. */
#include "check.h"

#include "figure_table_fixture.h"

static const char kinds[] = "task,tasks,succeeded,attempts,failed,elapsed_s,elapsed_share\n"
                            "align,300,298,310,2,288000,0.8\n"
                            "sort,40,40,40,0,54000,0.15\n"
                            "call,9,9,9,0,18000,0.05\n";

static void kinds_without_a_colour_are_counted(void)
{
    struct fixture fixture;
    struct strbuf csv, rows;
    fixture_init(&fixture);
    strbuf_init(&csv);
    strbuf_init(&rows);
    strbuf_add_text(&csv, "task,tasks,elapsed_hours\n");
    strbuf_add_text(&rows, "lane,node,nodes,slot,start,end,task,tasks,failed,running\n");
    for (int i = 0; i < 12; i++) {
        strbuf_format(&csv, "kind%d,1,%d\n", i, 20 - i);
        strbuf_format(&rows, "0,n1,1,0,%d,%d,kind%d,1,0,\n", 10 * i, 10 * i + 9, i);
    }
    CHECK(add_table(&fixture, "tasks", csv.text));
    CHECK(add_table(&fixture, "lanes", rows.text));
    strbuf_release(&csv);
    strbuf_release(&rows);
    const struct panel *panel = draw(&fixture, "worker_lanes")->panels;
    const char *names = "";
    for (size_t i = 0; i < panel->mark_count; i++)
        if (panel->marks[i].name)
            names = panel->marks[i].name;
    CHECK_TEXT(names, "5 other task kinds");
    fixture_release(&fixture);
}

/* Why the figure of that title is not drawn; NULL: it is, or has no values. */
static const char *why_left_out(const struct fixture *fixture, const char *title)
{
    for (size_t i = 0; i < fixture->figures.left_out_count; i++)
        if (strcmp(fixture->figures.left_out[i].title, title) == 0)
            return fixture->figures.left_out[i].why;
    return NULL;
}

static void tasks_that_are_all_alike_are_told_not_drawn(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks", "task,tasks,succeeded,elapsed_share\nalign,3,3,1\n"));
    CHECK(add_table(&fixture, "task_points",
                    "task,part,run_time_s,memory_B\n"
                    "align,point,60,5e8\n"
                    "align,point,60,5e8\n"
                    "align,point,60,5e8\n"));
    CHECK(!draw(&fixture, "memory_time_1"));
    CHECK_TEXT(why_left_out(&fixture, "Peak memory against run time (s), single tasks"),
               "1 task kind with a single peak memory (477 MiB)");
    fixture_release(&fixture);
}

/* There are no bins to speak of. */
static void one_value_in_all_has_no_bins(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks", kinds));
    CHECK(add_histograms(&fixture, "align,memory,B,1073741824,1073741825,29\n",
                         "align,memory,B,29,0,1073741824,0,1073741824,1073741824,1073741824,"
                         "1073741824,1073741824\n"));
    const struct figure *figure = draw(&fixture, "memory_histogram_align");
    CHECK(!figure);
    CHECK_TEXT(why_left_out(&fixture, "Peak memory of align"), "the same value in all");
    fixture_release(&fixture);
}

/* 96.99999 % and 97 %: ticks between them would be long, and say nothing. */
static void values_that_no_axis_reports_apart_have_no_bins(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks", kinds));
    CHECK(add_histograms(&fixture,
                         "align,memory,B,1073741824,1073750000,14\n"
                         "align,memory,B,1073750000,1073760000,15\n",
                         "align,memory,B,29,0,1073741824,1,1073741824,1073741824,1073750000,"
                         "1073760000,1073760000\n"));
    const struct figure *figure = draw(&fixture, "memory_histogram_align");
    CHECK(!figure);
    CHECK_TEXT(why_left_out(&fixture, "Peak memory of align"), "the same value in all");
    fixture_release(&fixture);
}

static void the_only_kind_has_the_histogram_of_all(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks",
                    "task,tasks,elapsed_s\n"
                    "align,9,288000\n"));
    CHECK(add_histograms(&fixture,
                         "*,memory,B,1e9,2e9,14\n*,memory,B,2e9,3e9,15\n"
                         "align,memory,B,1e9,2e9,14\nalign,memory,B,2e9,3e9,15\n",
                         "*,memory,B,29,0,2e9,5e8,1e9,1e9,2e9,3e9,3e9\n"));
    CHECK(!draw(&fixture, "memory_histogram_align"));
    CHECK(fixture_figure(&fixture, "histogram_memory"));
    fixture_release(&fixture);
}

static void few_tasks_have_no_histogram(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks", kinds));
    CHECK(add_table(&fixture, "histograms",
                    "task,quantity,unit,low,high,count\n"
                    "align,memory,B,1073741824,2147483648,10\n"
                    "align,memory,B,2147483648,3221225472,9\n"));
    CHECK(add_table(&fixture, "resources",
                    "category,resource,unit,count,missing,min,p50,max\n"
                    "align,memory,B,19,0,1073741824,2147483648,3221225472\n"));
    CHECK(!draw(&fixture, "memory_histogram_align"));
    CHECK_TEXT(why_left_out(&fixture, "Peak memory of align"), "fewer than 20 values");
    fixture_release(&fixture);
}

static void what_is_not_known_has_no_colour_and_comes_last(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "task_memory_classes",
                    "task,class,tasks,elapsed_share\n"
                    "a,unknown,1,1\nb,small,1,0.9\n"));
    CHECK(!draw(&fixture, "task_memory_classes")); /* unknown for most of it */
    CHECK(add_table(&fixture, "task_memory_classes",
                    "task,class,tasks,elapsed_share\nb,large,1,0.2\n"));
    const struct figure *figure = draw(&fixture, "task_memory_classes");
    const struct panel *panel = figure->panels;
    CHECK_TEXT(panel->y.bands[0], "b");
    CHECK_TEXT(panel->y.bands[1], "a");
    bool found = false;
    for (size_t i = 0; i < panel->mark_count; i++)
        if (panel->marks[i].name && strcmp(panel->marks[i].name, "unknown") == 0)
            found = panel->marks[i].colour == COLOUR_GRID;
    CHECK(found);
    fixture_release(&fixture);
}

static void values_have_the_unit_of_their_axis(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks",
                    "task,tasks,elapsed_s\n"
                    "a,3,18000\n"
                    "b,1,0.18\n"));
    const struct mark *texts = find_mark(draw(&fixture, "task_hours"), MARK_TEXT);
    CHECK_TEXT(texts->labels[0], "5  (100 %)");
    CHECK_TEXT(texts->labels[1], "< 0.001");
    fixture_release(&fixture);
}

/* 100 % is one busy core, of as many as the nodes have on average. */
static void load_of_processes_is_in_cores(void)
{
    static const struct {
        const char *nodes, *subtitle;
    } rows[] = {{NULL, "mean 27.4 cores per node, max 34 cores"},
                {"node,cores,cores_estimated\na,128,0\nb,128,0\n",
                 "mean 27.4 of 128 cores per node, max 34 cores"},
                {"node,cores,cores_estimated\na,128,0\nb,64,1\n",
                 "mean 27.4 of about 96 cores per node, max 34 cores"},
                {"node,cores,cores_estimated,scope\na,128,0,node\nb,64,1,node\ngpu-0.b,,,gpu\n",
                 "mean 27.4 of about 96 cores per node, max 34 cores"},
                {"node,cores,cores_estimated\na,128,0\nb,64,1\ngpu-0.b,,\n",
                 "mean 27.4 of about 96 cores per node, max 34 cores"},
                {"node,cores,cores_estimated,physical_cores\na,128,0,64\nb,128,0,64\n",
                 "mean 27.4 of 64 cores per node, max 34 cores"},
                {"node,cores,cores_estimated,physical_cores\na,32,0,16\nb,32,0,16\n",
                 "mean 27.4 of 32 hardware threads per node, max 34 cores"},
                {"node,cores,cores_estimated\na,128,0\nb,,0\n",
                 "mean 27.4 cores per node, max 34 cores"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture fixture;
        fixture_init(&fixture);
        fixture_add_metric(&fixture, (struct fixture_metric){"cpu_percent", "%", "mean", 2, 5, 0,
                                                             2740, 0, 3400, NAN});
        for (int k = 0; k < 5; k++)
            fixture_add_point(&fixture, "cpu_percent", "a", k, 850 * k);
        if (rows[i].nodes)
            CHECK(add_table(&fixture, "nodes", rows[i].nodes));
        CHECK(fixture_draw(&fixture, NULL));
        const struct figure *figure = fixture_figure(&fixture, "cpu_percent_per_node");
        CHECK(figure);
        CHECK_TEXT(figure->title, "CPU load, each of 2 nodes, cores");
        CHECK_TEXT(figure->subtitle, rows[i].subtitle);
        fixture_release(&fixture);
    }
}

/* Bins of 0.4 and of 0.8 MiB cut whole numbers at odd places. Fractions may lie in the same bins as
 * whole numbers: their mean or deviation is another. */
static void whole_numbers_have_a_bar_each(void)
{
    static const struct {
        const char *bins;
        bool is_whole;
        const char *moments; /* mean and standard deviation */
    } rows[] = {{"*,disk,B,1048576,1468006.4,8\n*,disk,B,1468006.4,1887436.8,0\n"
                 "*,disk,B,1887436.8,2306867.2,10\n*,disk,B,2306867.2,2726297.6,0\n"
                 "*,disk,B,2726297.6,3145728,4\n",
                 true, "1906501.8181818181,768253.8863928251"},
                {"*,disk,B,1048576,1468006.4,8\n*,disk,B,1468006.4,1887436.8,0\n"
                 "*,disk,B,1887436.8,2306867.2,10\n*,disk,B,2306867.2,2726297.6,0\n"
                 "*,disk,B,2726297.6,3145728,4\n",
                 false, "1906501.8181818181,768253.896"},
                {"*,disk,B,1048576,1468006.4,8\n*,disk,B,1468006.4,1887436.8,0\n"
                 "*,disk,B,1887436.8,2306867.2,10\n*,disk,B,2306867.2,2726297.6,0\n"
                 "*,disk,B,2726297.6,3145728,4\n",
                 false, "1906502,768253.8863928251"},
                {"*,disk,B,1048576,1468006.4,8\n*,disk,B,1468006.4,1887436.8,2\n"
                 "*,disk,B,1887436.8,2306867.2,10\n*,disk,B,2306867.2,2726297.6,0\n"
                 "*,disk,B,2726297.6,3145728,4\n",
                 false, "1906501.8181818181,768253.8863928251"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture fixture;
        fixture_init(&fixture);
        CHECK(add_histograms(&fixture, rows[i].bins,
                             arena_format(&fixture.arena, "*,disk,B,22,0,%s,1e6,1e6,2e6,3e6,3e6\n",
                                          rows[i].moments)));
        const struct figure *figure = draw(&fixture, "histogram_disk");
        CHECK(figure);
        const struct panel *panel = figure->panels;
        const struct mark *bars = find_mark(figure, MARK_BAR);
        CHECK(bars && panel->x.whole == rows[i].is_whole);
        CHECK_INT(bars->count, i < 3 ? 3 : 4);
        CHECK((strstr(figure->caption, "One bin per whole number.") != NULL) == rows[i].is_whole);
        if (rows[i].is_whole) {
            CHECK_NEAR((bars->x[1] + bars->x2[1]) / 2, 2097152, 1);
            CHECK_NEAR(panel->x.low, 524288, 1);
            CHECK_NEAR(panel->x.high, 3670016, 1);
        }
        fixture_release(&fixture);
    }
}

static void subtitles_have_units_that_can_be_read(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_histograms(&fixture, "*,disk,B,1024,1e9,19\n*,disk,B,1e9,2147483648,1\n",
                         "*,disk,B,20,0,1048576,1048576,1024,1024,2048,1073741824,2147483648\n"));
    const struct figure *figure = draw(&fixture, "histogram_disk");
    CHECK(figure);
    /* a long tail, from 2 KiB to 2 GiB: one between */
    CHECK_TEXT(figure->subtitle, "20 tasks, min < 0.001, median 0.00195, mean 1, std 1, p95 1,024, "
                                 "max 2,048 MiB");
    fixture_release(&fixture);
}

static void equal_values_are_said_not_drawn(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks", kinds));
    CHECK(add_table(&fixture, "histograms",
                    "task,quantity,unit,low,high,count\n*,memory,B,1e9,1.1e9,52\n"
                    "align,memory,B,1e9,1.1e9,51\nsort,memory,B,1e9,1.1e9,1\n"));
    const struct figure *figure = draw(&fixture, "memory_histogram_align");
    CHECK(!figure);
    CHECK_TEXT(why_left_out(&fixture, "Peak memory of align"), "the same value in all");
    CHECK_TEXT(why_left_out(&fixture, "Peak memory of sort"), "fewer than 20 values");
    CHECK(!fixture_figure(&fixture, "memory_histogram_sort"));
    CHECK(!fixture_figure(&fixture, "histogram_memory"));
    fixture_release(&fixture);
}

/* Bars, the legend of lanes and the title of a figure of one kind call it the same. */
static void kinds_are_named_by_what_reports_them_apart(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks",
                    "task,tasks,succeeded,elapsed_s,elapsed_share,elapsed_cumulated\n"
                    "NFCORE_SAREK:SAREK:MARKDUPLICATES,3,3,10800,0.75,0.75\n"
                    "NFCORE_SAREK:SAREK:FASTQC,3,3,3600,0.25,1\n"));
    CHECK(add_table(&fixture, "lanes",
                    "lane,node,nodes,slot,start,end,task,tasks,failed,running\n"
                    "0,n1,1,0,0,9,NFCORE_SAREK:SAREK:MARKDUPLICATES,1,0,\n"
                    "0,n1,1,0,10,19,NFCORE_SAREK:SAREK:FASTQC,1,0,\n"));
    CHECK(add_histograms(&fixture,
                         "NFCORE_SAREK:SAREK:FASTQC,memory,B,1e9,2e9,100\n"
                         "NFCORE_SAREK:SAREK:FASTQC,memory,B,2e9,3e9,1\n",
                         "NFCORE_SAREK:SAREK:FASTQC,memory,B,101,0,1.5e9,2e8,1e9,1.1e9,1.5e9,"
                         "1.9e9,3e9\n"));
    CHECK(fixture_draw_all(&fixture));
    const struct figure *bars = fixture_figure(&fixture, "task_hours");
    const struct figure *lanes = fixture_figure(&fixture, "worker_lanes");
    CHECK(bars && lanes && lanes->panel_count);
    CHECK_TEXT(bars->panels->y.bands[0], "MARKDUPLICATES");
    const struct mark *bar = find_mark(lanes, MARK_BAR);
    CHECK(bar);
    CHECK_TEXT(bar->name, "MARKDUPLICATES");
    const struct figure *one =
        fixture_figure(&fixture, "memory_histogram_nfcore_sarek-sarek-fastqc");
    CHECK(one);
    CHECK_TEXT(one->title, "Peak memory of FASTQC, GiB");
    CHECK(strstr(one->subtitle, "101 tasks"));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(kinds_are_named_by_what_reports_them_apart),
           TEST(kinds_without_a_colour_are_counted),
           TEST(tasks_that_are_all_alike_are_told_not_drawn), TEST(few_tasks_have_no_histogram),
           TEST(the_only_kind_has_the_histogram_of_all), TEST(one_value_in_all_has_no_bins),
           TEST(values_that_no_axis_reports_apart_have_no_bins),
           TEST(what_is_not_known_has_no_colour_and_comes_last),
           TEST(values_have_the_unit_of_their_axis), TEST(whole_numbers_have_a_bar_each),
           TEST(load_of_processes_is_in_cores), TEST(subtitles_have_units_that_can_be_read),
           TEST(equal_values_are_said_not_drawn))
