/* Figures for the tests of render, built by hand. Each lives in the arena. */
#ifndef TESTS_UNIT_RENDER_SAMPLES_H
#define TESTS_UNIT_RENDER_SAMPLES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "figure/model/figure.h"
#include "util/arena.h"

static const double SAMPLE_START = 1608931510; /* 2020-12-25 21:25:10 UTC */

/* Numbers that look random and are the same everywhere. */
static double sample_noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / 16777216.0;
}

static double *sample_times(struct arena *arena, size_t count, double step_s)
{
    double *times = arena_alloc_array(arena, count, sizeof *times);
    for (size_t i = 0; i < count; i++)
        times[i] = SAMPLE_START + step_s * (double)i;
    return times;
}

static double *sample_values(struct arena *arena, size_t count, double level, double noise,
                             uint32_t seed)
{
    double *values = arena_alloc_array(arena, count, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = level + noise * (sample_noise(&seed) - 0.5) +
                    noise * 0.3 * sin((double)i * 0.05 + level);
    return values;
}

static struct panel *sample_figure(struct figure *figure, struct arena *arena, size_t panels,
                                   size_t marks_each, const char *title, const char *subtitle)
{
    *figure = (struct figure){.id = "sample",
                              .section = "Sample",
                              .metric = "sample",
                              .title = title,
                              .subtitle = subtitle,
                              .alt = "A sample.",
                              .height_pt = 160,
                              .panel_count = panels};
    figure->panels = arena_alloc_array(arena, panels ? panels : 1, sizeof *figure->panels);
    for (size_t i = 0; i < panels; i++) {
        figure->panels[i].marks =
            arena_alloc_array(arena, marks_each, sizeof *figure->panels[i].marks);
        figure->panels[i].mark_count = marks_each;
        figure->panels[i].height_share = 1;
    }
    return figure->panels;
}

/* Three lines whose ends lie close to each other, with a gap and a lone sample. */
static void sample_lines(struct figure *figure, struct arena *arena)
{
    enum { COUNT = 300 };
    static const char *const names[] = {"e0102", "e0320 (lowest)", "median of 32 nodes"};
    struct panel *panel = sample_figure(figure, arena, 1, 3, "CPU load, processes",
                                        "mean 18.4 a node · p95 19.5 · max 23.6 on e0320");
    double *times = sample_times(arena, COUNT, 288);
    scale_init_time(&panel->x, times[0], times[COUNT - 1]);
    scale_init_linear(&panel->y, 0, 23.6, true, (struct display_unit){"", 1});
    for (size_t k = 0; k < 3; k++) {
        struct mark *mark = &panel->marks[k];
        double *values = sample_values(arena, COUNT, 16 + (double)k, 3, (uint32_t)k + 7);
        *mark = (struct mark){.kind = MARK_LINE,
                              .colour = COLOUR_SERIES + (enum colour)k,
                              .dash = (enum dash)k,
                              .shape = SHAPE_CIRCLE + (enum shape)k,
                              .markers = true,
                              .count = COUNT,
                              .x = times,
                              .y = values,
                              .name = names[k]};
        for (size_t i = 100; k == 0 && i < 125; i++)
            if (i != 112)
                values[i] = NAN;
    }
}

/* Median and bands above a heat map on the same axis. */
static void sample_band(struct figure *figure, struct arena *arena, size_t rows)
{
    enum { COUNT = 900, COLUMNS = 160 };
    struct panel *panels =
        sample_figure(figure, arena, 2, 4, "Memory bandwidth of each node, GB/s",
                      "mean 63.6 GB/s a node · max 74.5 GB/s on e0501 · 32 nodes");
    figure->height_pt = 300;
    figure->caption = "Bands hold 90 % and all of the nodes at each moment. 9.2 % of the samples "
                      "are missing; they are left blank.";
    double *times = sample_times(arena, COUNT, 96);
    double *low = sample_values(arena, COUNT, 40, 30, 1);
    double *p5 = sample_values(arena, COUNT, 57, 10, 2);
    double *p50 = sample_values(arena, COUNT, 66, 4, 3);
    double *p95 = sample_values(arena, COUNT, 71, 2, 4);
    double *high = sample_values(arena, COUNT, 73, 2, 5);
    double *worst = sample_values(arena, COUNT, 52, 16, 6);
    for (size_t i = 400; i < 430; i++)
        low[i] = p5[i] = p50[i] = p95[i] = high[i] = worst[i] = NAN;
    struct display_unit giga = {"GB/s", 1};
    scale_init_time(&panels[0].x, times[0], times[COUNT - 1]);
    scale_init_linear(&panels[0].y, 0, 74.5, true, giga);
    struct mark *marks = panels[0].marks;
    marks[0] = (struct mark){.kind = MARK_AREA,
                             .colour = COLOUR_BAND_OUTER,
                             .count = COUNT,
                             .x = times,
                             .y = low,
                             .y2 = high,
                             .name = "min–max"};
    marks[1] = (struct mark){.kind = MARK_AREA,
                             .colour = COLOUR_BAND_INNER,
                             .count = COUNT,
                             .x = times,
                             .y = p5,
                             .y2 = p95,
                             .name = "p5–p95"};
    marks[2] = (struct mark){.kind = MARK_LINE,
                             .colour = COLOUR_SERIES + 1,
                             .dash = DASH_SHORT,
                             .width_pt = 0.8,
                             .count = COUNT,
                             .x = times,
                             .y = worst,
                             .name = "e0320"};
    marks[3] = (struct mark){.kind = MARK_LINE,
                             .colour = COLOUR_ACCENT,
                             .width_pt = 1.2,
                             .count = COUNT,
                             .x = times,
                             .y = p50,
                             .name = "median node"};

    const char **names = arena_alloc_array(arena, rows + 1, sizeof *names);
    for (size_t i = 0; i < rows; i++)
        names[i] = arena_format(arena, "e%04zu", 101 + i * 13);
    double *values = sample_values(arena, rows * COLUMNS, 64, 10, 9);
    for (size_t i = 0; i < rows * COLUMNS; i++) {
        size_t row = i / COLUMNS, column = i % COLUMNS;
        values[i] -= row == 6 ? 12 : 0;
        if ((column >= 71 && column < 76) || (row == 9 && column > 120))
            values[i] = NAN;
    }
    panels[1].title = "Node by time, GB/s";
    panels[1].x = panels[0].x;
    scale_init_bands(&panels[1].y, names, rows);
    scale_init_linear(&panels[1].colour, 45, 72, false, giga);
    panels[1].has_colour = true;
    panels[1].mark_count = 1;
    panels[1].marks[0] = (struct mark){.kind = MARK_CELLS,
                                       .cells = {.rows = rows,
                                                 .columns = COLUMNS,
                                                 .x0 = times[0],
                                                 .width = (times[COUNT - 1] - times[0]) / COLUMNS,
                                                 .values = values}};
}

static void sample_log(struct figure *figure, struct arena *arena)
{
    enum { COUNT = 300 };
    struct panel *panel = sample_figure(figure, arena, 1, 2, "Packets sent, packets/s",
                                        "median 1,200 packets/s · max 2.1 M packets/s");
    double *times = sample_times(arena, COUNT, 1);
    double *values = arena_alloc_array(arena, COUNT, sizeof *values);
    uint32_t seed = 3;
    for (size_t i = 0; i < COUNT; i++)
        values[i] = pow(10, 1 + 5 * sample_noise(&seed) * sin((double)i / COUNT * 3));
    values[17] = 0;
    scale_init_time(&panel->x, times[0], times[COUNT - 1]);
    scale_init_log(&panel->y, 3, 2.1e6, (struct display_unit){"packets/s", 1});
    panel->marks[0] = (struct mark){.kind = MARK_LINE,
                                    .colour = COLOUR_ACCENT,
                                    .count = COUNT,
                                    .x = times,
                                    .y = values,
                                    .name = "all nodes"};
    static const double limit_x[] = {NAN}, limit[] = {3e4};
    panel->marks[1] = (struct mark){.kind = MARK_RULE,
                                    .colour = COLOUR_SERIES + 1,
                                    .dash = DASH_SHORT,
                                    .count = 1,
                                    .x = limit_x,
                                    .x2 = limit_x,
                                    .y = limit,
                                    .y2 = limit,
                                    .name = "limit"};
}

/* Lying bars with their values at the ends; one name has 10,000 letters, one is Hebrew. */
static void sample_bars(struct figure *figure, struct arena *arena)
{
    enum { COUNT = 9 };
    struct panel *panel = sample_figure(figure, arena, 1, 2, "Elapsed time by kind of task, h",
                                        "nine kinds make 98 % of 41,891 hours");
    char *longest = arena_alloc(arena, 10001);
    memset(longest, 'n', 10000);
    static const char *const short_names[COUNT] = {"makeWarp",
                                                   "",
                                                   "assembleCoadd",
                                                   "measureMergedCoaddSources",
                                                   "שלום עולם (עברית)",
                                                   "<script>alert(1)</script>",
                                                   "bad \xff\xfe bytes\nand lines",
                                                   "a->b",
                                                   "日本語のタスク"};
    const char **names = arena_alloc_array(arena, COUNT, sizeof *names);
    const char **labels = arena_alloc_array(arena, COUNT, sizeof *labels);
    double *x = arena_alloc_array(arena, COUNT * 5, sizeof *x);
    double *x2 = x + COUNT, *y = x + 2 * COUNT, *y2 = x + 3 * COUNT, *middle = x + 4 * COUNT;
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = i == 1 ? longest : short_names[i];
        x2[i] = 10000.0 / (double)(i + 1);
        y[i] = (double)i + 0.18;
        y2[i] = (double)i + 0.82;
        middle[i] = (double)i + 0.5;
        labels[i] = arena_format(arena, "%.0f h", x2[i]);
    }
    scale_init_bands(&panel->y, names, COUNT);
    scale_init_linear(&panel->x, 0, 10000, true, (struct display_unit){"h", 1});
    panel->marks[0] = (struct mark){.kind = MARK_BAR,
                                    .colour = COLOUR_ACCENT,
                                    .count = COUNT,
                                    .x = x,
                                    .x2 = x2,
                                    .y = y,
                                    .y2 = y2};
    panel->marks[1] = (struct mark){.kind = MARK_TEXT,
                                    .colour = COLOUR_TEXT,
                                    .count = COUNT,
                                    .x = x2,
                                    .y = middle,
                                    .labels = labels};
}

