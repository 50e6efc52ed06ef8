#include "check.h"

#include <stdbool.h>
#include <stdlib.h>

#include "render/palette.h"

static uint32_t noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static uint32_t colour_at(const struct paletted_image *image, size_t i)
{
    return image->colours[image->indices[i]];
}

static void few_colours_are_kept_exactly(void)
{
    static const uint32_t pixels[] = {0x00112233, 0x00112233, 0xffffffff, 0xff000000,
                                      0x00112233, 0x00112233, 0xffffffff, 0xff000000,
                                      0xff000000, 0xff000000, 0xff000000, 0xff000000};
    struct paletted_image image;
    paletted_image_init(&image, (const unsigned char *)pixels, 16, 4, 3);
    CHECK_INT(image.colour_count, 3);
    CHECK_INT(image.colours[0], 0x000000); /* the commonest first */
    for (size_t i = 0; i < 12; i++)
        CHECK_INT(colour_at(&image, i), pixels[i] & 0xffffff);
    paletted_image_release(&image);
}

static void rare_colours_become_their_nearest(void)
{
    enum { WIDTH = 1000, HEIGHT = 40 };
    uint32_t *pixels = malloc(WIDTH * HEIGHT * sizeof *pixels), seed = 1;
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = i % 3 ? 0xffffff : (noise(&seed) % 20000) << 3;
    struct paletted_image image;
    paletted_image_init(&image, (const unsigned char *)pixels, WIDTH * 4, WIDTH, HEIGHT);
    CHECK_INT(image.colour_count, 256);
    CHECK_INT(image.colours[0], 0xffffff);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        CHECK(i % 3 ? colour_at(&image, i) == 0xffffff : colour_at(&image, i) >> 16 < 8);
    paletted_image_release(&image);
    free(pixels);
}

/* 256 colours in runs of all lengths; rows of `stride` pixels, some like the one above. */
static bool is_kept(size_t width, size_t stride, size_t height, uint32_t seed)
{
    uint32_t *pixels = malloc(stride * height * sizeof *pixels);
    for (size_t i = 0; i < stride * height; i++)
        pixels[i] = i >= stride && i / stride % 3 == 2 ? pixels[i - stride]
                    : i > 0 && noise(&seed) % 20       ? pixels[i - 1]
                                                       : noise(&seed) % 256 * 0x10101;
    struct paletted_image image;
    paletted_image_init(&image, (const unsigned char *)pixels, stride * 4, width, height);
    bool same = true;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            same = same && colour_at(&image, y * width + x) == pixels[y * stride + x];
    paletted_image_release(&image);
    free(pixels);
    return same;
}

static void every_pixel_has_its_colour(void)
{
    static const size_t widths[] = {1, 2, 3, 257, 1440};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        CHECK(is_kept(widths[i], widths[i], 40, (uint32_t)i));
        CHECK(is_kept(widths[i], widths[i] + 3, 40, (uint32_t)i));
    }
}

CHECK_MAIN(TEST(few_colours_are_kept_exactly), TEST(rare_colours_become_their_nearest),
           TEST(every_pixel_has_its_colour))
