/* Bars that are narrower than pixels: what is painted is in proportion to what it stands for. */
#include "check.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "figure/model/mark_list.h"
#include "render/surface.h"
#include "util/path.h"

static const double START = 1608931510;

struct picture {
    double ink[2], area; /* of two colours, and of the box around them, in pixels */
};

static void count_pixels(cairo_surface_t *surface, struct picture *picture)
{
    int width = cairo_image_surface_get_width(surface), left = width, right = -1;
    int height = cairo_image_surface_get_height(surface), top = height, bottom = -1;
    *picture = (struct picture){0};
    for (int y = 0; y < height; y++) {
        const unsigned char *row = cairo_image_surface_get_data(surface) +
                                   (size_t)y * (size_t)cairo_image_surface_get_stride(surface);
        const uint32_t *pixels = (const void *)row;
        for (int x = 0; x < width; x++) {
            uint32_t colour = pixels[x] & 0xffffff;
            if (colour != 0x0072b2 && colour != 0xd55e00)
                continue;
            picture->ink[colour == 0xd55e00]++;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    }
    picture->area = (right - left + 1.0) * (bottom - top + 1.0);
}

/* One lane of runs of two kinds in turn, and of a wide run at its end. */
static void make_figure(struct figure *figure, struct arena *arena, int runs, double long_part,
                        double short_part)
{
    static const char *const names[] = {""};
    struct panel *panel = arena_alloc_array(arena, 1, sizeof *panel);
    struct mark_list marks = {.arena = arena};
    *figure = (struct figure){.id = "lanes",
                              .title = "",
                              .subtitle = "",
                              .height_pt = 160,
                              .panels = panel,
                              .panel_count = 1};
    panel->height_share = 1;
    scale_init_time(&panel->x, START, START + runs * 1.1);
    scale_init_bands(&panel->y, names, 1);
    for (int kind = 0; kind < 2; kind++) {
        struct mark *mark =
            mark_list_add(&marks, MARK_BAR, COLOUR_SERIES + (enum colour)kind, (size_t)runs + 1);
        mark->shares_pixels = true;
        for (int i = 0; i < runs; i++) {
            double from = START + i + (kind ? long_part : 0);
            mark_put_to(mark, from, 0.08, from + (kind ? short_part : long_part), 0.92);
        }
        if (kind)
            mark_put_to(mark, START + runs, 0.08, START + runs * 1.1, 0.92);
    }
    mark_list_finish(&marks, panel);
}

static void draw(int runs, double long_part, double short_part, enum image_form form,
                 struct picture *picture)
{
    struct arena arena;
    struct error error = {0};
    struct figure figure;
    char path[] = "/tmp/jobreport-test-XXXXXX";
    const char *paths[] = {path};
    arena_init(&arena);
    struct text_engine *text = text_engine_new("fonts", &error);
    make_figure(&figure, &arena, runs, long_part, short_part);
    struct image image = {&figure, form, theme_by_name("light"), text, NULL};
    int file = mkstemp(path);
    CHECK(file >= 0 && close(file) == 0);
    CHECK(image_write_pngs(&image, paths, 1, 150, &error));
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    CHECK_INT(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    count_pixels(surface, picture);
    cairo_surface_destroy(surface);
    CHECK(unlink(path) == 0);
    text_engine_free(text);
    arena_release(&arena);
}

/* From 20 runs, of many pixels each, to 20,000, of which one pixel has dozens. */
static void ink_is_in_proportion_to_time(void)
{
    static const double parts[][2] = {{0.7, 0.28}, {0.2, 0.06}, {0.5, 0.02}};
    for (int form = IMAGE_FULL; form <= IMAGE_SMALL; form++)
        for (int runs = 20; runs <= 20000; runs *= 10)
            for (size_t i = 0; i < 3; i++) {
                struct picture picture;
                draw(runs, parts[i][0], parts[i][1], (enum image_form)form, &picture);
                double whole = picture.area / 1.1;
                CHECK_NEAR(picture.ink[0] / whole, parts[i][0], 0.02);
                CHECK_NEAR(picture.ink[1] / whole, parts[i][1] + 0.1, 0.02);
            }
}

CHECK_MAIN(TEST(ink_is_in_proportion_to_time))
