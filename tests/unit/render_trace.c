#include "check.h"

#include "render/svg_ids.h"
#include "render/trace.h"

/* A plot of 100 × 100 pt in which a value is its own place; y counts from the bottom. */
static struct frame_panel plain_panel(struct panel *panel)
{
    *panel = (struct panel){.x = {.kind = SCALE_LINEAR, .low = 0, .high = 100, .unit = {"", 1}},
                            .y = {.kind = SCALE_LINEAR, .low = 0, .high = 100, .unit = {"", 1}}};
    return (struct frame_panel){.panel = panel, .plot = {0, 0, 100, 100}};
}

static void sparse_points_stay(void)
{
    static const double x[] = {0, 10, NAN, 30, 40}, y[] = {1, NAN, 3, 4, 5};
    struct panel panel;
    struct frame_panel framed = plain_panel(&panel);
    struct mark mark = {.kind = MARK_LINE, .count = 5, .x = x, .y = y};
    struct trace trace;
    trace_init(&trace, &framed, &mark);
    CHECK_INT(trace.count, 5);
    CHECK_NEAR(trace.y[0], 99, 1e-9);
    CHECK(isnan(trace.y[1]) && isnan(trace.y[2]));
    CHECK_NEAR(trace.x[4], 40, 1e-9);
    trace_release(&trace);
}

/* Of five points in a column of 2 pt the highest and the lowest stay, in their order. */
static void dense_points_keep_their_extremes(void)
{
    static const double x[] = {10.1, 10.4, 10.8, 11.2, 11.9, 12.1};
    static const double y[] = {50, 20, 55, 90, 60, 50}, y2[] = {60, 95, 61, 94, 62, 60};
    struct panel panel;
    struct frame_panel framed = plain_panel(&panel);
    struct mark mark = {.kind = MARK_AREA, .count = 6, .x = x, .y = y, .y2 = y2};
    struct trace trace;
    trace_init(&trace, &framed, &mark);
    CHECK_INT(trace.count, 3);
    CHECK_NEAR(trace.y[0], 100 - 20, 1e-9);
    CHECK_NEAR(trace.y[1], 100 - 90, 1e-9);
    CHECK_NEAR(trace.y2[0], 100 - 60, 1e-9);
    CHECK_NEAR(trace.y2[1], 100 - 95, 1e-9);
    CHECK_NEAR(trace.x[0], 10.1, 1e-9);
    CHECK_NEAR(trace.x[1], 11.9, 1e-9);
    CHECK_NEAR(trace.y[2], 50, 1e-9);
    trace_release(&trace);
}

static void gaps_within_a_column_stay(void)
{
    static const double x[] = {10.1, 10.4, 10.8, 11.2, 11.9}, y[] = {5, 6, NAN, 7, 8};
    struct panel panel;
    struct frame_panel framed = plain_panel(&panel);
    struct mark mark = {.kind = MARK_LINE, .count = 5, .x = x, .y = y};
    struct trace trace;
    trace_init(&trace, &framed, &mark);
    CHECK_INT(trace.count, 5);
    CHECK(isnan(trace.y[2]));
    trace_release(&trace);
    mark.count = 0;
    trace_init(&trace, &framed, &mark);
    CHECK_INT(trace.count, 0);
    trace_release(&trace);
}

/* Up and down within a column, then level for long: no slope down to what comes after. */
static void steps_stay_upright(void)
{
    static const double x[] = {1, 50.1, 50.5, 50.5, 51.5, 51.5, 90};
    static const double y[] = {4, 4, 4, 70, 70, 10, 10};
    static const double expected[] = {4, 4, 70, 10, 10};
    struct panel panel;
    struct frame_panel framed = plain_panel(&panel);
    struct mark mark = {.kind = MARK_LINE, .count = 7, .x = x, .y = y};
    struct trace trace;
    trace_init(&trace, &framed, &mark);
    CHECK_INT(trace.count, 5);
    for (size_t i = 0; i < 5 && i < trace.count; i++)
        CHECK_NEAR(trace.y[i], 100 - expected[i], 1e-9);
    CHECK_NEAR(trace.x[3], 51.5, 1e-9);
    trace_release(&trace);
}

static void svg_numbers_start_at_one(void)
{
    struct strbuf svg, out;
    strbuf_init(&svg);
    strbuf_init(&out);
    strbuf_add_text(&svg, "<g id=\"surface41\"><image id=\"image57\"/><use href=\"#image57\"/>"
                          "<a x=\"image\" b=\"9\" c='surface3'/>");
    svg_renumber(&svg, &out);
    CHECK_TEXT(out.text, "<g id=\"surface1\"><image id=\"image2\"/><use href=\"#image2\"/>"
                         "<a x=\"image\" b=\"9\" c='surface3'/>");
    strbuf_release(&svg);
    strbuf_release(&out);
}

CHECK_MAIN(TEST(sparse_points_stay), TEST(dense_points_keep_their_extremes),
           TEST(gaps_within_a_column_stay), TEST(steps_stay_upright),
           TEST(svg_numbers_start_at_one))
