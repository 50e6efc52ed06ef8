#include "render/png.h"

#include "render/palette.h"
#include "util/error.h"
#include "util/memory.h"
#include <libdeflate.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TYPE_SIZE = 4,
    LARGEST_CHUNK = INT32_MAX,
    /* The fastest; higher levels make charts little smaller. */
    DEFLATE_LEVEL = 1,
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
    put_number(sum, libdeflate_crc32(0, content, size));
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

static void write_colours(struct checked_stream *stream, const struct paletted_image *image)
{
    unsigned char chunk[TYPE_SIZE + 3 * PALETTE_MOST] = "PLTE", *end = chunk + TYPE_SIZE;
    for (size_t i = 0; i < image->colour_count; i++)
        for (int shift = 16; shift >= 0; shift -= 8)
            *end++ = (unsigned char)(image->colours[i] >> shift);
    write_chunk(stream, chunk, (size_t)(end - chunk));
}

/* ---- pixels ---------------------------------------------------------------------------------- */

static struct libdeflate_compressor *new_compressor(void)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(DEFLATE_LEVEL);
    if (!compressor)
        memory_exhausted();
    return compressor;
}

static void write_scanlines(struct checked_stream *stream, const struct paletted_image *image)
{
    size_t size = image->height * image->scanline_size;
    struct libdeflate_compressor *compressor = new_compressor();
    size_t bound = libdeflate_zlib_compress_bound(compressor, size);
    unsigned char *chunk = memory_resize(NULL, TYPE_SIZE + bound, 1);
    memcpy(chunk, "IDAT", TYPE_SIZE);
    size_t packed =
        libdeflate_zlib_compress(compressor, image->scanlines, size, chunk + TYPE_SIZE, bound);
    libdeflate_free_compressor(compressor);
    if (packed == 0 || packed > LARGEST_CHUNK - TYPE_SIZE)
        BUG("%zu bytes of scanlines became %zu", size, packed);
    write_chunk(stream, chunk, TYPE_SIZE + packed);
    free(chunk);
}

void png_write(cairo_surface_t *surface, double dpi, const uint32_t *exact, size_t exact_count,
               struct checked_stream *stream)
{
    static const unsigned char signature[] = "\x89PNG\r\n\x1a\n";
    struct paletted_image image;
    cairo_surface_flush(surface);
    paletted_image_init(&image, cairo_image_surface_get_data(surface),
                        (size_t)cairo_image_surface_get_stride(surface),
                        (size_t)cairo_image_surface_get_width(surface),
                        (size_t)cairo_image_surface_get_height(surface), exact, exact_count);
    checked_stream_write(stream, signature, sizeof signature - 1);
    write_header(stream, &image);
    write_colours(stream, &image);
    write_resolution(stream, dpi);
    write_scanlines(stream, &image);
    write_chunk(stream, (const unsigned char *)"IEND", TYPE_SIZE);
    paletted_image_release(&image);
}
