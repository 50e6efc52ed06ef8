#include "check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "render/checked_stream.h"
#include "render/surface.h"
#include "render_samples.h"
#include "util/path.h"

struct fixture {
    struct arena arena;
    struct text_engine *text;
    struct figure figure;
    struct error error;
    char directory[64];
};

static void setup(struct fixture *fixture)
{
    arena_init(&fixture->arena);
    fixture->error = (struct error){0};
    fixture->text = text_engine_new("fonts", &fixture->error);
    strcpy(fixture->directory, "/tmp/jobreport-test-XXXXXX");
    if (!mkdtemp(fixture->directory))
        fixture->directory[0] = '\0';
}

static void teardown(struct fixture *fixture)
{
    struct error error;
    path_remove_tree(fixture->directory, &error);
    text_engine_free(fixture->text);
    arena_release(&fixture->arena);
}

static struct image image_of(const struct fixture *fixture, const char *theme)
{
    return (struct image){&fixture->figure, IMAGE_FULL, theme_by_name(theme), fixture->text, NULL};
}

static bool write_png(struct fixture *fixture, const struct image *image, const char *path)
{
    return image_write_pngs(image, &path, 1, 150, &fixture->error);
}

static const char *file(struct fixture *fixture, const char *name)
{
    return path_join(&fixture->arena, fixture->directory, name);
}

static bool same_bytes(struct fixture *fixture, const char *one, const char *other)
{
    struct strbuf a, b;
    strbuf_init(&a);
    strbuf_init(&b);
    bool same = path_read(one, 1 << 26, &a, &fixture->error) &&
                path_read(other, 1 << 26, &b, &fixture->error) && a.size == b.size && a.size > 0 &&
                memcmp(a.text, b.text, a.size) == 0;
    strbuf_release(&a);
    strbuf_release(&b);
    return same;
}

static void png_has_the_size_it_announces(void)
{
    struct fixture fixture;
    setup(&fixture);
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        sample_at(i, &fixture.figure, &fixture.arena);
        struct image_size size = image_size_of(&fixture.figure, IMAGE_FULL, 150);
        CHECK_INT(size.width_px, 1440);
        CHECK_INT(size.height_px, 2 * size.css_height);
        const char *path = file(&fixture, "a.png");
        struct image dark = image_of(&fixture, "dark");
        CHECK(write_png(&fixture, &dark, path));
        cairo_surface_t *image = cairo_image_surface_create_from_png(path);
        CHECK_INT(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
        CHECK_INT(cairo_image_surface_get_width(image), size.width_px);
        CHECK_INT(cairo_image_surface_get_height(image), size.height_px);
        const uint32_t *pixels = (const void *)cairo_image_surface_get_data(image);
        CHECK_INT(pixels[0] & 0xffffff, 0x14181d);
        cairo_surface_destroy(image);
    }
    teardown(&fixture);
}

static void small_image_is_a_third(void)
{
    struct fixture fixture;
    struct figure small;
    setup(&fixture);
    sample_lines(&fixture.figure, &fixture.arena);
    figure_make_small(&fixture.figure, &fixture.arena, &small);
    struct image image = {&small, IMAGE_SMALL, theme_by_name("light"), fixture.text, NULL};
    const char *path = file(&fixture, "small.png");
    CHECK(write_png(&fixture, &image, path));
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    CHECK_INT(cairo_image_surface_get_width(surface), 456);
    CHECK_INT(cairo_image_surface_get_height(surface),
              image_size_of(&small, IMAGE_SMALL, 150).height_px);
    CHECK_INT(image_size_of(&small, IMAGE_SMALL, 300).css_width, 228);
    cairo_surface_destroy(surface);
    teardown(&fixture);
}

static void same_figure_same_bytes(void)
{
    struct fixture fixture;
    setup(&fixture);
    struct image image = image_of(&fixture, "light");
    const char *one = file(&fixture, "one"), *other = file(&fixture, "other");
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        sample_at(i, &fixture.figure, &fixture.arena);
        CHECK(write_png(&fixture, &image, one));
        CHECK(write_png(&fixture, &image, other));
        CHECK(same_bytes(&fixture, one, other));
        CHECK(image_write_svg(&image, one, &fixture.error));
        CHECK(image_write_svg(&image, other, &fixture.error));
        CHECK(same_bytes(&fixture, one, other));
    }
    teardown(&fixture);
}

static uint32_t first_pixel(const char *path)
{
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    uint32_t pixel = ((const uint32_t *)(const void *)cairo_image_surface_get_data(surface))[0];
    cairo_surface_destroy(surface);
    return pixel & 0xffffff;
}

