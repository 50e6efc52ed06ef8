#include "check.h"

#include <stdlib.h>
#include <time.h>

#include "figure_table_fixture.h"
#include "golden.h"

static bool is_left_out(const struct fixture *fixture, const char *title)
{
    for (size_t i = 0; i < fixture->figures.left_out_count; i++)
        if (strcmp(fixture->figures.left_out[i].title, title) == 0)
            return true;
    return false;
}

/* ---- each kind of chart as it is drawn ------------------------------------------------------ */

static void tables_of_kinds_are_bars_and_ranges(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_three_kinds(&fixture));
    CHECK(matches_golden("figure_bars.json", draw(&fixture, "task_core_hours")));
    CHECK(!fixture_figure(&fixture, "task_hours"));
    CHECK(!is_left_out(&fixture, "Elapsed time by task kind"));
    CHECK(matches_golden("figure_classes.json", draw(&fixture, "task_cpu_efficiency")));
    CHECK(matches_golden("figure_ranges.json", draw(&fixture, "task_memory_spread")));
    fixture_release(&fixture);
}

/* Where the cores of some kinds are not known, elapsed time is drawn as well, of all. */
static void core_time_of_some_kinds_hides_no_others(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks",
                    "task,tasks,elapsed_s,cpu_s,core_s,core_cpu_s\n"
                    "a,1,18000,14400,,\n"
                    "b,1,10800,7200,86400,7200\n"
                    "c,1,3600,32400,57600,32400\n"));
    const struct figure *cores = draw(&fixture, "task_core_hours");
    CHECK_TEXT(cores->title, "Core time by task kind, core-h");
    CHECK_TEXT(cores->subtitle,
               "total 40 core-h, CPU time 11 core-h in 2 task kinds; largest: b, 24 core-h");
    CHECK(strstr(cores->caption, "Not shown: 1 task kind without a value."));
    CHECK_TEXT(cores->panels[0].y.bands[0], "b");
    const struct figure *elapsed = fixture_figure(&fixture, "task_hours");
    CHECK_TEXT(elapsed->subtitle, "total 9 h in 3 task kinds; largest: a, 5 h");
    CHECK_NEAR(elapsed->panels[0].x.high, 5, 1);
    fixture_release(&fixture);
}

static void a_little_core_time_is_in_seconds(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks",
                    "task,tasks,elapsed_s,cpu_s,core_s,core_cpu_s\n"
                    "a,1,3.6,3.6,7.2,3.6\n"
                    "b,1,3.6,3.6,3.6,3.6\n"));
    CHECK_TEXT(draw(&fixture, "task_core_hours")->subtitle,
               "total 10.8 core-s, CPU time 7.2 core-s in 2 task kinds; largest: a, 7.2 core-s");
    fixture_release(&fixture);
}

static const char roofline_points[] = "node,time,width_s,intensity,flops,bandwidth,flops_metric,"
                                      "bandwidth_metric\n"
                                      "a,1731657600,60,0.5,1e10,2e10,flops,mem_bw\n"
                                      "a,1731657660,60,2,6e10,3e10,flops,mem_bw\n"
                                      "b,1731657600,60,1,2e10,2e10,flops,mem_bw\n"
                                      "*,1731657600,60,0.75,1.5e10,2e10,flops,mem_bw\n";

/* At the end of a run no task runs: that is not how it is. */
static void small_figures_of_tables_name_no_last_value(void)
{
    struct fixture fixture;
    struct figure small;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "concurrency",
                    "time,running,waiting\n1731657600,1,0\n1731657660,2,0\n1731657720,0,0\n"));
    figure_make_small(draw(&fixture, "tasks_over_time"), &fixture.arena, &small);
    for (size_t i = 0; i < small.panels[0].mark_count; i++)
        CHECK(small.panels[0].marks[i].name == NULL);
    fixture_release(&fixture);
}

/* As if the definition left out its unit, factor and names. */
static void leave_to_the_columns(struct fixture *fixture, const char *id)
{
    CHECK(fixture_load(fixture));
    for (size_t i = 0; i < fixture->specs.count; i++) {
        struct plotspec *spec = &fixture->specs.items[i];
        if (strcmp(spec->figures[0].id, id) != 0)
            continue;
        spec->unit = NULL;
        spec->factor = 1;
        spec->names = (struct name_pairs){0};
    }
}

