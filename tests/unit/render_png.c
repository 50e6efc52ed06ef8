#include "check.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "render/png.h"
#include "util/path.h"
#include "util/strbuf.h"

struct sample {
    int width, height;
    unsigned int (*number_at)(size_t x, size_t y); /* below 200 */
};

static unsigned int curves(size_t x, size_t y)
{
    return (unsigned int)(x * y / 50 % 200);
}

static unsigned int noise(size_t x, size_t y)
{
    uint32_t bits = (uint32_t)(x * 2654435761u + y * 40503u);
    bits = (bits ^ bits >> 15) * 2246822519u;
    return (bits ^ bits >> 13) % 200;
}

/* The second pixel and what follows come again, and a packer finds them if it knows of all. */
static unsigned int repeats(size_t x, size_t y)
{
    return (unsigned int)(x < 30 ? x : x - 29 + y);
}

static const struct sample chart = {300, 200, curves};

/* Numbers are colours apart in their upper five bits. */
static uint32_t pixel_at(const struct sample *sample, size_t i)
{
    size_t width = (size_t)sample->width;
    uint32_t number = sample->number_at(i % width, i / width);
    return (number & 31) << 19 | number >> 5 << 11;
}

static size_t pixel_count(const struct sample *sample)
{
    return (size_t)sample->width * (size_t)sample->height;
}

static cairo_surface_t *make_surface(const struct sample *sample)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, sample->width, sample->height);
    uint32_t *pixels = (void *)cairo_image_surface_get_data(surface);
    for (size_t i = 0; i < pixel_count(sample); i++)
        pixels[i] = pixel_at(sample, i);
    cairo_surface_mark_dirty(surface);
    return surface;
}

static bool write_to(const char *path, const struct sample *sample, struct error *error)
{
    struct checked_stream stream;
    if (!checked_stream_open(&stream, path, error))
        return false;
    cairo_surface_t *surface = make_surface(sample);
    png_write(&(struct png_drawing){surface, NULL, &stream}, 1, 0, 150);
    cairo_surface_destroy(surface);
    return checked_stream_close(&stream, error);
}

/* Through libpng, which checks the sums of chunks. */
static void check_comes_back(const struct sample *sample)
{
    char path[] = "/tmp/jobreport-test-XXXXXX";
    struct error error = {0};
    close(mkstemp(path));
    CHECK(write_to(path, sample, &error));
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    unlink(path);
    CHECK_INT(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    CHECK_INT(cairo_image_surface_get_width(image), sample->width);
    CHECK_INT(cairo_image_surface_get_height(image), sample->height);
    const unsigned char *rows = cairo_image_surface_get_data(image);
    size_t stride = (size_t)cairo_image_surface_get_stride(image), wrong = 0;
    for (size_t i = 0; i < pixel_count(sample); i++) {
        const unsigned char *row = rows + i / (size_t)sample->width * stride;
        uint32_t pixel = ((const uint32_t *)(const void *)row)[i % (size_t)sample->width];
        wrong += (pixel & 0xffffff) != pixel_at(sample, i);
    }
    cairo_surface_destroy(image);
    CHECK_INT(wrong, 0);
}

static void pixels_come_back(void)
{
    static const struct sample pixel = {1, 1, curves}, column = {1, 500, curves};
    check_comes_back(&chart);
    check_comes_back(&pixel);
    check_comes_back(&column);
}

static void pixels_that_get_no_smaller_come_back(void)
{
    static const struct sample large = {900, 1100, noise};
    check_comes_back(&large);
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
    CHECK(write_to(path, &chart, &error));
    CHECK(path_read(path, 1 << 20, &content, &error));
    CHECK(memmem(content.text, content.size, chunk, sizeof chunk - 1) != NULL);
    strbuf_release(&content);
    unlink(path);
}

/* As memory of other places is given out: only address spaces are taken, no memory. */
static void *take_place(void)
{
    return malloc(192 << 10);
}

static void written(const struct sample *sample, struct strbuf *content)
{
    char path[] = "/tmp/jobreport-test-XXXXXX";
    struct error error = {0};
    close(mkstemp(path));
    CHECK(write_to(path, sample, &error));
    CHECK(path_read(path, 1 << 20, content, &error));
    unlink(path);
}

/* The state of a packer is elsewhere in each process. */
static void bytes_are_the_same_wherever_memory_lies(void)
{
    enum { PLACES = 1500 };
    static const struct sample row = {60, 1, repeats};
    static void *places[PLACES];
    struct strbuf first, again;
    size_t others = 0;
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    strbuf_init(&first);
    written(&row, &first);
    for (size_t i = 0; i < PLACES; i++) {
        places[i] = take_place();
        strbuf_init(&again);
        written(&row, &again);
        others += again.size != first.size || memcmp(again.text, first.text, first.size) != 0;
        strbuf_release(&again);
    }
    CHECK_INT(others, 0);
    for (size_t i = 0; i < PLACES; i++)
        free(places[i]);
    strbuf_release(&first);
}

static void full_disk_is_remembered(void)
{
    struct error error = {0};
    CHECK(!write_to("/dev/full", &chart, &error));
    CHECK_TEXT(error.text, "cannot write /dev/full: No space left on device");
}

CHECK_MAIN(TEST(pixels_come_back), TEST(pixels_that_get_no_smaller_come_back),
           TEST(resolution_is_told), TEST(bytes_are_the_same_wherever_memory_lies),
           TEST(full_disk_is_remembered))