static void sample_histogram(struct figure *figure, struct arena *arena)
{
    enum { COUNT = 40 };
    struct panel *panel =
        sample_figure(figure, arena, 1, 4, "All samples, GB/s", "41,891 samples, 4,221 missing");
    double *x = arena_alloc_array(arena, COUNT * 4, sizeof *x);
    double *x2 = x + COUNT, *y = x + 2 * COUNT, *y2 = x + 3 * COUNT;
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = (double)i * 1.9;
        x2[i] = (double)(i + 1) * 1.9;
        y2[i] = 9000 * exp(-pow((x[i] - 66) / 6, 2)) + 80;
    }
    scale_init_linear(&panel->x, 0, 76, true, (struct display_unit){"GB/s", 1});
    scale_init_linear(&panel->y, 0, 9000, true, (struct display_unit){"", 1});
    panel->marks[0] = (struct mark){.kind = MARK_BAR,
                                    .colour = COLOUR_BAND_INNER,
                                    .count = COUNT,
                                    .x = x,
                                    .x2 = x2,
                                    .y = y,
                                    .y2 = y2};
    static const double at[] = {58.4, 66.4, 70.9}, edge[] = {NAN};
    static const char *const names[] = {"p5 58.4", "median 66.4", "p95 70.9"};
    for (size_t i = 0; i < 3; i++)
        panel->marks[i + 1] = (struct mark){.kind = MARK_RULE,
                                            .colour = COLOUR_TEXT,
                                            .dash = i == 1 ? DASH_SOLID : DASH_DOT,
                                            .count = 1,
                                            .x = at + i,
                                            .x2 = at + i,
                                            .y = edge,
                                            .y2 = edge,
                                            .name = names[i]};
}