static void units_and_labels_are_those_of_the_columns(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_three_kinds(&fixture));
    leave_to_the_columns(&fixture, "task_memory");
    leave_to_the_columns(&fixture, "task_cpu_efficiency");
    CHECK_TEXT(draw(&fixture, "task_memory")->brief, "3 task kinds; highest 22.4 GiB");
    CHECK_TEXT(fixture_figure(&fixture, "task_cpu_efficiency")->brief, "3 task kinds; lowest 25 %");
    fixture_release(&fixture);
}

static void a_roofline_has_its_ceilings(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "roofline", roofline_points));
    CHECK(add_table(&fixture, "roofline_ceilings",
                    "ceiling,value,unit,source\npeak,4e11,F/s,the options\n"
                    "scalar peak,5e10,F/s,the options\nbandwidth,8e10,B/s,the options\n"));
    CHECK(matches_golden("figure_roofline.json", draw(&fixture, "roofline")));
    fixture_release(&fixture);
}

/* Rates far below the peak are in the unit of the axis, too. */
static void a_roofline_has_one_unit(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "roofline", roofline_points));
    CHECK(add_table(&fixture, "roofline_ceilings",
                    "ceiling,value,unit,source\npeak,4e12,F/s,the options\n"
                    "scalar peak,5e11,F/s,the options\nbandwidth,8e10,B/s,the options\n"));
    const struct figure *figure = draw(&fixture, "roofline");
    CHECK(strstr(figure->title, "TFLOP/s"));
    CHECK_TEXT(figure->subtitle,
               "2 nodes, medians of the points 1 FLOP/byte and 0.02 TFLOP/s per node");
    CHECK_TEXT(find_mark(figure, MARK_TEXT)->labels[1], "without vectors 0.5 TFLOP/s");
    fixture_release(&fixture);
}

static void a_roofline_without_ceilings_says_so(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "roofline", roofline_points));
    const struct figure *figure = draw(&fixture, "roofline");
    CHECK(figure);
    CHECK_TEXT(figure->panels->message, "Not drawn: 3 points, and no ceilings.");
    for (int i = 0; i < 3; i++)
        CHECK(add_table(&fixture, "roofline", roofline_points));
    figure = draw(&fixture, "roofline");
    CHECK(figure && !figure->panels->message);
    CHECK(strstr(figure->caption, "No ceilings: the peak rates of a node are unknown."));
    CHECK(!strstr(figure->caption, "ridge point"));
    CHECK(!find_mark(figure, MARK_LINE));
    const struct mark *points = find_mark(figure, MARK_POINT);
    CHECK(points);
    CHECK_INT(points->count, 12);
    fixture_release(&fixture);
}

static void box_plots_tell_what_is_beyond(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "boxplots",
                    "task,quantity,unit,count,q0,q1,q2,q3,q4,lower,upper,outliers\n"
                    "*,memory,B,349,1e9,2e9,3e9,4e9,9e9,1e9,7e9,5\n"
                    "align,memory,B,300,1e9,2e9,3e9,4e9,9e9,1e9,7e9,4\n"
                    "sort,memory,B,1,6e9,6e9,6e9,6e9,6e9,6e9,6e9,0\n"));
    const struct figure *figure = draw(&fixture, "boxes_memory");
    CHECK(matches_golden("figure_boxes.json", figure));
    const struct mark *texts = find_mark(figure, MARK_TEXT);
    CHECK(texts);
    CHECK_TEXT(figure->panels[0].y.bands[0], "sort");
    CHECK_TEXT(texts->labels[0], "n 1");
    CHECK_TEXT(texts->labels[1], "n 300, 4 beyond");
    fixture_release(&fixture);
}