static void two_themes_are_written_at_once(void)
{
    struct fixture fixture;
    setup(&fixture);
    const struct image images[] = {image_of(&fixture, "light"), image_of(&fixture, "dark")};
    const char *const paths[] = {file(&fixture, "light.png"), file(&fixture, "dark.png")};
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        sample_at(i, &fixture.figure, &fixture.arena);
        CHECK(image_write_pngs(images, paths, 2, 150, &fixture.error));
        CHECK_INT(first_pixel(paths[0]), 0xffffff);
        CHECK_INT(first_pixel(paths[1]), 0x14181d);
    }
    const char *const last_is_full[] = {paths[0], "/dev/full"};
    CHECK(!image_write_pngs(images, last_is_full, 2, 150, &fixture.error));
    CHECK_TEXT(fixture.error.text, "cannot write /dev/full: No space left on device");
    teardown(&fixture);
}

static int farthest_channel(uint32_t one, uint32_t other)
{
    int farthest = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int apart = abs((int)(one >> shift & 255) - (int)(other >> shift & 255));
        farthest = apart > farthest ? apart : farthest;
    }
    return farthest;
}

/* Of a thousand pixels so many that are visibly other than they are in the other file. */
static double others_per_thousand(const char *one, const char *other)
{
    cairo_surface_t *a = cairo_image_surface_create_from_png(one);
    cairo_surface_t *b = cairo_image_surface_create_from_png(other);
    size_t count =
               (size_t)cairo_image_surface_get_width(a) * (size_t)cairo_image_surface_get_height(a),
           others = 0;
    const uint32_t *p = (const void *)cairo_image_surface_get_data(a);
    const uint32_t *q = (const void *)cairo_image_surface_get_data(b);
    for (size_t i = 0; i < count; i++)
        others += farthest_channel(p[i], q[i]) > 24;
    cairo_surface_destroy(a);
    cairo_surface_destroy(b);
    return 1000.0 * (double)others / (double)count;
}

/* Pictures of one hue are drawn once and recoloured. */
static void second_theme_looks_as_when_drawn_alone(void)
{
    static const size_t of_one_hue[] = {2, 3, 4, 7, 8};
    struct fixture fixture;
    setup(&fixture);
    const struct image images[] = {image_of(&fixture, "light"), image_of(&fixture, "dark")};
    const char *const paths[] = {file(&fixture, "light.png"), file(&fixture, "dark.png")};
    const char *alone = file(&fixture, "alone.png");
    for (size_t i = 0; i < sizeof of_one_hue / sizeof of_one_hue[0]; i++) {
        sample_at(of_one_hue[i], &fixture.figure, &fixture.arena);
        CHECK(image_write_pngs(images, paths, 2, 150, &fixture.error));
        CHECK(write_png(&fixture, &images[1], alone));
        CHECK(others_per_thousand(paths[1], alone) < 1);
    }
    teardown(&fixture);
}

static void full_disk_is_told(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_lines(&fixture.figure, &fixture.arena);
    struct image image = image_of(&fixture, "light");
    CHECK(!write_png(&fixture, &image, "/dev/full"));
    CHECK_INT(fixture.error.kind, ERROR_OUTPUT);
    CHECK_TEXT(fixture.error.text, "cannot write /dev/full: No space left on device");
    fixture.error = (struct error){0};
    CHECK(!image_write_svg(&image, "/dev/full", &fixture.error));
    CHECK_TEXT(fixture.error.text, "cannot write /dev/full: No space left on device");
    teardown(&fixture);
}

static void unwritable_path_is_told(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_message(&fixture.figure, &fixture.arena);
    const char *path = file(&fixture, "no/such/directory.png");
    struct image image = image_of(&fixture, "light");
    CHECK(!write_png(&fixture, &image, path));
    CHECK(strstr(fixture.error.text, path) && strstr(fixture.error.text, "No such file"));
    teardown(&fixture);
}

static void stream_keeps_every_byte(void)
{
    struct fixture fixture;
    struct checked_stream stream;
    struct strbuf content;
    unsigned char *bytes = malloc(200000);
    setup(&fixture);
    strbuf_init(&content);
    for (size_t i = 0; i < 200000; i++)
        bytes[i] = (unsigned char)(i * 7 / 3);
    const char *path = file(&fixture, "stream");
    CHECK(checked_stream_open(&stream, path, &fixture.error));
    size_t at = 0;
    for (unsigned int size = 1; at + size <= 200000; at += size, size = size * 3 + 1)
        CHECK_INT(checked_stream_write(&stream, bytes + at, size), CAIRO_STATUS_SUCCESS);
    CHECK(checked_stream_close(&stream, &fixture.error));
    CHECK(path_read(path, 1 << 20, &content, &fixture.error));
    CHECK_INT(content.size, at);
    CHECK(memcmp(content.text, bytes, at) == 0);
    strbuf_release(&content);
    free(bytes);
    teardown(&fixture);
}

CHECK_MAIN(TEST(png_has_the_size_it_announces), TEST(small_image_is_a_third),
           TEST(same_figure_same_bytes), TEST(two_themes_are_written_at_once),
           TEST(second_theme_looks_as_when_drawn_alone), TEST(full_disk_is_told),
           TEST(unwritable_path_is_told), TEST(stream_keeps_every_byte))
