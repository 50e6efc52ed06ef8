/* What of an image from outside is refused before anything is decoded, and how large it is shown.
 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "render/picture.h"
#include "util/strbuf.h"

static cairo_status_t add_bytes(void *context, const unsigned char *bytes, unsigned int size)
{
    strbuf_add((struct strbuf *)context, (const char *)bytes, size);
    return CAIRO_STATUS_SUCCESS;
}

/* Of one colour, as Cairo writes it. */
static void make_png(struct strbuf *png, int width, int height)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *cr = cairo_create(surface);
    cairo_set_source_rgb(cr, 1, 0, 0);
    cairo_paint(cr);
    cairo_destroy(cr);
    strbuf_init(png);
    cairo_surface_write_to_png_stream(surface, add_bytes, png);
    cairo_surface_destroy(surface);
}

static void put_number(char *at, unsigned long number)
{
    for (int i = 0; i < 4; i++)
        at[i] = (char)(number >> (24 - 8 * i) & 255);
}

/* The sentence, "" where the image is taken. */
static const char *fault(const char *bytes, size_t size, struct error *error)
{
    struct picture picture;
    *error = (struct error){0};
    bool good = picture_read(&picture, bytes, size, error);
    return good ? "" : error->kind == ERROR_INPUT ? error->text : "another kind of error";
}

static void an_image_is_taken_without_what_stands_behind_it(void)
{
    struct strbuf png;
    struct picture picture;
    struct error error;
    make_png(&png, 30, 7);
    size_t size = png.size;
    strbuf_add_text(&png, "<script>alert(1)</script>");
    CHECK(picture_read(&picture, png.text, png.size, &error));
    CHECK_INT(picture.width, 30);
    CHECK_INT(picture.height, 7);
    CHECK_INT(picture.size, size);
    strbuf_release(&png);
}

/* The checksum of the head is left wrong: a decoder would say that the image is damaged. */
static void sizes_are_refused_by_the_head_alone(void)
{
    static const struct {
        unsigned long width, height;
        const char *sentence;
    } rows[] = {
        {0, 5, "the image has no pixels"},
        {5, 0, "the image has no pixels"},
        {10001, 1, "the image has 10001 × 1 pixels"},
        {1, 10001, "the image has 1 × 10001 pixels"},
        {2001, 2000, "the image has 2001 × 2000 pixels"},
        {0xffffffff, 0xffffffff, "the image has 4294967295 × 4294967295 pixels"},
        {65536, 65536, "the image has 65536 × 65536 pixels"},
        {2000, 2000, "the image is damaged"},
        {10000, 400, "the image is damaged"},
    };
    struct strbuf png;
    struct error error;
    make_png(&png, 3, 3);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put_number(png.text + 16, rows[i].width);
        put_number(png.text + 20, rows[i].height);
        const char *text = fault(png.text, png.size, &error);
        if (strncmp(text, rows[i].sentence, strlen(rows[i].sentence)) != 0)
            CHECK_FAIL("%s, not %s", text, rows[i].sentence);
    }
    strbuf_release(&png);
}

static void no_beginning_of_an_image_is_one(void)
{
    struct strbuf png;
    struct error error;
    make_png(&png, 9, 9);
    for (size_t size = 0; size < png.size; size++) {
        char *bytes = malloc(size + 1); /* of its own, so that a read behind its end shows */
        if (!bytes)
            abort();
        memcpy(bytes, png.text, size);
        CHECK_TEXT(fault(bytes, size, &error),
                   size < 33 ? "the image is not a PNG" : "the image is damaged or incomplete");
        free(bytes);
    }
    CHECK_TEXT(fault(png.text, png.size, &error), "");
    strbuf_release(&png);
}

static void an_image_keeps_its_proportions(void)
{
    const struct picture wide = {.width = 600, .height = 80}, tall = {.width = 80, .height = 400},
                         small = {.width = 24, .height = 20};
    struct picture_extent extent = picture_fit(&wide, 120, 30, 0.75);
    CHECK_NEAR(extent.width, 120, 1e-9);
    CHECK_NEAR(extent.height, 16, 1e-9);
    extent = picture_fit(&tall, 120, 30, 0.75);
    CHECK_NEAR(extent.width, 6, 1e-9);
    CHECK_NEAR(extent.height, 30, 1e-9);
    extent = picture_fit(&small, 120, 30, 0.75);
    CHECK_NEAR(extent.width, 18, 1e-9);
    CHECK_NEAR(extent.height, 15, 1e-9);
}

/* 1000 × 1000 pixels on 10 × 10 pt: reduced, it fills its place with its colour and no other. */
static void an_image_fills_its_place(void)
{
    struct strbuf png;
    struct picture picture;
    struct error error;
    make_png(&png, 1000, 1000);
    CHECK(picture_read(&picture, png.text, png.size, &error));
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 30, 30);
    cairo_t *cr = cairo_create(surface);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    picture_paint(cr, &picture, 10, 10, 10, 10);
    cairo_destroy(cr);
    cairo_surface_flush(surface);
    int reds = 0, whites = 0;
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < 30; x++) {
            const unsigned char *at = cairo_image_surface_get_data(surface) +
                                      y * cairo_image_surface_get_stride(surface) + 4 * x;
            bool inside = x >= 10 && x < 20 && y >= 10 && y < 20;
            reds += inside && at[2] == 255 && at[1] == 0 && at[0] == 0;
            whites += !inside && at[2] == 255 && at[1] == 255 && at[0] == 255;
        }
    CHECK_INT(reds, 100);
    CHECK_INT(whites, 800);
    cairo_surface_destroy(surface);
    strbuf_release(&png);
}

CHECK_MAIN(TEST(an_image_is_taken_without_what_stands_behind_it),
           TEST(sizes_are_refused_by_the_head_alone), TEST(no_beginning_of_an_image_is_one),
           TEST(an_image_keeps_its_proportions), TEST(an_image_fills_its_place))
