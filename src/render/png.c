#include "render/png.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

#include "render/deflate_runs.h"

/* Portable Network Graphics (ISO/IEC 15948). */
enum { COLOUR_TYPE_PALETTE = 3, UNIT_METRE = 1 };

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

static void write_palette(struct checked_stream *stream, const struct paletted_image *image)
{
    unsigned char bytes[PALETTE_MOST * 3];
    for (size_t i = 0; i < image->colour_count; i++)
        for (int channel = 0; channel < 3; channel++)
            bytes[i * 3 + (size_t)channel] =
                (unsigned char)(image->colours[i] >> (16 - 8 * channel));
    write_chunk(stream, "PLTE", bytes, image->colour_count * 3);
}

static void write_rows(struct checked_stream *stream, const struct paletted_image *image)
{
    struct strbuf deflated;
    strbuf_init(&deflated);
    deflate_runs(image, &deflated);
    write_chunk(stream, "IDAT", (const unsigned char *)deflated.text, deflated.size);
    strbuf_release(&deflated);
}

void png_write(cairo_surface_t *surface, double dpi, struct checked_stream *stream)
{
    cairo_surface_flush(surface);
    struct paletted_image image;
    paletted_image_init(&image, cairo_image_surface_get_data(surface),
                        (size_t)cairo_image_surface_get_stride(surface),
                        (size_t)cairo_image_surface_get_width(surface),
                        (size_t)cairo_image_surface_get_height(surface));
    write_header(stream, image.width, image.height, dpi);
    write_palette(stream, &image);
    write_rows(stream, &image);
    write_chunk(stream, "IEND", NULL, 0);
    paletted_image_release(&image);
}
