#include "render/png.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "render/palette.h"
#include "util/memory.h"

/* Portable Network Graphics (ISO/IEC 15948). */
enum { COLOUR_TYPE_PALETTE = 3, UNIT_METRE = 1, FILTER_UP = 2, CHUNK_SIZE = 32 * 1024 };

static void put_u32(unsigned char *bytes, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> (24 - 8 * i));
}

static void write_chunk(struct checked_stream *stream, const char type[4],
                        const unsigned char *bytes, size_t size)
{
    unsigned char head[8], tail[4];
    put_u32(head, (uint32_t)size);
    memcpy(head + 4, type, 4);
    uLong crc = crc32(0, head + 4, 4);
    if (size > 0) /* of no bytes at all zlib gives the crc to start with */
        crc = crc32(crc, bytes, (uInt)size);
    put_u32(tail, (uint32_t)crc);
    checked_stream_write(stream, head, sizeof head);
    checked_stream_write(stream, bytes, (unsigned int)size);
    checked_stream_write(stream, tail, sizeof tail);
}

static void write_header(struct checked_stream *stream, size_t width, size_t height, double dpi)
{
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    checked_stream_write(stream, signature, sizeof signature);
    unsigned char header[13] = {[8] = 8, [9] = COLOUR_TYPE_PALETTE};
    put_u32(header, (uint32_t)width);
    put_u32(header + 4, (uint32_t)height);
    write_chunk(stream, "IHDR", header, sizeof header);
    unsigned char density[9] = {[8] = UNIT_METRE};
    put_u32(density, (uint32_t)lround(dpi / 0.0254));
    put_u32(density + 4, (uint32_t)lround(dpi / 0.0254));
    write_chunk(stream, "pHYs", density, sizeof density);
}

static void write_palette(struct checked_stream *stream, const struct palette *palette)
{
    unsigned char bytes[PALETTE_MOST * 3];
    for (size_t i = 0; i < palette->count; i++)
        for (int channel = 0; channel < 3; channel++)
            bytes[i * 3 + (size_t)channel] =
                (unsigned char)(palette->colours[i] >> (16 - 8 * channel));
    write_chunk(stream, "PLTE", bytes, palette->count * 3);
}

static void deflate_into(struct checked_stream *stream, z_stream *deflater, unsigned char *chunk,
                         int flush)
{
    int status = Z_OK;
    do {
        if (deflater->avail_out == 0) {
            write_chunk(stream, "IDAT", chunk, CHUNK_SIZE);
            deflater->next_out = chunk;
            deflater->avail_out = CHUNK_SIZE;
        }
        status = deflate(deflater, flush);
    } while (deflater->avail_out == 0 || (flush == Z_FINISH && status == Z_OK));
}

/* Rows like the one above become differences to it: nothing but zeros. */
static void filter_rows(unsigned char *rows, size_t width, size_t height)
{
    for (size_t row = height - 1; row > 0; row--) {
        unsigned char *bytes = rows + row * (width + 1);
        if (memcmp(bytes + 1, bytes - width, width) != 0)
            continue;
        bytes[0] = FILTER_UP;
        memset(bytes + 1, 0, width);
    }
}

/* Z_RLE: longer matches would make a chart's file a fifth smaller and take three times as long. */
static void write_rows(struct checked_stream *stream, unsigned char *rows, size_t size)
{
    unsigned char *chunk = memory_alloc(CHUNK_SIZE);
    z_stream deflater = {.next_out = chunk, .avail_out = CHUNK_SIZE};
    if (deflateInit2(&deflater, 1, Z_DEFLATED, 15, 9, Z_RLE) != Z_OK)
        memory_exhausted();
    deflater.next_in = rows;
    deflater.avail_in = (uInt)size;
    deflate_into(stream, &deflater, chunk, Z_FINISH);
    write_chunk(stream, "IDAT", chunk, CHUNK_SIZE - deflater.avail_out);
    deflateEnd(&deflater);
    free(chunk);
}

void png_write(cairo_surface_t *image, double dpi, struct checked_stream *stream)
{
    cairo_surface_flush(image);
    size_t width = (size_t)cairo_image_surface_get_width(image);
    size_t height = (size_t)cairo_image_surface_get_height(image);
    unsigned char *rows = memory_alloc_array(width + 1, height);
    struct palette palette;
    palette_index(&palette, cairo_image_surface_get_data(image),
                  (size_t)cairo_image_surface_get_stride(image), width, height, rows + 1,
                  width + 1);
    filter_rows(rows, width, height);
    write_header(stream, width, height, dpi);
    write_palette(stream, &palette);
    write_rows(stream, rows, (width + 1) * height);
    write_chunk(stream, "IEND", NULL, 0);
    free(rows);
}