static void histograms_mark_quantiles(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_three_kinds(&fixture));
    CHECK(add_histograms(&fixture,
                         "*,memory,B,1e9,2e9,150\n*,memory,B,2e9,3e9,0\n*,memory,B,3e9,4e9,1\n"
                         "align,memory,B,1e9,2e9,100\nalign,memory,B,2e9,3e9,1\n"
                         "sort,memory,B,1e9,1.1e9,50\nsort,memory,B,1.1e9,1.2e9,5\n"
                         "copy,memory,B,5e9,5.1e9,50\n", /* all alike: no panel */
                         "align,memory,B,101,0,1.5e9,2e8,1e9,1.1e9,1.5e9,1.9e9,3e9\n"));
    const struct figure *figure = draw(&fixture, "memory_histogram_align");
    CHECK(matches_golden("figure_histogram.json", figure));
    CHECK(strstr(figure->subtitle, "101 tasks, min 0.931, median 1.40"));
    CHECK(!fixture_figure(&fixture, "histogram_memory")); /* that of each kind shows it */
    CHECK(fixture_draw_all(&fixture));
    figure = fixture_figure(&fixture, "histogram_memory");
    CHECK(figure && figure->panel_count == 3);
    CHECK(strstr(figure->panels[0].title, "All task kinds: 151 tasks"));
    CHECK_INT(find_mark(figure, MARK_BAR)->count, 2);
    fixture_release(&fixture);
}

static void kinds_are_clouds_with_hulls(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_three_kinds(&fixture));
    CHECK(add_table(&fixture, "task_points",
                    "task,part,run_time_s,memory_B\n"
                    "align,point,10,1e9\n"
                    "align,point,20,2e9\n"
                    "align,point,15,4e9\n"
                    "align,point,0,4e9\n"
                    "align,hull,10,1e9\n"
                    "align,hull,20,2e9\n"
                    "align,hull,15,4e9\n"
                    "sort,point,3,1e9\n"
                    "unknown,point,3,1e9\n"));
    const struct figure *figure = draw(&fixture, "memory_time_1");
    CHECK(matches_golden("figure_scatter.json", figure));
    CHECK_INT(find_mark(figure, MARK_POINT)->count, 3);
    CHECK_INT(find_mark(figure, MARK_RULE)->count, 3);
    CHECK(!fixture_figure(&fixture, "memory_time_2"));
    CHECK(!is_left_out(&fixture, "Peak memory ({unit}) against run time (s), task kinds 11 to 20"));
    fixture_release(&fixture);
}

static void densities_are_ridges(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "densities",
                    "task,quantity,unit,x,density\n"
                    "*,cpu_efficiency,,0,1\n*,cpu_efficiency,,1,1\n"
                    "align,cpu_efficiency,,0,0\nalign,cpu_efficiency,,0.5,4\n"
                    "align,cpu_efficiency,,1,0\nsort,cpu_efficiency,,0,0.1\n"
                    "sort,cpu_efficiency,,1,0.2\n"));
    const struct figure *figure = draw(&fixture, "efficiency_ridges");
    CHECK(matches_golden("figure_ridges.json", figure));
    CHECK_NEAR(find_mark(figure, MARK_LINE)->y[1], 1 - 0.92, 1e-12);
    fixture_release(&fixture);
}

/* 170 or 22 kinds, of which two have too few tasks, one beside them no density at all. */
static void ridges_say_how_many_kinds_are_left_out(void)
{
    static const struct {
        int kinds;
        const char *says;
    } cases[] = {{170,
                  "Shown: the 20 longest of 171 task kinds, of those with 20 tasks or more that "
                  "are not all alike."},
                 {22, "Not shown: 3 of 23 task kinds, which have fewer than 20 tasks, or are all "
                      "alike."}};
    for (size_t i = 0; i < 2; i++) {
        struct fixture fixture;
        struct strbuf tasks, densities;
        fixture_init(&fixture);
        strbuf_init(&tasks);
        strbuf_init(&densities);
        strbuf_add_text(&tasks, "task,tasks,succeeded\nother,90,90\n");
        strbuf_add_text(&densities, "task,quantity,unit,x,density\n");
        for (int k = 0; k < cases[i].kinds; k++) {
            strbuf_format(&tasks, "kind%d,40,%d\n", k, k < 2 ? 19 : 20);
            strbuf_format(&densities,
                          "kind%d,cpu_efficiency,,0,0.1\nkind%d,cpu_efficiency,,1,0.2\n", k, k);
        }
        CHECK(add_table(&fixture, "tasks", tasks.text));
        CHECK(add_table(&fixture, "densities", densities.text));
        CHECK(strstr(draw(&fixture, "efficiency_ridges")->caption, cases[i].says));
        strbuf_release(&tasks);
        strbuf_release(&densities);
        fixture_release(&fixture);
    }
}

