#include "render/theme.h"

#include <math.h>
#include <string.h>

#define RGB(hex)                                                                                   \
    {                                                                                              \
        ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex)&255) / 255.0               \
    }

static const struct theme themes[] = {
    {"light",
     RGB(0xffffff),
     {RGB(0x1b1f24), RGB(0x57606a), RGB(0xe4e7eb), RGB(0x0072b2), RGB(0xd9e8f4), RGB(0xa6cbe5),
      RGB(0x0072b2), RGB(0xd55e00), RGB(0x009e73), RGB(0xcc79a7), RGB(0xe69f00), RGB(0x56b4e9),
      RGB(0x000000), RGB(0xf0e442)},
     false},
    {"dark",
     RGB(0x14181d),
     {RGB(0xe6e9ed), RGB(0x9da7b1), RGB(0x2c333b), RGB(0x56aee6), RGB(0x1c3446), RGB(0x2a5575),
      RGB(0x56aee6), RGB(0xf0884a), RGB(0x2fbf95), RGB(0xdf9cc3), RGB(0xefb43c), RGB(0x9ad3f7),
      RGB(0xf2f4f6), RGB(0xf2e96b)},
     true},
};

/* Viridis at equal steps (S. van der Walt, N. Smith, 2015; CC0). */
static const struct rgb ramp[] = {
    RGB(0x440154), RGB(0x481567), RGB(0x482677), RGB(0x453781), RGB(0x404788),
    RGB(0x39568c), RGB(0x33638d), RGB(0x2d708e), RGB(0x287d8e), RGB(0x238a8d),
    RGB(0x1f968b), RGB(0x20a387), RGB(0x29af7f), RGB(0x3cbb75), RGB(0x55c667),
    RGB(0x73d055), RGB(0x95d840), RGB(0xb8de29), RGB(0xdce319), RGB(0xfde725),
};

struct dash_pattern {
    int count;
    double lengths_pt[4];
};

static const struct dash_pattern dashes[DASH_COUNT] = {
    [DASH_SOLID] = {0, {0}},
    [DASH_LONG] = {2, {5.0, 2.0}},
    [DASH_SHORT] = {2, {2.6, 1.8}},
    [DASH_DOT] = {2, {1.0, 1.6}},
    [DASH_LONG_DOT] = {4, {5.0, 1.6, 1.0, 1.6}},
};

const struct theme *theme_by_name(const char *name)
{
    for (size_t i = 0; i < sizeof themes / sizeof themes[0]; i++)
        if (strcmp(themes[i].name, name) == 0)
            return &themes[i];
    return NULL;
}

uint32_t rgb_pixel(struct rgb colour)
{
    return (uint32_t)lround(colour.red * 255) << 16 | (uint32_t)lround(colour.green * 255) << 8 |
           (uint32_t)lround(colour.blue * 255);
}

struct rgb rgb_mix(struct rgb from, struct rgb to, double share)
{
    return (struct rgb){from.red + share * (to.red - from.red),
                        from.green + share * (to.green - from.green),
                        from.blue + share * (to.blue - from.blue)};
}

struct rgb theme_ramp(double position)
{
    if (!(position > 0))
        position = 0;
    position = fmin(position, 1);
    position = round(position * (THEME_RAMP_STEPS - 1)) / (THEME_RAMP_STEPS - 1);
    size_t last = sizeof ramp / sizeof ramp[0] - 1;
    double place = position * (double)last;
    size_t below = place >= (double)last ? last - 1 : (size_t)place;
    return rgb_mix(ramp[below], ramp[below + 1], place - (double)below);
}

const double *theme_dash(enum dash dash, int *count)
{
    *count = dashes[dash].count;
    return dashes[dash].lengths_pt;
}

static double channel_luminance(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4);
}

/* Relative luminance and contrast ratio of WCAG 2.1. */
static double luminance(struct rgb colour)
{
    return 0.2126 * channel_luminance(colour.red) + 0.7152 * channel_luminance(colour.green) +
           0.0722 * channel_luminance(colour.blue);
}

static double contrast(struct rgb one, struct rgb other)
{
    double a = luminance(one), b = luminance(other);
    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

struct rgb theme_ramp_letters(double position)
{
    const struct rgb ground = theme_ramp(position);
    const struct rgb light = themes[0].background, dark = themes[0].colours[COLOUR_TEXT];
    return contrast(light, ground) > contrast(dark, ground) ? light : dark;
}

struct rgb theme_letters(const struct theme *theme, enum colour colour)
{
    if (colour == COLOUR_BAND_OUTER || colour == COLOUR_BAND_INNER || colour == COLOUR_GRID)
        return theme->colours[COLOUR_SECONDARY];
    const double readable = 4.5;
    struct rgb own = theme->colours[colour], letters = own;
    for (int step = 1; step <= 10 && contrast(letters, theme->background) < readable; step++)
        letters = rgb_mix(own, theme->colours[COLOUR_TEXT], step / 10.0);
    return letters;
}
