#include "render/png.h"

#include "render/palette.h"
#include "render/recolour.h"
#include "util/error.h"
#include "util/memory.h"
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    TYPE_SIZE = 4,
    LARGEST_CHUNK = INT32_MAX,
    DEFLATE_LEVEL = 1,
    FIRST_PIECE = 16, /* what ISA-L packs without its loop for long pieces */
    LEAST_ROOM = 16 * 1024,
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
    put_number(sum, crc32_gzip_refl(0, content, size));
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

struct deflation {
    struct isal_zstream state;
    unsigned char level_memory[ISAL_DEF_LVL1_DEFAULT];
    unsigned char *chunk;
    size_t size, capacity;
};

static void begin_deflation(struct deflation *deflation, size_t unpacked)
{
    struct isal_zstream *state = &deflation->state;
    isal_deflate_init(state);
    state->level = DEFLATE_LEVEL;
    state->level_buf = deflation->level_memory;
    state->level_buf_size = sizeof deflation->level_memory;
    state->gzip_flag = IGZIP_ZLIB;
    deflation->capacity = TYPE_SIZE + LEAST_ROOM + unpacked / 8;
    deflation->chunk = memory_resize(NULL, deflation->capacity, 1);
    memcpy(deflation->chunk, "IDAT", TYPE_SIZE);
    deflation->size = TYPE_SIZE;
}

/* All of the input, or what of it there is room for. */
static void deflate_some(struct deflation *deflation)
{
    struct isal_zstream *state = &deflation->state;
    if (deflation->capacity - deflation->size < LEAST_ROOM) {
        deflation->capacity *= 2;
        deflation->chunk = memory_resize(deflation->chunk, deflation->capacity, 1);
    }
    state->next_out = deflation->chunk + deflation->size;
    state->avail_out = (uint32_t)(deflation->capacity - deflation->size);
    if (isal_deflate(state) != COMP_OK)
        BUG("isal_deflate");
    deflation->size = (size_t)(state->next_out - deflation->chunk);
}

static void deflate_piece(struct deflation *deflation, unsigned char *bytes, size_t size,
                          bool is_last)
{
    struct isal_zstream *state = &deflation->state;
    state->next_in = bytes;
    state->avail_in = (uint32_t)size;
    state->flush = is_last ? NO_FLUSH : SYNC_FLUSH;
    state->end_of_stream = is_last;
    do
        deflate_some(deflation);
    while (is_last ? state->internal_state.state != ZSTATE_END : state->avail_out == 0);
}

/* The chunk of all pixels: *size bytes, to be freed. The first bytes are packed alone: where a
 * longer piece begins, ISA-L's assembler hashes what a register holds, the address of the stream,
 * instead of the third byte (igzip_icf_body_h1_gr_bt.asm, .write_first_byte), and by chance the
 * packed bytes would be others. */
static unsigned char *pack_scanlines(const struct paletted_image *image, size_t *size)
{
    size_t unpacked = image->height * image->scanline_size;
    size_t first = unpacked < FIRST_PIECE ? unpacked : FIRST_PIECE;
    struct deflation *deflation = memory_resize(NULL, 1, sizeof *deflation);
    begin_deflation(deflation, unpacked);
    deflate_piece(deflation, image->scanlines, first, false);
    deflate_piece(deflation, image->scanlines + first, unpacked - first, true);
    unsigned char *chunk = deflation->chunk;
    *size = deflation->size;
    free(deflation);
    if (*size > LARGEST_CHUNK)
        BUG("%zu bytes of scanlines became %zu", unpacked, *size);
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