/* The highest row of cells is the first, and what the table does not have stays blank. */
static void places_are_a_map(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(
        add_table(&fixture, "tile_map",
                  "level,x,y,width,height,tasks,run_time_s,power_W\n"
                  "12,10,5,2,3,1,40,\n12,12,5,2,3,1,50,\n12,14,8,2,3,2,60,\n12,10,8,2,3,1,45,\n"));
    const struct figure *figure = draw(&fixture, "tile_run_time");
    CHECK(matches_golden("figure_map.json", figure));
    const struct cells *cells = &find_mark(figure, MARK_CELLS)->cells;
    CHECK_INT(cells->rows, 2);
    CHECK_INT(cells->columns, 3);
    CHECK_NEAR(cells->values[0], 45, 0);
    CHECK(isnan(cells->values[1]) && isnan(cells->values[5]));
    CHECK_NEAR(cells->values[3], 40, 0);
    CHECK_NEAR(figure->panels[0].x.high, 16, 0);
    CHECK_NEAR(figure->panels[0].y.high, 11, 0);
    CHECK(!fixture_figure(&fixture, "tile_power"));
    fixture_release(&fixture);
}

static void classes_are_shares(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "task_memory_classes",
                    "task,class,tasks,elapsed_share,cpu_share\n"
                    "sort,small,40,1,1\ncall,medium,6,0.5,0.5\ncall,large,3,0.5,0.5\n"));
    const struct figure *figure = draw(&fixture, "task_memory_classes");
    CHECK(matches_golden("figure_shares.json", figure));
    CHECK_TEXT(figure->panels[0].y.bands[0], "call");
    CHECK_NEAR(figure->panels[0].x.high, 100, 0);
    fixture_release(&fixture);
}

static void a_whole_in_one_class_is_not_drawn(void)
{
    static const char *const tables[] = {
        "class,tasks,elapsed_share,cpu_share\nsmall,9,0.9,0.8\nmedium,1,0.1,0.2\nlarge,0,0,0\n",
        "class,tasks,elapsed_share,cpu_share\nsmall,10,1,1\nmedium,0,0,0\nlarge,0,0,0\n"};
    for (int i = 0; i < 2; i++) {
        struct fixture fixture;
        fixture_init(&fixture);
        CHECK(add_table(&fixture, "memory_classes", tables[i]));
        CHECK((draw(&fixture, "memory_classes") != NULL) == (i == 0));
        fixture_release(&fixture);
    }
}

/* A flat line says no more than that. */
static void tasks_one_at_a_time_are_not_drawn(void)
{
    static const char *const tables[] = {
        "time,running,waiting,workers\n1608930000,1,,\n1608930060,2,,\n1608930120,0,,\n",
        "time,running,waiting,workers\n1608930000,1,2,\n1608930060,1,0,\n1608930120,0,0,\n",
        "time,running,waiting,workers\n1608930000,1,,\n1608930060,1,,\n1608930120,0,,\n"};
    for (int i = 0; i < 3; i++) {
        struct fixture fixture;
        fixture_init(&fixture);
        CHECK(add_table(&fixture, "concurrency", tables[i]));
        CHECK((draw(&fixture, "tasks_over_time") != NULL) == (i < 2));
        fixture_release(&fixture);
    }
}

static void counts_stay_until_the_next(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "concurrency",
                    "time,running,waiting,workers\n1608930000,0,3,\n1608930060,2,1,\n"
                    "1608930120,0,0,\n"));
    const struct figure *figure = draw(&fixture, "tasks_over_time");
    CHECK(matches_golden("figure_counts.json", figure));
    CHECK_INT(figure->panel_count, 2);
    const struct mark *line = find_mark(figure, MARK_LINE);
    CHECK_INT(line->count, 5);
    CHECK_NEAR(line->x[1], 1608930060, 0);
    CHECK_NEAR(line->y[1], 0, 0);
    fixture_release(&fixture);
}

static const char lanes[] = "lane,node,nodes,slot,start,end,task,tasks,failed,running\n"
                            "0,n1,1,1,1608930000,1608930060,align,1,0,1\n"
                            "1,n1,1,2,1608930010,1608930040,sort,3,1,1\n"
                            "2,n2,1,1,1608930050,1608930120,other,1,0,1\n";

