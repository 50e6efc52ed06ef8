#include "check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <zlib.h>

#include "render/deflate_runs.h"
#include "render/huffman.h"
#include "render/palette.h"

/* Index of a pixel, from the runs. */
static void spell_out(const struct paletted_image *image, unsigned char *indices)
{
    size_t at = 0;
    for (size_t i = 0; i < image->run_count; i++) {
        const struct pixel_run *run = &image->runs[i];
        size_t size = run->length ? run->length : image->width;
        for (size_t k = 0; k < size; k++, at++)
            indices[at] = run->length ? (unsigned char)run->index : indices[at - image->width];
    }
}

static uint32_t noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* True when zlib makes of the stream the rows that the runs stand for. */
static bool inflates(const struct paletted_image *image)
{
    size_t row = image->width + 1, size = row * image->height;
    unsigned char *rows = calloc(size + 1, 1), *indices = calloc(size + 1, 1);
    struct strbuf stream;
    strbuf_init(&stream);
    deflate_runs(image, &stream);
    uLongf inflated = size + 1;
    bool same = uncompress(rows, &inflated, (const Bytef *)stream.text, stream.size) == Z_OK &&
                inflated == size;
    spell_out(image, indices);
    for (size_t y = 0; same && y < image->height; y++)
        same = rows[y * row] == 0 &&
               memcmp(rows + y * row + 1, indices + y * image->width, image->width) == 0;
    strbuf_release(&stream);
    free(rows);
    free(indices);
    return same;
}

static void few_colours_are_kept_exactly(void)
{
    static const uint32_t pixels[] = {0x00112233, 0x00112233, 0xffffffff, 0xff000000,
                                      0x00112233, 0x00112233, 0xffffffff, 0xff000000,
                                      0xff000000, 0xff000000, 0xff000000, 0xff000000};
    struct paletted_image image;
    unsigned char indices[12];
    paletted_image_init(&image, (const unsigned char *)pixels, 16, 4, 3);
    CHECK_INT(image.colour_count, 3);
    CHECK_INT(image.colours[0], 0x000000); /* the commonest first */
    CHECK_INT(image.run_count, 3 + 1 + 1);
    spell_out(&image, indices);
    for (size_t i = 0; i < 12; i++)
        CHECK_INT(image.colours[indices[i]], pixels[i] & 0xffffff);
    CHECK(inflates(&image));
    paletted_image_release(&image);
}

static void rare_colours_become_their_nearest(void)
{
    enum { WIDTH = 1000, HEIGHT = 40 };
    uint32_t *pixels = malloc(WIDTH * HEIGHT * sizeof *pixels), seed = 1;
    unsigned char *indices = malloc(WIDTH * HEIGHT);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = i % 3 ? 0xffffff : noise(&seed) % 4000 * 0x101;
    struct paletted_image image;
    paletted_image_init(&image, (const unsigned char *)pixels, WIDTH * 4, WIDTH, HEIGHT);
    CHECK_INT(image.colour_count, 256);
    CHECK_INT(image.colours[0], 0xffffff);
    spell_out(&image, indices);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        if (i % 3)
            CHECK_INT(image.colours[indices[i]], 0xffffff);
    CHECK(inflates(&image));
    paletted_image_release(&image);
    free(pixels);
    free(indices);
}

/* Runs of all lengths about those at which matches are cut, and rows that repeat. */
static void any_runs_survive_deflating(void)
{
    static const size_t widths[] = {1,   2,   3,   4,   5,   256, 257,  258,
                                    259, 260, 261, 262, 515, 519, 1440, 5000};
    for (size_t k = 0; k < sizeof widths / sizeof widths[0]; k++) {
        size_t width = widths[k], height = 30;
        uint32_t *pixels = malloc(width * height * sizeof *pixels), seed = (uint32_t)k;
        for (size_t y = 0; y < height; y++)
            for (size_t x = 0; x < width; x++) {
                uint32_t colour = y % 3 == 0 ? 0 : noise(&seed) % 40 ? 7 : noise(&seed) % 300;
                pixels[y * width + x] = y % 5 == 4                   ? pixels[(y - 1) * width + x]
                                        : x > 0 && noise(&seed) % 30 ? pixels[y * width + x - 1]
                                                                     : colour;
            }
        struct paletted_image image;
        paletted_image_init(&image, (const unsigned char *)pixels, width * 4, width, height);
        bool good = inflates(&image);
        paletted_image_release(&image);
        free(pixels);
        if (!good)
            CHECK_FAIL("width %zu", width);
    }
}

/* Counts like Fibonacci's numbers make the deepest trees. */
static void no_code_is_too_long(void)
{
    uint32_t counts[40] = {1, 1};
    unsigned char lengths[40];
    double space = 0;
    for (size_t i = 2; i < 40; i++)
        counts[i] = counts[i - 1] + counts[i - 2];
    huffman_lengths(counts, 40, lengths);
    for (size_t i = 0; i < 40; i++) {
        CHECK(lengths[i] >= 1 && lengths[i] <= HUFFMAN_LONGEST);
        space += pow(2, -lengths[i]);
    }
    CHECK_NEAR(space, 1, 1e-12);
}

static void frequent_symbols_have_short_codes(void)
{
    static const uint32_t counts[] = {50, 0, 25, 13, 12};
    unsigned char lengths[5];
    uint16_t codes[5];
    huffman_lengths(counts, 5, lengths);
    CHECK_INT(lengths[0], 1);
    CHECK_INT(lengths[1], 0);
    CHECK_INT(lengths[2], 2);
    CHECK_INT(lengths[3], 3);
    CHECK_INT(lengths[4], 3);
    huffman_codes(lengths, 5, codes);
    CHECK_INT(codes[0], 0); /* 0 */
    CHECK_INT(codes[2], 1); /* 10, first bit lowest */
    CHECK_INT(codes[3], 3); /* 110 */
    CHECK_INT(codes[4], 7); /* 111 */
}

CHECK_MAIN(TEST(few_colours_are_kept_exactly), TEST(rare_colours_become_their_nearest),
           TEST(any_runs_survive_deflating), TEST(no_code_is_too_long),
           TEST(frequent_symbols_have_short_codes))