/* More lines than have room for their names. */
static void sample_many(struct figure *figure, struct arena *arena, size_t lines)
{
    enum { COUNT = 120 };
    struct panel *panel =
        sample_figure(figure, arena, 1, lines, "Memory used, GiB", "p95 35.7 GiB · max 37.5 GiB");
    double *times = sample_times(arena, COUNT, 3600);
    scale_init_time(&panel->x, times[0], times[COUNT - 1]);
    scale_init_linear(&panel->y, 20, 60, false, (struct display_unit){"GiB", 1});
    for (size_t k = 0; k < lines; k++)
        panel->marks[k] =
            (struct mark){.kind = MARK_LINE,
                          .colour = COLOUR_SERIES + (enum colour)(k % 7),
                          .dash = (enum dash)(k % DASH_COUNT),
                          .shape = SHAPE_CIRCLE + (enum shape)(k % 5),
                          .markers = true,
                          .count = COUNT,
                          .x = times,
                          .y = sample_values(arena, COUNT, 24 + 2 * (double)k, 3, (uint32_t)k + 40),
                          .name = arena_format(arena, "node e%04zu", 100 + 7 * k)};
}

/* Points of all shapes over bands along the bottom. */
static void sample_points(struct figure *figure, struct arena *arena)
{
    enum { COUNT = 60 };
    static const char *const kinds[] = {"calibrate",     "makeWarp",
                                        "assembleCoadd", "detection",
                                        "deblend",       "measureMergedCoaddSourcesOfTheSecondKind",
                                        "forcedPhot"};
    struct panel *panel = sample_figure(figure, arena, 1, 5, "Largest memory of a task, GiB",
                                        "each point is an attempt");
    scale_init_bands(&panel->x, kinds, 7);
    scale_init_linear(&panel->y, -4, 30, false, (struct display_unit){"GiB", 1});
    for (size_t k = 0; k < 5; k++) {
        double *x = sample_values(arena, COUNT, 3.5, 6, (uint32_t)k + 90);
        double *y = sample_values(arena, COUNT, 12, 20, (uint32_t)k + 190);
        panel->marks[k] = (struct mark){.kind = MARK_POINT,
                                        .colour = COLOUR_SERIES + (enum colour)k,
                                        .shape = SHAPE_CIRCLE + (enum shape)k,
                                        .width_pt = 3.2,
                                        .count = COUNT,
                                        .x = x,
                                        .y = y,
                                        .name = arena_format(arena, "step %zu", k + 1)};
    }
}

static void sample_message(struct figure *figure, struct arena *arena)
{
    struct panel *panel =
        sample_figure(figure, arena, 1, 0, "GPU utilisation, %", "no device was sampled");
    figure->height_pt = 90;
    panel->message = "No sample of gpu.utilization_rates.gpu lies within the job: its nodes have "
                     "no GPU, or the sampler did not run.";
}

enum { SAMPLE_COUNT = 9 };

static void sample_at(size_t index, struct figure *figure, struct arena *arena)
{
    switch (index) {
    case 0:
        sample_lines(figure, arena);
        break;
    case 1:
        sample_band(figure, arena, 32);
        break;
    case 2:
        sample_log(figure, arena);
        break;
    case 3:
        sample_bars(figure, arena);
        break;
    case 4:
        sample_histogram(figure, arena);
        break;
    case 5:
        sample_many(figure, arena, 6);
        break;
    case 6:
        sample_many(figure, arena, 40);
        break;
    case 7:
        sample_points(figure, arena);
        break;
    default:
        sample_message(figure, arena);
        break;
    }
}

#endif