static void lanes_stand_alone_or_under_the_load(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_three_kinds(&fixture));
    CHECK(add_table(&fixture, "lanes", lanes));
    CHECK(matches_golden("figure_lanes.json", draw(&fixture, "worker_lanes")));
    CHECK(!fixture_figure(&fixture, "load_and_lanes"));
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"cpu_load", "", "mean", 1, 3, 0, 2, 1, 3, NAN});
    for (int k = 0; k < 3; k++)
        fixture_add_point(&fixture, "cpu_load", "*", 60 * k - 60, k + 1);
    const struct figure *figure = draw(&fixture, "load_and_lanes");
    CHECK(figure && figure->panel_count == 2);
    CHECK_NEAR(figure->panels[0].x.low, FIXTURE_START - 60, 0);
    CHECK_NEAR(figure->panels[1].x.low, figure->panels[0].x.low, 0);
    CHECK_NEAR(figure->panels[1].x.high, FIXTURE_START + 120, 0);
    CHECK_TEXT(figure->panels[0].title, "cpu_load");
    CHECK_TEXT(figure->panels[1].title, "Tasks");
    CHECK_INT(figure->panels[0].mark_count, 1);
    CHECK_TEXT(figure->table, "lanes");
    /* The load average is drawn only where nothing measured how busy the cores were. */
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"cpu_user", "%", "mean", 1, 3, 0, 2, 1, 3, NAN});
    for (int k = 0; k < 3; k++)
        fixture_add_point(&fixture, "cpu_user", "*", 60 * k, k + 1);
    figure = draw(&fixture, "load_and_lanes");
    CHECK(figure && figure->panel_count == 2);
    CHECK_TEXT(figure->panels[0].title, "cpu_user, %");
    fixture_release(&fixture);
}

/* The axis is that of the lanes, and what is drawn of other times is cut. */
static void lanes_under_several_panels(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "span_lanes",
                    "lane,worker,workers,start,end,function,tasks,running,instants\n"
                    "0,w1,1,1608930000,1608930120,load,4,1,\n"));
    CHECK(!draw(&fixture, "use_and_lanes"));
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"memory", "B", "mean", 1, 3, 0, 2, 1, 3, NAN});
    for (int k = 0; k < 3; k++)
        fixture_add_point(&fixture, "memory", "*", 60 * k - 60, k + 1);
    const struct figure *figure = draw(&fixture, "use_and_lanes");
    CHECK(figure && figure->panel_count == 2);
    CHECK(strstr(figure->subtitle, "4 calls on 1 worker"));
    CHECK_NEAR(figure->panels[0].x.low, 1608930000, 0);
    CHECK_NEAR(figure->panels[1].x.high, 1608930120, 0);
    CHECK_TEXT(figure->panels[0].title, "memory, B");
    CHECK_TEXT(figure->panels[1].title, "Timeline");
    CHECK(add_table(&fixture, "trace_lines",
                    "figure,panel,unit,line,time,value\n"
                    "use,Power,W,w1,1608930000,90\nuse,Power,W,w1,1608930060,110\n"
                    "balance,Tasks,,w1,1608930000,9\n"));
    figure = draw(&fixture, "use_and_lanes");
    CHECK(figure && figure->panel_count == 3);
    CHECK_TEXT(figure->panels[0].title, "Power, W");
    CHECK(strstr(figure->subtitle, "Power: mean 100 W"));
    CHECK(strstr(figure->brief, "Power: mean 100 W"));
    CHECK_TEXT(figure->caption, "Means over equal intervals, above the timeline of the workers.");
    CHECK_NEAR(figure->panels[0].height_share + figure->panels[1].height_share +
                   figure->panels[2].height_share,
               1, 1e-12);
    fixture_release(&fixture);
}

/* Two workers that run up to 4 and up to 2 tasks at a time: each is full at its own most. */
static void lanes_of_workers_are_as_high_as_they_are_busy(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_three_kinds(&fixture));
    CHECK(add_table(&fixture, "lanes",
                    "lane,node,nodes,slot,start,end,task,tasks,failed,running\n"
                    "0,n1,1,,0,10,align,4,0,4\n0,n1,1,,10,20,align,1,0,1\n"
                    "1,n2,1,,0,10,align,2,0,2\n"));
    const struct figure *figure = draw(&fixture, "worker_lanes");
    const struct mark *bars = find_mark(figure, MARK_BAR);
    CHECK_INT(bars->count, 3);
    CHECK_NEAR(bars->y2[0] - bars->y[0], 0.84, 1e-12);
    CHECK_NEAR(bars->y2[1] - bars->y[1], 0.21, 1e-12);
    CHECK_NEAR(bars->y2[2] - bars->y[2], 0.84, 1e-12);
    CHECK(strstr(figure->caption, "Row: a node. Bar height: number of running tasks"));
    CHECK(strstr(figure->caption, "at most 4"));
    fixture_release(&fixture);
}

