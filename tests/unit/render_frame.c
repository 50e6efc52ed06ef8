#include "check.h"

#include <stdlib.h>

#include "render/frame_make.h"
#include "render/frame_parts.h"
#include "render/painter.h"
#include "render_samples.h"

struct fixture {
    struct arena arena;
    struct text_engine *text;
    struct figure figure;
    struct frame frame;
};

static struct paint_style paper(void)
{
    return (struct paint_style){theme_by_name("light"), 7, true, false, NULL};
}

static void setup(struct fixture *fixture)
{
    struct error error = {0};
    arena_init(&fixture->arena);
    fixture->text = text_engine_new("fonts", &error);
    fixture->frame = (struct frame){0};
}

static void teardown(struct fixture *fixture)
{
    frame_release(&fixture->frame);
    text_engine_free(fixture->text);
    arena_release(&fixture->arena);
}

static void measure(struct fixture *fixture, double width, double height)
{
    static struct paint_style style;
    style = paper();
    frame_release(&fixture->frame);
    frame_init(&fixture->frame, &fixture->arena, fixture->text, &fixture->figure,
               (struct box){51.0236, 20.1, width, height}, &style);
}

static bool is_within(struct box inner, struct box outer)
{
    const double slack = 0.01;
    return inner.x >= outer.x - slack && inner.y >= outer.y - slack &&
           inner.x + inner.width <= outer.x + outer.width + slack &&
           inner.y + inner.height <= outer.y + outer.height + slack;
}

/* Boxes hold the tallest letters and the deepest: a tenth of a line may lie in each other. */
static struct box shrunk(struct box box)
{
    return (struct box){box.x + 0.1, box.y + box.height * 0.08, box.width - 0.2, box.height * 0.84};
}

static const char *cut_label(const struct frame *frame)
{
    for (size_t i = 0; i < frame->labels.count; i++)
        if (!is_within(frame->labels.items[i].box, frame->box))
            return frame->labels.items[i].text;
    return "";
}

static const char *overlapping_label(const struct frame *frame)
{
    for (size_t i = 0; i < frame->labels.count; i++)
        for (size_t k = i + 1; k < frame->labels.count; k++)
            if (box_overlaps(shrunk(frame->labels.items[i].box),
                             shrunk(frame->labels.items[k].box)))
                return frame->labels.items[k].text;
    return "";
}

static void labels_are_whole_and_apart(void)
{
    static const double widths[] = {494, 700, 240};
    struct fixture fixture;
    setup(&fixture);
    for (size_t i = 0; i < SAMPLE_COUNT; i++)
        for (size_t k = 0; k < 3; k++) {
            sample_at(i, &fixture.figure, &fixture.arena);
            measure(&fixture, widths[k], fixture.figure.height_pt);
            CHECK(fixture.frame.labels.count > 0);
            CHECK_TEXT(cut_label(&fixture.frame), "");
            CHECK_TEXT(overlapping_label(&fixture.frame), "");
        }
    teardown(&fixture);
}

static const struct label *find_label(const struct frame *frame, const char *text)
{
    for (size_t i = 0; i < frame->labels.count; i++)
        if (strcmp(frame->labels.items[i].text, text) == 0)
            return &frame->labels.items[i];
    return NULL;
}

static bool has_label(const struct frame *frame, const char *text)
{
    return find_label(frame, text) != NULL;
}

static void the_run_stands_above_the_title(void)
{
    struct fixture fixture;
    struct paint_style style = paper();
    setup(&fixture);
    sample_at(0, &fixture.figure, &fixture.arena);
    style.run = "reprocessing v27";
    frame_init(&fixture.frame, &fixture.arena, fixture.text, &fixture.figure,
               (struct box){0, 0, 494, fixture.figure.height_pt}, &style);
    const struct label *labels = fixture.frame.labels.items;
    CHECK_TEXT(labels[0].text, "reprocessing v27");
    CHECK_TEXT(labels[1].text, fixture.figure.title);
    CHECK(labels[0].box.y + labels[0].box.height <= labels[1].box.y + 0.01);
    CHECK_TEXT(cut_label(&fixture.frame), "");
    CHECK_TEXT(overlapping_label(&fixture.frame), "");
    teardown(&fixture);
}

