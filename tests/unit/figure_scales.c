/* Which scale a chart of a table takes, and what its ticks have room for. */
#include "check.h"
#include "figure/scales/colour_ramp.h"
#include "figure/scales/ticks.h"
#include "figure_table_fixture.h"
#include "util/strbuf.h"

static void check_scale_of_boxes(enum scale_kind expected, const char *row)
{
    struct fixture fixture;
    char csv[512];
    fixture_init(&fixture);
    snprintf(csv, sizeof csv, "task,quantity,unit,count,q0,q1,q2,q3,q4,lower,upper,outliers\n%s",
             row);
    CHECK(add_table(&fixture, "boxplots", csv));
    CHECK_INT(draw(&fixture, "boxes_memory")->panels[0].x.kind, expected);
    fixture_release(&fixture);
}

/* The definition asks for a log axis; where all values are of one size it shows nothing better. */
static void log_axes_are_for_wide_ranges(void)
{
    check_scale_of_boxes(SCALE_LINEAR, "a,memory,B,9,1e9,2e9,3e9,4e9,9e9,1e9,7e9,0\n"
                                       "b,memory,B,9,2e9,2e9,3e9,4e9,9e9,2e9,7e9,0\n");
    check_scale_of_boxes(SCALE_LOG, "a,memory,B,9,1e9,2e9,3e9,4e9,9e9,1e9,7e9,0\n"
                                    "b,memory,B,9,1e6,2e6,3e6,4e6,9e6,1e6,7e6,0\n");
}

/* Numbers that nothing has still have an axis. */
static void log_axes_of_absurd_values_are_bounded(void)
{
    struct fixture fixture;
    struct ticks ticks;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "boxplots",
                    "task,quantity,unit,count,q0,q1,q2,q3,q4,lower,upper,outliers\n"
                    "a,memory,B,9,1e303,2e304,3e305,4e306,1e308,1e303,7e307,0\n"
                    "b,memory,B,9,1e303,2e304,3e305,4e306,1e308,1e303,7e307,0\n"));
    const struct scale *scale = &draw(&fixture, "boxes_memory")->panels[0].x;
    CHECK_INT(scale->kind, SCALE_LOG);
    CHECK(scale->low < scale->high && isfinite(scale->high));
    scale_ticks(scale, 400, 20, &fixture.arena, &ticks);
    CHECK(ticks.count > 0 && ticks.count < 1000);
    fixture_release(&fixture);
}

/* Three of five tasks, not 2.5. */
static void counts_have_whole_ticks(void)
{
    struct fixture fixture;
    struct ticks ticks;
    fixture_init(&fixture);
    CHECK(add_three_kinds(&fixture));
    CHECK(add_histograms(&fixture,
                         "align,memory,B,1e9,2e9,5\nalign,memory,B,2e9,3e9,5\n"
                         "align,memory,B,3e9,4e9,5\nalign,memory,B,4e9,5e9,5\n"
                         "align,memory,B,5e9,6e9,5\n",
                         "align,memory,B,25,0,3e9,2e8,1e9,1e9,3e9,6e9,6e9\n"));
    const struct figure *figure = draw(&fixture, "memory_histogram_align");
    scale_ticks(&figure->panels[0].y, 100, 10, &fixture.arena, &ticks);
    for (size_t i = 0; i < ticks.count; i++)
        CHECK(!strchr(ticks.items[i].label, '.'));
    CHECK(ticks.count > 1);
    fixture_release(&fixture);
}

/* One attempt of each outcome, and no tenths of it. */
static void bars_of_counts_have_whole_ticks(void)
{
    struct fixture fixture;
    struct ticks ticks;
    fixture_init(&fixture);
    CHECK(add_table(&fixture, "attempts",
                    "task,outcome,reason,attempts,elapsed_s,ended\n"
                    "a,COMPLETED,,1,7200,succeeded\n"
                    "a,TIMEOUT,time limit,1,14400,failed\n"));
    const struct figure *figure = draw(&fixture, "attempts_by_outcome");
    CHECK(figure);
    scale_ticks(&figure->panels[0].x, 400, 20, &fixture.arena, &ticks);
    CHECK_INT(ticks.count, 2);
    CHECK_TEXT(ticks.items[0].label, "0");
    CHECK_TEXT(ticks.items[1].label, "1");
    fixture_release(&fixture);
}

