#include "check.h"

#include <stdlib.h>

#include "render/recolour.h"

static const uint32_t light[] = {0xffffff, 0x57606a, 0x0072b2, 0x440154};
static const uint32_t dark[] = {0x14181d, 0x9da7b1, 0x56aee6, 0x440154};
enum { FLATS = 4, SHADES = 16 };

static uint32_t mixed(uint32_t from, uint32_t to, double share)
{
    uint32_t colour = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        double a = from >> shift & 255, b = to >> shift & 255;
        colour |= (uint32_t)(a + share * (b - a) + 0.5) << shift;
    }
    return colour;
}

static int apart(uint32_t one, uint32_t other)
{
    int most = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int difference = abs((int)(one >> shift & 255) - (int)(other >> shift & 255));
        most = difference > most ? difference : most;
    }
    return most;
}

/* The flat colours, then shades from one of them to another. */
static struct paletted_image image_of(size_t one, size_t other)
{
    struct paletted_image image = {.colour_count = FLATS + SHADES};
    for (size_t i = 0; i < FLATS; i++)
        image.colours[0][i] = light[i];
    image.used[one] = image.used[other] = true;
    for (size_t i = 0; i < SHADES; i++) {
        image.colours[0][FLATS + i] =
            mixed(light[one], light[other], (double)(i + 1) / (SHADES + 1));
        image.used[FLATS + i] = true;
    }
    return image;
}

static void flat_colours_become_their_own(void)
{
    struct paletted_image image = image_of(0, 1);
    recolour(&image, light, dark, FLATS);
    for (size_t i = 0; i < FLATS; i++)
        CHECK_INT(image.colours[1][i], dark[i]);
}

static void shades_stay_as_far_between_two_colours(void)
{
    static const size_t pairs[][2] = {{0, 1}, {0, 2}, {1, 2}, {0, 3}};
    for (size_t p = 0; p < sizeof pairs / sizeof pairs[0]; p++) {
        size_t one = pairs[p][0], other = pairs[p][1];
        struct paletted_image image = image_of(one, other);
        recolour(&image, light, dark, FLATS);
        for (size_t i = 0; i < SHADES; i++) {
            double share = (double)(i + 1) / (SHADES + 1);
            CHECK(apart(image.colours[1][FLATS + i], mixed(dark[one], dark[other], share)) <= 12);
        }
    }
}

/* A chart without a mark in a colour has no shades of it. */
static void colours_of_no_pixel_tint_nothing(void)
{
    struct paletted_image image = image_of(0, 1);
    image.colours[0][FLATS] = 0x80b0d0;
    recolour(&image, light, dark, FLATS);
    uint32_t shade = image.colours[1][FLATS];
    CHECK(apart(shade & 0xff, shade >> 16 & 0xff) < 24);
}

CHECK_MAIN(TEST(flat_colours_become_their_own), TEST(shades_stay_as_far_between_two_colours),
           TEST(colours_of_no_pixel_tint_nothing))