/* Numbers at its end are not cut off: it goes on in a second line, above the plot. */
static void a_long_title_of_a_panel_has_two_lines(void)
{
    static const char title[] =
        "compute_atomization_energy: 1,000 tasks, min 140,002, median 157,096, mean 157,169, std "
        "2,287, p95 160,378, max 182,014 switches";
    struct fixture fixture;
    setup(&fixture);
    sample_lines(&fixture.figure, &fixture.arena);
    fixture.figure.panels[0].title = title;
    measure(&fixture, 494, 160);
    const struct label *label = NULL;
    for (size_t i = 0; i < fixture.frame.labels.count; i++)
        if (fixture.frame.labels.items[i].text == title)
            label = &fixture.frame.labels.items[i];
    CHECK(label);
    struct text_extent whole =
        text_measure(fixture.text, &label->style, title, label->wrap_width, 100);
    CHECK(label->box.height >= whole.height - 0.01);
    CHECK(label->box.y + label->box.height <= fixture.frame.panels[0].plot.y + 0.01);
    teardown(&fixture);
}

static void names_stand_at_the_line_ends(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_lines(&fixture.figure, &fixture.arena);
    measure(&fixture, 494, 160);
    double right = fixture.frame.panels[0].plot.x + fixture.frame.panels[0].plot.width;
    int at_right = 0;
    for (size_t i = 0; i < fixture.frame.labels.count; i++)
        at_right += fixture.frame.labels.items[i].box.x > right;
    CHECK_INT(at_right, 3);
    CHECK_INT(fixture.frame.keys.count, 0);
    teardown(&fixture);
}

static void too_many_names_become_a_legend(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_many(&fixture.figure, &fixture.arena, 40);
    measure(&fixture, 494, 160);
    CHECK(fixture.frame.keys.count >= 10 && fixture.frame.keys.count < 40);
    CHECK(has_label(&fixture.frame,
                    arena_format(&fixture.arena, "and %zu more", 40 - fixture.frame.keys.count)));
    teardown(&fixture);
}

static void panels_share_their_edges(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_band(&fixture.figure, &fixture.arena, 32);
    measure(&fixture, 494, 300);
    const struct frame_panel *panels = fixture.frame.panels;
    CHECK_NEAR(panels[0].plot.x, panels[1].plot.x, 1e-12);
    CHECK_NEAR(panels[0].plot.width, panels[1].plot.width, 1e-12);
    CHECK(!panels[0].x_labelled && panels[1].x_labelled);
    CHECK(panels[0].plot.y + panels[0].plot.height < panels[1].plot.y);
    CHECK(panels[1].colour_bar.width > 0);
    CHECK(is_within(panels[1].colour_bar, fixture.frame.box));
    CHECK_NEAR(frame_x(&panels[0], panels[0].panel->x.low), panels[0].plot.x, 1e-9);
    CHECK_NEAR(frame_y(&panels[0], 0), panels[0].plot.y + panels[0].plot.height, 1e-9);
    CHECK_NEAR(frame_y(&panels[1], 0), panels[1].plot.y, 1e-9);
    teardown(&fixture);
}

/* Whatever their numbers and names; and more than one time is told. */
static void small_plots_are_equally_wide(void)
{
    static const double highs[] = {0.5, 8, 950};
    static const char *const names[] = {"0", "12.3", NULL};
    struct fixture fixture;
    double width = 0;
    setup(&fixture);
    for (size_t i = 0; i < 3; i++) {
        sample_lines(&fixture.figure, &fixture.arena);
        struct panel *panel = &fixture.figure.panels[0];
        panel->mark_count = 1;
        panel->marks[0].name = names[i];
        scale_init_time(&panel->x, 1608923076, 1608923076 + 86500);
        scale_init_linear(&panel->y, 0, highs[i], true, (struct display_unit){"", 1});
        measure(&fixture, 154, 112);
        const struct frame_panel *frame = &fixture.frame.panels[0];
        if (i == 0)
            width = frame->plot.width;
        CHECK_NEAR(frame->plot.width, width, 1e-9);
        CHECK(frame->x_ticks.count >= 2 && frame->x_ticks.count <= 4);
    }
    teardown(&fixture);
}

