#include "check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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
        struct image_size size = image_size_of(&fixture.figure, 150);
        CHECK_INT(size.width_px, 1440);
        CHECK_INT(size.height_px, 2 * size.css_height);
        const char *path = file(&fixture, "a.png");
        CHECK(figure_write_png(&fixture.figure, fixture.text, theme_by_name("dark"), 150, path,
                               &fixture.error));
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

static void same_figure_same_bytes(void)
{
    struct fixture fixture;
    setup(&fixture);
    const struct theme *theme = theme_by_name("light");
    const char *one = file(&fixture, "one"), *other = file(&fixture, "other");
    for (size_t i = 0; i < SAMPLE_COUNT; i++) {
        sample_at(i, &fixture.figure, &fixture.arena);
        CHECK(figure_write_png(&fixture.figure, fixture.text, theme, 150, one, &fixture.error));
        CHECK(figure_write_png(&fixture.figure, fixture.text, theme, 150, other, &fixture.error));
        CHECK(same_bytes(&fixture, one, other));
        CHECK(figure_write_svg(&fixture.figure, fixture.text, theme, one, &fixture.error));
        CHECK(figure_write_svg(&fixture.figure, fixture.text, theme, other, &fixture.error));
        CHECK(same_bytes(&fixture, one, other));
    }
    teardown(&fixture);
}

static void full_disk_is_told(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_lines(&fixture.figure, &fixture.arena);
    const struct theme *theme = theme_by_name("light");
    CHECK(
        !figure_write_png(&fixture.figure, fixture.text, theme, 150, "/dev/full", &fixture.error));
    CHECK_INT(fixture.error.kind, ERROR_OUTPUT);
    CHECK_TEXT(fixture.error.text, "cannot write /dev/full: No space left on device");
    fixture.error = (struct error){0};
    CHECK(!figure_write_svg(&fixture.figure, fixture.text, theme, "/dev/full", &fixture.error));
    CHECK_TEXT(fixture.error.text, "cannot write /dev/full: No space left on device");
    teardown(&fixture);
}

static void unwritable_path_is_told(void)
{
    struct fixture fixture;
    setup(&fixture);
    sample_message(&fixture.figure, &fixture.arena);
    const char *path = file(&fixture, "no/such/directory.png");
    CHECK(!figure_write_png(&fixture.figure, fixture.text, theme_by_name("light"), 150, path,
                            &fixture.error));
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

CHECK_MAIN(TEST(png_has_the_size_it_announces), TEST(same_figure_same_bytes),
           TEST(full_disk_is_told), TEST(unwritable_path_is_told), TEST(stream_keeps_every_byte))
