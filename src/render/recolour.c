#include "render/recolour.h"

#include <math.h>
#include <stdbool.h>

enum { CHANNELS = 3 };

struct colour_pair {
    double from[CHANNELS], to[CHANNELS];
};

static void split(uint32_t colour, double channels[CHANNELS])
{
    for (int i = 0; i < CHANNELS; i++)
        channels[i] = colour >> (16 - 8 * i) & 255;
}

static uint32_t joined(const double channels[CHANNELS])
{
    uint32_t colour = 0;
    for (int i = 0; i < CHANNELS; i++)
        colour = colour << 8 | (uint32_t)lround(channels[i]);
    return colour;
}

static double dot(const double one[CHANNELS], const double other[CHANNELS])
{
    double sum = 0;
    for (int i = 0; i < CHANNELS; i++)
        sum += one[i] * other[i];
    return sum;
}

static void subtract(const double from[CHANNELS], const double what[CHANNELS], double to[CHANNELS])
{
    for (int i = 0; i < CHANNELS; i++)
        to[i] = from[i] - what[i];
}

/* Where between two colours a shade lies, 0 … 1, and how far from what lies between, squared. */
static double place_between(const double shade[CHANNELS], const struct colour_pair *one,
                            const struct colour_pair *other, double *distance)
{
    double way[CHANNELS], reach[CHANNELS], rest[CHANNELS];
    subtract(other->from, one->from, way);
    subtract(shade, one->from, reach);
    double length = dot(way, way);
    double place = length > 0 ? fmin(fmax(dot(reach, way) / length, 0), 1) : 0;
    for (int i = 0; i < CHANNELS; i++)
        rest[i] = reach[i] - place * way[i];
    *distance = dot(rest, rest);
    return place;
}

/* Most edges are against the background, the first: only what is farther off than the rounding of
 * shades is taken for one between two other colours. */
static uint32_t shade_of(uint32_t colour, const struct colour_pair *pairs, size_t count)
{
    const double rounding = 40;
    double shade[CHANNELS], least = INFINITY, best[CHANNELS] = {0};
    split(colour, shade);
    for (size_t i = 0; i < count; i++)
        for (size_t k = i; k < count; k++) {
            double distance, place = place_between(shade, &pairs[i], &pairs[k], &distance);
            distance += i == 0 ? 0 : rounding;
            if (distance >= least)
                continue;
            least = distance;
            for (int c = 0; c < CHANNELS; c++)
                best[c] = pairs[i].to[c] + place * (pairs[k].to[c] - pairs[i].to[c]);
        }
    return joined(best);
}

static size_t find(const uint32_t *colours, size_t count, uint32_t colour)
{
    size_t i = 0;
    while (i < count && colours[i] != colour)
        i++;
    return i;
}

void recolour(struct paletted_image *image, const uint32_t *from, const uint32_t *to, size_t count)
{
    struct colour_pair pairs[PALETTE_MOST];
    size_t flat[PALETTE_MOST], used = 0;
    for (size_t e = 0; e < image->colour_count; e++) {
        flat[e] = find(from, count, image->colours[0][e]);
        if (flat[e] == count || !(image->used[e] || flat[e] == 0))
            continue;
        split(from[flat[e]], pairs[used].from);
        split(to[flat[e]], pairs[used++].to);
    }
    for (size_t e = 0; e < image->colour_count; e++)
        image->colours[1][e] =
            flat[e] < count ? to[flat[e]] : shade_of(image->colours[0][e], pairs, used);
}