/* The margin is made for the value behind the longest bar: it stands there at every width. */
static void values_stand_behind_their_bars(void)
{
    static const double zero[] = {0}, low[] = {0.1}, high[] = {0.9}, y[] = {0.5};
    static const char *const labels[] = {"451  (28 %)"}, *const names[] = {"forcedPhotCoadd"};
    struct fixture fixture;
    setup(&fixture);
    for (double width = 150; width < 170; width += 0.137)
        for (double value = 400; value < 500; value += 3.7) {
            struct panel *panel = sample_figure(&fixture.figure, &fixture.arena, 1, 2, "", "");
            panel->marks[0] = (struct mark){
                .kind = MARK_BAR, .count = 1, .x = zero, .y = low, .x2 = &value, .y2 = high};
            panel->marks[1] =
                (struct mark){.kind = MARK_TEXT, .count = 1, .x = &value, .y = y, .labels = labels};
            scale_init_linear(&panel->x, 0, value, true, (struct display_unit){"h", 1});
            scale_init_bands(&panel->y, names, 1);
            measure(&fixture, width, 112);
            const struct frame *frame = &fixture.frame;
            for (size_t i = 0; i < frame->labels.count; i++)
                if (strcmp(frame->labels.items[i].text, labels[0]) == 0)
                    CHECK(frame->labels.items[i].box.x > frame_x(&frame->panels[0], value));
        }
    teardown(&fixture);
}

/* "18,6…28 %)" is no number. */
static void nothing_is_cut_out_of_a_value(void)
{
    static const double value = 18637, y = 0.5;
    static const struct {
        const char *label, *shown;
    } cases[] = {
        {"18,637  (28 %)", "18,637  (28 %)"},
        {"123,456,789 GiB  (28 %)", "123,456,789 GiB"},
        {"123,456,789.5 GiB", "123,456,789.5 GiB"},
    };
    static const char *const names[] = {"a"};
    struct fixture fixture;
    setup(&fixture);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct panel *panel = sample_figure(&fixture.figure, &fixture.arena, 1, 1, "", "");
        panel->marks[0] = (struct mark){.kind = MARK_TEXT,
                                        .count = 1,
                                        .x = &value,
                                        .y = &y,
                                        .labels = &cases[i].label,
                                        .are_values = true};
        scale_init_linear(&panel->x, 0, value, true, (struct display_unit){"", 1});
        scale_init_bands(&panel->y, names, 1);
        measure(&fixture, 160, 112);
        CHECK(has_label(&fixture.frame, cases[i].shown));
    }
    teardown(&fixture);
}

static void missing_and_far_values_are_bounded(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_lines(&fixture.figure, &fixture.arena);
    measure(&fixture, 494, 160);
    CHECK(isnan(frame_y(&fixture.frame.panels[0], NAN)));
    CHECK(fabs(frame_y(&fixture.frame.panels[0], 1e300)) < 1e5);
    CHECK(fabs(frame_x(&fixture.frame.panels[0], -INFINITY)) < 1e5);
    teardown(&fixture);
}

static void long_names_are_cut_in_the_middle(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_bars(&fixture.figure, &fixture.arena);
    measure(&fixture, 494, 160);
    int cut = 0;
    for (size_t i = 0; i < fixture.frame.labels.count; i++) {
        const char *text = fixture.frame.labels.items[i].text;
        cut += strncmp(text, "nnn", 3) == 0 && strstr(text, "…") != NULL;
    }
    CHECK_INT(cut, 1);
    CHECK(fixture.frame.panels[0].plot.width > 250);
    teardown(&fixture);
}

static void message_takes_the_place_of_a_panel(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_message(&fixture.figure, &fixture.arena);
    measure(&fixture, 494, 90);
    CHECK_INT(fixture.frame.labels.count, 3);
    CHECK(has_label(&fixture.frame, fixture.figure.panels[0].message));
    teardown(&fixture);
}

/* What is painted stays in its rectangle, whatever the rectangle. */
static void ink_stays_inside(void)
{
    static const double sizes[][2] = {{494, 160}, {160, 110}, {60, 30}, {5, 5}};
    struct fixture fixture;
    struct paint_style style = paper();
    setup(&fixture);
    for (size_t i = 0; i < SAMPLE_COUNT * 4; i++) {
        const double *size = sizes[i % 4];
        sample_at(i / 4, &fixture.figure, &fixture.arena);
        style.raster = i % 2;
        cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
        cairo_t *cr = cairo_create(surface);
        paint_figure(cr, fixture.text, &fixture.figure, 100, 200, size[0], size[1], &style);
        CHECK_INT(cairo_status(cr), CAIRO_STATUS_SUCCESS);
        struct box ink;
        cairo_recording_surface_ink_extents(surface, &ink.x, &ink.y, &ink.width, &ink.height);
        struct box whole = {99, 199, size[0] + 2, size[1] + 2};
        CHECK(ink.width == 0 || is_within(ink, whole));
        CHECK(ink.width > 0 || size[0] < 10);
        cairo_destroy(cr);
        cairo_surface_destroy(surface);
    }
    teardown(&fixture);
}