static void check_colours(enum scale_kind expected, const char *most)
{
    struct fixture fixture;
    char csv[512];
    fixture_init(&fixture);
    snprintf(csv, sizeof csv,
             "factor,unit,event,value,duration_s,count,width,height_s,says\n"
             "power,W,Render,10,5,1,2,3,x\npower,W,Render,12,5,2,2,3,x\n"
             "power,W,Render,14,8,%s,2,3,x\npower,W,Render,10,8,3,2,3,x\n",
             most);
    CHECK(add_table(&fixture, "factor_cells", csv));
    const struct figure *figure = draw(&fixture, "run_time_by_power");
    CHECK_INT(figure->panels[0].colour.kind, expected);
    CHECK(figure->panels[0].colour.whole);
    fixture_release(&fixture);
}

/* Colours of a few counts are one to one; those of many are by their logarithms. */
static void colours_of_a_few_counts_are_linear(void)
{
    check_colours(SCALE_LINEAR, "4");
    check_colours(SCALE_LOG, "400");
}

/* Each of a few workers has its name beside its lane, even where the page presses the chart. */
static void lanes_have_room_for_their_names(void)
{
    const double least_share = 0.78, name_pt = 7.5;
    struct fixture fixture;
    struct strbuf csv;
    struct ticks ticks;
    fixture_init(&fixture);
    strbuf_init(&csv);
    strbuf_add_text(&csv, "lane,node,nodes,slot,start,end,task,tasks,failed,running\n");
    for (int i = 0; i < 20; i++)
        strbuf_format(&csv, "%d,n%d,1,,0,10,align,1,0,1\n", i, i);
    CHECK(add_three_kinds(&fixture));
    CHECK(add_table(&fixture, "lanes", csv.text));
    strbuf_release(&csv);
    const struct figure *figure = draw(&fixture, "worker_lanes");
    double plot_pt = (figure->height_pt - 70) * least_share;
    CHECK(plot_pt >= 20 * name_pt);
    scale_ticks(&figure->panels[0].y, plot_pt, 7, &fixture.arena, &ticks);
    for (size_t i = 0; i < ticks.count; i++)
        CHECK(ticks.items[i].label[0]);
    fixture_release(&fixture);
}

/* Five per cent to either side of the middle at least, so that noise looks even. */
static void colours_span_more_than_noise(void)
{
    static const struct {
        double values[3], low, high;
    } cases[] = {
        {{99.9, 100, 100.1}, 95, 105}, {{90, 100, 110}, 90, 110},
        {{100, 100, 100}, 95, 105},    {{0, 0, 0}, -0.5, 0.5},
        {{-1, 0, 1}, -1, 1},           {{-100.1, -100, -99.9}, -105, -95},
    };
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct colour_ramp ramp;
        struct scale scale;
        CHECK(colour_ramp_find(cases[i].values, 3, false, &arena, &ramp));
        colour_ramp_scale(&ramp, false, (struct display_unit){0}, &scale);
        CHECK_NEAR(scale.low, cases[i].low, 1e-9);
        CHECK_NEAR(scale.high, cases[i].high, 1e-9);
    }
    for (int is_log = 0; is_log < 2; is_log++) {
        struct scale scale;
        colour_ramp_scale(&(struct colour_ramp){1e308, 1.7e308, false}, is_log,
                          (struct display_unit){.factor = 1}, &scale);
        CHECK(scale.low < scale.high && isfinite(scale.high));
    }
    CHECK_TEXT(colour_ramp_note(&(struct colour_ramp){99, 101, true}, false),
               "The colour scale spans ±5 % of its middle; values beyond have the end colours.");
    CHECK_TEXT(colour_ramp_note(&(struct colour_ramp){90, 110, true}, false),
               "The colour scale spans p2 to p98; values beyond have the end colours.");
    CHECK_TEXT(colour_ramp_note(&(struct colour_ramp){99, 101, false}, false), "");
    arena_release(&arena);
}

CHECK_MAIN(TEST(log_axes_are_for_wide_ranges), TEST(log_axes_of_absurd_values_are_bounded),
           TEST(counts_have_whole_ticks), TEST(bars_of_counts_have_whole_ticks),
           TEST(colours_of_a_few_counts_are_linear), TEST(lanes_have_room_for_their_names),
           TEST(colours_span_more_than_noise))
