#include "check.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "render/png.h"
#include "util/path.h"
#include "util/strbuf.h"

enum { WIDTH = 300, HEIGHT = 200 };

/* 200 colours, apart in their upper five bits. */
static uint32_t pixel_at(size_t x, size_t y)
{
    uint32_t number = (uint32_t)(x * y / 50 % 200);
    return (number & 31) << 19 | number >> 5 << 11;
}

static cairo_surface_t *make_surface(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    uint32_t *pixels = (void *)cairo_image_surface_get_data(surface);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = pixel_at(i % WIDTH, i / WIDTH);
    cairo_surface_mark_dirty(surface);
    return surface;
}

static bool write_to(const char *path, struct error *error)
{
    struct checked_stream stream;
    if (!checked_stream_open(&stream, path, error))
        return false;
    cairo_surface_t *surface = make_surface();
    png_write(surface, 150, NULL, 0, &stream);
    cairo_surface_destroy(surface);
    return checked_stream_close(&stream, error);
}

static void pixels_come_back(void)
{
    char path[] = "/tmp/jobreport-test-XXXXXX";
    struct error error = {0};
    close(mkstemp(path));
    CHECK(write_to(path, &error));
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    CHECK_INT(cairo_image_surface_get_width(image), WIDTH);
    CHECK_INT(cairo_image_surface_get_height(image), HEIGHT);
    const uint32_t *pixels = (const void *)cairo_image_surface_get_data(image);
    size_t wrong = 0;
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        wrong += (pixels[i] & 0xffffff) != pixel_at(i % WIDTH, i / WIDTH);
    CHECK_INT(wrong, 0);
    cairo_surface_destroy(image);
    unlink(path);
}

/* 150 dots an inch are 5906 a metre. */
static void resolution_is_told(void)
{
    static const char chunk[] = "pHYs\x00\x00\x17\x12\x00\x00\x17\x12\x01";
    char path[] = "/tmp/jobreport-test-XXXXXX";
    struct error error = {0};
    struct strbuf content;
    strbuf_init(&content);
    close(mkstemp(path));
    CHECK(write_to(path, &error));
    CHECK(path_read(path, 1 << 20, &content, &error));
    CHECK(memmem(content.text, content.size, chunk, sizeof chunk - 1) != NULL);
    strbuf_release(&content);
    unlink(path);
}

static void full_disk_is_remembered(void)
{
    struct error error = {0};
    CHECK(!write_to("/dev/full", &error));
    CHECK_TEXT(error.text, "cannot write /dev/full: No space left on device");
}

CHECK_MAIN(TEST(pixels_come_back), TEST(resolution_is_told), TEST(full_disk_is_remembered))