/* Light on dark, dark on light, amid the cell; none in a cell that is missing or too narrow. */
static void cells_have_their_numbers(void)
{
    static const double values[] = {-1, 1, NAN, 0};
    static const char *const labels[] = {"−1.00", "1.00", "none", "0.00"};
    static const char *const sides[] = {"one", "two"};
    struct fixture fixture;
    setup(&fixture);
    struct panel *panel = sample_figure(&fixture.figure, &fixture.arena, 1, 1, "Pairs", "");
    scale_init_bands(&panel->x, sides, 2);
    scale_init_bands(&panel->y, sides, 2);
    panel->colour = (struct scale){.kind = SCALE_LINEAR, .low = -1, .high = 1, .unit = {"", 1}};
    panel->marks[0] = (struct mark){
        .kind = MARK_CELLS,
        .cells = {.rows = 2, .columns = 2, .width = 1, .values = values, .labels = labels}};
    measure(&fixture, 400, 120);
    const struct label *dark = find_label(&fixture.frame, "−1.00");
    const struct label *light = find_label(&fixture.frame, "1.00");
    CHECK(dark && light && find_label(&fixture.frame, "0.00"));
    CHECK(!find_label(&fixture.frame, "none"));
    CHECK(dark->style.colour.red > 0.9 && light->style.colour.red < 0.2);
    double middle =
        (frame_x(&fixture.frame.panels[0], 0) + frame_x(&fixture.frame.panels[0], 1)) / 2;
    CHECK_NEAR(dark->box.x + dark->box.width / 2, middle, 0.6);
    measure(&fixture, 60, 120);
    CHECK(!find_label(&fixture.frame, "−1.00"));
    teardown(&fixture);
}

/* Shapes of data that break careless painters. */
static void odd_data_is_painted(void)
{
    static const double nothing[] = {NAN, NAN, NAN}, huge[] = {-1e308, 0, 1e308},
                        same[] = {5, 5, 5}, rising[] = {1, 2, 3};
    static const double *const columns[] = {nothing, huge, same, rising};
    static const char *const labels[] = {NULL, "", "three"};
    struct fixture fixture;
    struct paint_style style = paper();
    setup(&fixture);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 300, 200);
    cairo_t *cr = cairo_create(surface);
    for (int kind = MARK_LINE; kind <= MARK_TEXT; kind++)
        for (size_t k = 0; k < 16 * 4; k++) {
            const double *x = columns[k % 4], *y = columns[k / 4 % 4];
            struct panel *panel = sample_figure(&fixture.figure, &fixture.arena, 1, 1, "Odd", "");
            scale_init_linear(&panel->x, 0, 4, true, (struct display_unit){"", 1});
            if (k / 16 % 2)
                scale_init_log(&panel->y, 1, 100, (struct display_unit){"", 1});
            else
                scale_init_linear(&panel->y, 0, 4, true, (struct display_unit){"", 1});
            panel->marks[0] =
                (struct mark){.kind = (enum mark_kind)kind,
                              .colour = COLOUR_ACCENT,
                              .shape = SHAPE_CROSS,
                              .markers = true,
                              .count = k / 32 ? 3 : 1,
                              .x = x,
                              .y = y,
                              .x2 = x,
                              .y2 = y,
                              .labels = labels,
                              .cells = {.rows = 1, .columns = 3, .width = 1, .values = y},
                              .name = "odd"};
            style.raster = k % 3 == 0;
            paint_figure(cr, fixture.text, &fixture.figure, 0, 0, 300, 200, &style);
            CHECK_INT(cairo_status(cr), CAIRO_STATUS_SUCCESS);
        }
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    teardown(&fixture);
}

CHECK_MAIN(TEST(labels_are_whole_and_apart), TEST(the_run_stands_above_the_title),
           TEST(a_long_title_of_a_panel_has_two_lines), TEST(names_stand_at_the_line_ends),
           TEST(too_many_names_become_a_legend), TEST(panels_share_their_edges),
           TEST(small_plots_are_equally_wide), TEST(values_stand_behind_their_bars),
           TEST(nothing_is_cut_out_of_a_value), TEST(missing_and_far_values_are_bounded),
           TEST(long_names_are_cut_in_the_middle), TEST(message_takes_the_place_of_a_panel),
           TEST(ink_stays_inside), TEST(cells_have_their_numbers), TEST(odd_data_is_painted))
