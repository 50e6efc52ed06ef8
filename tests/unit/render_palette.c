#include "check.h"

#include <stdbool.h>
#include <stdlib.h>

#include "render/palette.h"

static uint32_t noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static uint32_t colour_in(const struct paletted_image *image, size_t theme, size_t i)
{
    const unsigned char *line = image->scanlines + i / image->width * image->scanline_size;
    return image->colours[theme][line[1 + i % image->width]];
}

static uint32_t colour_at(const struct paletted_image *image, size_t i)
{
    return colour_in(image, 0, i);
}

/* The same pixels in both themes. */
static struct palette_drawing drawing_of(const uint32_t *pixels, size_t stride, size_t width,
                                         size_t height, const uint32_t *exact, size_t exact_count)
{
    const unsigned char *bytes = (const unsigned char *)pixels;
    return (struct palette_drawing){width,          height,         stride * 4,
                                    {bytes, bytes}, {exact, exact}, exact_count};
}

static void few_colours_are_kept_exactly(void)
{
    static const uint32_t pixels[] = {0x00112233, 0x00112233, 0xffffffff, 0xff000000,
                                      0x00112233, 0x00112233, 0xffffffff, 0xff000000,
                                      0xff000000, 0xff000000, 0xff000000, 0xff000000};
    struct paletted_image image;
    struct palette_drawing drawing = drawing_of(pixels, 4, 4, 3, NULL, 0);
    paletted_image_init(&image, &drawing);
    CHECK_INT(image.colour_count, 3);
    for (size_t i = 0; i < 12; i++)
        CHECK_INT(colour_at(&image, i), pixels[i] & 0xffffff);
    paletted_image_release(&image);
}

static void shades_of_a_named_colour_become_it(void)
{
    static const uint32_t pixels[] = {0xfffefefe, 0xffffffff, 0xfff8f8f8, 0xffe4e7eb};
    static const uint32_t exact[] = {0xffffff, 0xe4e7eb};
    struct paletted_image image;
    struct palette_drawing drawing = drawing_of(pixels, 4, 4, 1, exact, 2);
    paletted_image_init(&image, &drawing);
    CHECK_INT(image.colour_count, 2);
    for (size_t i = 0; i < 3; i++)
        CHECK_INT(colour_at(&image, i), 0xffffff);
    CHECK_INT(colour_at(&image, 3), 0xe4e7eb);
    paletted_image_release(&image);
}

static int channel(uint32_t colour, int shift)
{
    return (int)(colour >> shift & 255);
}

static void colours_beyond_256_become_their_nearest(void)
{
    enum { WIDTH = 1000, HEIGHT = 40 };
    static const uint32_t exact[] = {0xffffff};
    uint32_t *pixels = malloc(WIDTH * HEIGHT * sizeof *pixels), seed = 1;
    for (size_t i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = i % 3 ? 0xffffff : noise(&seed) & 0x3f3fff;
    struct paletted_image image;
    struct palette_drawing drawing = drawing_of(pixels, WIDTH, WIDTH, HEIGHT, exact, 1);
    paletted_image_init(&image, &drawing);
    CHECK_INT(image.colour_count, 256);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        if (i % 3)
            CHECK_INT(colour_at(&image, i), 0xffffff);
        CHECK(abs(channel(colour_at(&image, i), 0) - channel(pixels[i], 0)) < 64);
    }
    paletted_image_release(&image);
    free(pixels);
}

/* Colours apart in their upper five bits, in runs of all lengths; rows of `stride` pixels, some
 * like the one above. */
static bool is_kept(size_t width, size_t stride, size_t height, uint32_t seed)
{
    uint32_t *pixels = malloc(stride * height * sizeof *pixels);
    for (size_t i = 0; i < stride * height; i++)
        pixels[i] = i >= stride && i / stride % 3 == 2 ? pixels[i - stride]
                    : i > 0 && noise(&seed) % 20       ? pixels[i - 1]
                                                       : noise(&seed) % 32 * 0x080808;
    struct paletted_image image;
    struct palette_drawing drawing = drawing_of(pixels, stride, width, height, NULL, 0);
    paletted_image_init(&image, &drawing);
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

/* Pixels that are alike in the one theme alone have entries of their own; the named pair stays. */
static void two_themes_share_their_indices(void)
{
    static const uint32_t light[] = {0xffffff, 0xffffff, 0x0072b2, 0x0072b2,
                                     0xffffff, 0xffffff, 0x0072b2, 0x0072b2};
    static const uint32_t dark[] = {0x14181d, 0x14181d, 0x56aee6, 0x900000,
                                    0x14181d, 0x900000, 0x56aee6, 0x14181d};
    static const uint32_t exact[][1] = {{0xfffffe}, {0x14181c}};
    const struct palette_drawing drawing = {
        4, 2, 16, {(const unsigned char *)light, (const unsigned char *)dark}, {exact[0], exact[1]},
        1};
    struct paletted_image image;
    paletted_image_init(&image, &drawing);
    CHECK_INT(image.colour_count, 5);
    for (size_t i = 0; i < 8; i++) {
        bool named = light[i] == 0xffffff && dark[i] == 0x14181d;
        CHECK_INT(colour_in(&image, 0, i), named ? exact[0][0] : light[i]);
        CHECK_INT(colour_in(&image, 1, i), named ? exact[1][0] : dark[i]);
    }
    paletted_image_release(&image);
}

CHECK_MAIN(TEST(two_themes_share_their_indices), TEST(few_colours_are_kept_exactly),
           TEST(shades_of_a_named_colour_become_it), TEST(colours_beyond_256_become_their_nearest),
           TEST(every_pixel_has_its_colour))
