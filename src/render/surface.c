#include "render/surface.h"

#include <cairo-svg.h>
#include <math.h>

#include "render/painter.h"
#include "render/png.h"
#include "render/svg_ids.h"

static const int CSS_WIDTH = 720;
static const double CSS_PER_INCH = 75;
static const double FIGURE_WIDTH_PT = 494, PADDING_PT = 6;
static const double IMAGE_LABEL_PT = 7.5;

static double total_width_pt(void)
{
    return FIGURE_WIDTH_PT + 2 * PADDING_PT;
}

struct image_size image_size_of(const struct figure *figure, double dpi)
{
    double css_height = CSS_WIDTH * (figure->height_pt + 2 * PADDING_PT) / total_width_pt();
    struct image_size size = {.css_width = CSS_WIDTH,
                              .css_height = (int)fmax(1, fmin(ceil(css_height), 20000))};
    size.width_px = (int)lround(size.css_width * dpi / CSS_PER_INCH);
    size.height_px = (int)lround(size.css_height * dpi / CSS_PER_INCH);
    return size;
}

/* `width`, `height` in the surface's units. */
static void paint_image(cairo_surface_t *surface, struct text_engine *text,
                        const struct figure *figure, double width, double height,
                        const struct theme *theme, bool raster)
{
    const struct paint_style style = {theme, IMAGE_LABEL_PT, true, raster};
    double scale = width / total_width_pt();
    cairo_t *cr = cairo_create(surface);
    cairo_set_source_rgb(cr, theme->background.red, theme->background.green,
                         theme->background.blue);
    cairo_paint(cr);
    cairo_scale(cr, scale, scale);
    paint_figure(cr, text, figure, PADDING_PT, PADDING_PT, FIGURE_WIDTH_PT,
                 height / scale - 2 * PADDING_PT, &style);
    cairo_destroy(cr);
}

static bool surface_is_good(cairo_surface_t *surface, const char *path, struct error *error)
{
    cairo_status_t status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        return true;
    return error_set(error, ERROR_OUTPUT, "cannot draw %s: %s", path,
                     cairo_status_to_string(status));
}

bool figure_write_png(const struct figure *figure, struct text_engine *text,
                      const struct theme *theme, double dpi, const char *path, struct error *error)
{
    struct image_size size = image_size_of(figure, dpi);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, size.width_px, size.height_px);
    paint_image(surface, text, figure, size.width_px, size.height_px, theme, true);
    struct checked_stream stream;
    bool good = surface_is_good(surface, path, error) && checked_stream_open(&stream, path, error);
    if (good) {
        png_write(surface, dpi, &stream);
        good = checked_stream_close(&stream, error);
    }
    cairo_surface_destroy(surface);
    return good;
}

static cairo_status_t collect(void *context, const unsigned char *bytes, unsigned int size)
{
    strbuf_add(context, (const char *)bytes, size);
    return CAIRO_STATUS_SUCCESS;
}

static bool draw_svg(const struct figure *figure, struct text_engine *text,
                     const struct theme *theme, const char *path, struct strbuf *svg,
                     struct error *error)
{
    struct image_size size = image_size_of(figure, CSS_PER_INCH);
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(collect, svg, size.css_width, size.css_height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    paint_image(surface, text, figure, size.css_width, size.css_height, theme, false);
    cairo_surface_finish(surface);
    bool good = surface_is_good(surface, path, error);
    cairo_surface_destroy(surface);
    return good;
}

bool figure_write_svg(const struct figure *figure, struct text_engine *text,
                      const struct theme *theme, const char *path, struct error *error)
{
    struct strbuf svg, numbered;
    struct checked_stream stream;
    strbuf_init(&svg);
    strbuf_init(&numbered);
    bool good = draw_svg(figure, text, theme, path, &svg, error) &&
                checked_stream_open(&stream, path, error);
    if (good) {
        svg_renumber(&svg, &numbered);
        checked_stream_write(&stream, (const unsigned char *)numbered.text,
                             (unsigned int)numbered.size);
        good = checked_stream_close(&stream, error);
    }
    strbuf_release(&numbered);
    strbuf_release(&svg);
    return good;
}