static void times_that_do_not_meet_are_not_drawn_together(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "lanes", lanes));
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"cpu_load", "", "mean", 1, 3, 0, 2, 1, 3, NAN});
    for (int k = 0; k < 3; k++)
        fixture_add_point(&fixture, "cpu_load", "*", 86400 + 60 * k, k + 1);
    CHECK(!draw(&fixture, "load_and_lanes"));
    CHECK(fixture_figure(&fixture, "worker_lanes"));
    fixture_release(&fixture);
}

/* ---- sizes ---------------------------------------------------------------------------------- */

static void a_chart_never_grows_with_the_kinds(void)
{
    struct fixture fixture;
    struct strbuf csv;
    fixture_init(&fixture);
    strbuf_init(&csv);
    strbuf_add_text(&csv, "task,tasks,elapsed_hours,rss_max_GB\n");
    for (int i = 0; i < 1000; i++)
        strbuf_format(&csv, "kind%d,1,%d,%d\n", i, i < 19 ? 100 : 1, i + 1);
    CHECK(add_table(&fixture, "tasks", csv.text));
    strbuf_release(&csv);
    const struct figure *hours = draw(&fixture, "task_hours");
    const struct scale *bands = &hours->panels[0].y;
    CHECK_NEAR(bands->high, 20, 0);
    CHECK_TEXT(bands->bands[19], "981 other task kinds");
    CHECK_TEXT(find_mark(hours, MARK_TEXT)->labels[19], "981  (34 %)");
    CHECK(strstr(hours->subtitle, "total 2,881 h in 1,000 task kinds"));
    CHECK(strstr(hours->caption, "last bar: sum of 981 other task kinds."));
    const struct figure *memory = fixture_figure(&fixture, "task_memory");
    CHECK_NEAR(memory->panels[0].y.high, 20, 0);
    CHECK_TEXT(memory->panels[0].y.bands[0], "kind999");
    CHECK(memory->small && memory->small->panels[0].y.high == 7);
    fixture_release(&fixture);
}

static void hostile_names_are_short_and_clean(void)
{
    struct fixture fixture;
    struct strbuf csv;
    fixture_init(&fixture);
    strbuf_init(&csv);
    strbuf_add_text(&csv, "task,tasks,elapsed_hours\n\"<script>\n\x07\xff../\",1,5\n,1,3\n");
    for (int i = 0; i < 10000; i++)
        strbuf_add_char(&csv, 'x');
    strbuf_add_text(&csv, ",1,4\n");
    CHECK(add_table(&fixture, "tasks", csv.text));
    strbuf_release(&csv);
    const struct figure *figure = draw(&fixture, "task_hours");
    const char *const *bands = figure->panels[0].y.bands;
    CHECK(!strchr(bands[0], '\n') && !strchr(bands[0], '\x07') && !strchr(bands[0], '\xff'));
    CHECK(strlen(bands[1]) < 100);
    CHECK_TEXT(bands[2], "(no name)");
    CHECK(strlen(figure->subtitle) < 300);
    fixture_release(&fixture);
}

/* ---- what is not there ---------------------------------------------------------------------- */

static void what_the_records_do_not_tell_is_left_out_and_said(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "tasks",
                    "task,tasks,elapsed_s\n"
                    "a,1,18000\n"
                    "b,1,10800\n"));
    const struct figure *hours = draw(&fixture, "task_hours");
    CHECK(hours);
    CHECK(!strstr(hours->subtitle, "CPU"));
    CHECK(!fixture_figure(&fixture, "task_cpu_efficiency"));
    CHECK(is_left_out(&fixture, "CPU efficiency by task kind"));
    CHECK(is_left_out(&fixture, "Running and waiting tasks"));
    CHECK(!is_left_out(&fixture, "Elapsed time by task kind"));
    fixture_release(&fixture);
}

