#include "render/png.h"

#include "render/palette.h"
#include "render/recolour.h"
#include "util/deflated.h"
#include "util/error.h"
#include "util/memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TYPE_SIZE = 4,
    LARGEST_CHUNK = INT32_MAX,
    /* Of charts the fastest, for long runs cost its hash chains less than the table of level 1. */
    DEFLATE_LEVEL = 4,
};

/* ---- chunks ---------------------------------------------------------------------------------- */

static void put_number(unsigned char *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(number >> (24 - 8 * i));
}

/* `content` begins with the type; failures are remembered by the stream. */
static void write_chunk(struct checked_stream *stream, const unsigned char *content, size_t size)
{
    unsigned char length[4], sum[4];
    put_number(length, (uint32_t)(size - TYPE_SIZE));
    put_number(sum, deflated_crc32(content, size));
    checked_stream_write(stream, length, sizeof length);
    checked_stream_write(stream, content, (unsigned int)size);
    checked_stream_write(stream, sum, sizeof sum);
}

static void write_header(struct checked_stream *stream, const struct paletted_image *image)
{
    enum { DEPTH = 8, COLOUR_TYPE_PALETTE = 3 };
    unsigned char chunk[TYPE_SIZE + 13] = "IHDR";
    put_number(chunk + 4, (uint32_t)image->width);
    put_number(chunk + 8, (uint32_t)image->height);
    chunk[12] = DEPTH;
    chunk[13] = COLOUR_TYPE_PALETTE;
    write_chunk(stream, chunk, sizeof chunk);
}

static void write_resolution(struct checked_stream *stream, double dpi)
{
    enum { UNIT_METRE = 1 };
    unsigned char chunk[TYPE_SIZE + 9] = "pHYs";
    uint32_t per_metre = (uint32_t)lround(dpi / 0.0254);
    put_number(chunk + 4, per_metre);
    put_number(chunk + 8, per_metre);
    chunk[12] = UNIT_METRE;
    write_chunk(stream, chunk, sizeof chunk);
}

static void write_colours(struct checked_stream *stream, const struct paletted_image *image,
                          size_t theme)
{
    unsigned char chunk[TYPE_SIZE + 3 * PALETTE_MOST] = "PLTE", *end = chunk + TYPE_SIZE;
    for (size_t i = 0; i < image->colour_count; i++)
        for (int shift = 16; shift >= 0; shift -= 8)
            *end++ = (unsigned char)(image->colours[theme][i] >> shift);
    write_chunk(stream, chunk, (size_t)(end - chunk));
}

/* ---- pixels ---------------------------------------------------------------------------------- */

/* The chunk of all pixels: *size bytes, to be freed. */
static unsigned char *pack_scanlines(const struct paletted_image *image, size_t *size)
{
    size_t unpacked = image->height * image->scanline_size;
    size_t bound = deflated_bound(unpacked);
    unsigned char *chunk = memory_resize(NULL, TYPE_SIZE + bound, 1);
    memcpy(chunk, "IDAT", TYPE_SIZE);
    size_t packed =
        deflated_write(image->scanlines, unpacked, DEFLATE_LEVEL, chunk + TYPE_SIZE, bound);
    if (packed == 0 || packed > LARGEST_CHUNK - TYPE_SIZE)
        BUG("%zu bytes of scanlines became %zu", unpacked, packed);
    *size = TYPE_SIZE + packed;
    return chunk;
}

/* One theme alone stands for both. */
static void init_paletted(struct paletted_image *image, const struct png_drawing *drawings,
                          size_t count, size_t exact_count)
{
    cairo_surface_t *first = drawings[0].surface;
    struct palette_drawing drawing = {
        .width = (size_t)cairo_image_surface_get_width(first),
        .height = (size_t)cairo_image_surface_get_height(first),
        .stride = (size_t)cairo_image_surface_get_stride(first),
        .exact_count = exact_count,
    };
    bool both = count > 1 && drawings[1].surface;
    for (size_t theme = 0; theme < PALETTE_THEMES; theme++) {
        const struct png_drawing *source = &drawings[both ? theme : 0];
        cairo_surface_flush(source->surface);
        drawing.pixels[theme] = cairo_image_surface_get_data(source->surface);
        drawing.exact[theme] = source->exact;
    }
    paletted_image_init(image, &drawing);
    if (count > 1 && !both)
        recolour(image, drawings[0].exact, drawings[1].exact, exact_count);
}

void png_write(const struct png_drawing *drawings, size_t count, size_t exact_count, double dpi)
{
    static const unsigned char signature[] = "\x89PNG\r\n\x1a\n";
    struct paletted_image image;
    init_paletted(&image, drawings, count, exact_count);
    size_t pixels_size;
    unsigned char *pixels = pack_scanlines(&image, &pixels_size);
    for (size_t theme = 0; theme < count; theme++) {
        struct checked_stream *stream = drawings[theme].stream;
        checked_stream_write(stream, signature, sizeof signature - 1);
        write_header(stream, &image);
        write_colours(stream, &image, theme);
        write_resolution(stream, dpi);
        write_chunk(stream, pixels, pixels_size);
        write_chunk(stream, (const unsigned char *)"IEND", TYPE_SIZE);
    }
    free(pixels);
    paletted_image_release(&image);
}
