#include "render/picture.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- the head -------------------------------------------------------------------------------- */

/* A PNG begins with its signature and the chunk IHDR: length, type, width, height (PNG, 5.2 and
 * 11.2.2), all numbers with the highest byte first. */
static const unsigned char signature[16] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n',
                                            0,    0,   0,   13,  'I',  'H',  'D',  'R'};
enum { WIDTH_AT = 16, HEIGHT_AT = 20, HEAD_SIZE = 33 };

static uint32_t number_at(const char *bytes)
{
    const unsigned char *at = (const unsigned char *)bytes;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static bool read_head(struct picture *picture, struct error *error)
{
    if (picture->size < HEAD_SIZE || memcmp(picture->bytes, signature, sizeof signature) != 0)
        return error_set(error, ERROR_INPUT, "the image is not a PNG");
    uint32_t width = number_at(picture->bytes + WIDTH_AT);
    uint32_t height = number_at(picture->bytes + HEIGHT_AT);
    if (!width || !height)
        return error_set(error, ERROR_INPUT, "the image has no pixels");
    if (width > PICTURE_LONGEST_SIDE || height > PICTURE_LONGEST_SIDE ||
        (uint64_t)width * height > PICTURE_MOST_PIXELS)
        return error_set(error, ERROR_INPUT,
                         "the image has %u × %u pixels (at most %d million in all, and %d a side)",
                         (unsigned)width, (unsigned)height, PICTURE_MOST_PIXELS / 1000000,
                         PICTURE_LONGEST_SIDE);
    picture->width = (int)width;
    picture->height = (int)height;
    return true;
}

/* ---- the pixels ------------------------------------------------------------------------------ */

struct bytes_left {
    const char *bytes;
    size_t size;
};

static cairo_status_t take(void *context, unsigned char *bytes, unsigned int size)
{
    struct bytes_left *left = context;
    if (size > left->size)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(bytes, left->bytes, size);
    left->bytes += size;
    left->size -= size;
    return CAIRO_STATUS_SUCCESS;
}

bool picture_read(struct picture *picture, const char *bytes, size_t size, struct error *error)
{
    *picture = (struct picture){.bytes = bytes, .size = size};
    if (!read_head(picture, error))
        return false;
    struct bytes_left left = {bytes, size};
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(take, &left);
    bool good = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    picture->size = size - left.size;
    return good || error_set(error, ERROR_INPUT, "the image is damaged or incomplete");
}

struct picture_extent picture_fit(const struct picture *picture, double width, double height,
                                  double most)
{
    double scale = fmin(most, fmin(width / picture->width, height / picture->height));
    return (struct picture_extent){picture->width * scale, picture->height * scale};
}

/* Cairo puts all pixels of a surface into a PDF, however small it is painted. Returns the surface
 * itself where it has few enough. */
static cairo_surface_t *reduce(cairo_surface_t *surface, double width_pt, double height_pt)
{
    static const double pixels_per_pt = 600 / 72.0;
    int from_width = cairo_image_surface_get_width(surface);
    int from_height = cairo_image_surface_get_height(surface);
    int width = (int)fmax(1, round(width_pt * pixels_per_pt));
    int height = (int)fmax(1, round(height_pt * pixels_per_pt));
    if (from_width <= width && from_height <= height)
        return surface;
    cairo_surface_t *reduced =
        cairo_surface_create_similar_image(surface, CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *cr = cairo_create(reduced);
    cairo_scale(cr, (double)width / from_width, (double)height / from_height);
    cairo_set_source_surface(cr, surface, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_PAD);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD);
    cairo_paint(cr);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return reduced;
}

void picture_paint(cairo_t *cr, const struct picture *picture, double x, double y, double width,
                   double height)
{
    struct bytes_left left = {picture->bytes, picture->size};
    cairo_surface_t *surface =
        reduce(cairo_image_surface_create_from_png_stream(take, &left), width, height);
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_scale(cr, width / cairo_image_surface_get_width(surface),
                height / cairo_image_surface_get_height(surface));
    cairo_set_source_surface(cr, surface, 0, 0);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(surface);
}