static void nothing_lost_and_single_bars_need_no_chart(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "task_nodes",
                    "node,attempts,lost_elapsed_s\n"
                    "n1,4,0\n"
                    "n2,5,0\n"));
    CHECK(add_table(&fixture, "attempts",
                    "task,outcome,attempts,elapsed_s\n"
                    "a,done,4,7200\n"
                    "b,done,4,7200\n"));
    CHECK(!draw(&fixture, "lost_by_node"));
    CHECK(!is_left_out(&fixture, "Node-hours lost by node"));
    CHECK(!fixture_figure(&fixture, "attempts_by_outcome"));
    CHECK(add_table(&fixture, "attempts",
                    "task,outcome,attempts,elapsed_s,ended\n"
                    "b,killed,2,3600,lost\n"));
    const struct figure *figure = draw(&fixture, "attempts_by_outcome");
    CHECK(figure);
    CHECK_TEXT(find_mark(figure, MARK_TEXT)->labels[0], "8  (80 %)");
    CHECK(strstr(figure->subtitle, "total 10 in 2 outcomes; largest: done, 8"));
    CHECK_TEXT(figure->panels->y.bands[1], "lost (killed)");
    fixture_release(&fixture);
}

/* 10 tasks in 10 s are not called 60 a minute. */
static void tasks_are_counted_in_their_intervals(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "throughput",
                    "time,width_s,tasks_per_s,running\n1541664000,10,0.2,3\n1541664010,10,1,4\n"
                    "1541664020,10,0,1\n"));
    const struct figure *figure = draw(&fixture, "throughput");
    CHECK(figure);
    CHECK_TEXT(figure->panels[0].title, "Tasks completed per 10 s");
    CHECK_TEXT(figure->subtitle, "Tasks completed per 10 s: mean 6, max 10 at 08:00:10");
    fixture_release(&fixture);
}

/* Failures are seen at once, and said in this order: outcome, then the source's word. */
static void attempts_have_the_colour_of_their_outcome(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "attempts",
                    "task,outcome,attempts,elapsed_s,ended\na,COMPLETED,8,1,succeeded\n"
                    "a,TIMEOUT,2,1,failed\n"));
    const struct figure *figure = draw(&fixture, "attempts_by_outcome");
    CHECK(figure);
    CHECK_TEXT(figure->panels->y.bands[1], "failed (TIMEOUT)");
    const struct mark *failed = NULL, *succeeded = NULL;
    for (size_t i = 0; i < figure->panels->mark_count; i++) {
        const struct mark *mark = &figure->panels->marks[i];
        failed = mark->name && strcmp(mark->name, "failed") == 0 ? mark : failed;
        succeeded = mark->name && strcmp(mark->name, "succeeded") == 0 ? mark : succeeded;
    }
    CHECK(failed && succeeded && failed->count == 1 && failed->colour != succeeded->colour);
    fixture_release(&fixture);
}

int main(void)
{
    static const struct check_test tests[] = {
        TEST(tables_of_kinds_are_bars_and_ranges),
        TEST(core_time_of_some_kinds_hides_no_others),
        TEST(units_and_labels_are_those_of_the_columns),
        TEST(a_little_core_time_is_in_seconds),
        TEST(box_plots_tell_what_is_beyond),
        TEST(histograms_mark_quantiles),
        TEST(lanes_of_workers_are_as_high_as_they_are_busy),
        TEST(kinds_are_clouds_with_hulls),
        TEST(densities_are_ridges),
        TEST(ridges_say_how_many_kinds_are_left_out),
        TEST(places_are_a_map),
        TEST(classes_are_shares),
        TEST(a_whole_in_one_class_is_not_drawn),
        TEST(a_roofline_has_its_ceilings),
        TEST(a_roofline_has_one_unit),
        TEST(a_roofline_without_ceilings_says_so),
        TEST(counts_stay_until_the_next),
        TEST(small_figures_of_tables_name_no_last_value),
        TEST(tasks_one_at_a_time_are_not_drawn),
        TEST(lanes_stand_alone_or_under_the_load),
        TEST(lanes_under_several_panels),
        TEST(times_that_do_not_meet_are_not_drawn_together),
        TEST(a_chart_never_grows_with_the_kinds),
        TEST(hostile_names_are_short_and_clean),
        TEST(what_the_records_do_not_tell_is_left_out_and_said),
        TEST(nothing_lost_and_single_bars_need_no_chart),
        TEST(tasks_are_counted_in_their_intervals),
        TEST(attempts_have_the_colour_of_their_outcome),
    };
    setenv("TZ", "UTC", 1);
    tzset();
    return check_run(tests, sizeof tests / sizeof tests[0]);
}
