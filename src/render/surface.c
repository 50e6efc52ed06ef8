#include "render/surface.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>

#include "render/painter.h"
#include "render/png.h"
#include "render/svg_ids.h"
#include "util/memory.h"

enum { FLAT_COLOURS = 1 + COLOUR_COUNT + THEME_RAMP_STEPS };

static const double CSS_PER_INCH = 75;
static const double CSS_PER_PT = 720.0 / 506; /* letters of a page are of one size */

static const struct {
    int css_width;
    double padding_pt, label_pt;
    bool with_heading;
} forms[] = {
    [IMAGE_FULL] = {720, 6, 7.5, true},
    [IMAGE_NARROW] = {344, 1, 7.5, false},
    [IMAGE_SMALL] = {228, 1, 7, false},
};

struct image_size image_size_of(const struct figure *figure, enum image_form form, double dpi)
{
    double css_height = CSS_PER_PT * (figure->height_pt + 2 * forms[form].padding_pt);
    struct image_size size = {.css_width = forms[form].css_width,
                              .css_height = (int)fmax(1, fmin(ceil(css_height), 20000))};
    size.width_px = (int)lround(size.css_width * dpi / CSS_PER_INCH);
    size.height_px = (int)lround(size.css_height * dpi / CSS_PER_INCH);
    return size;
}

/* `width`, `height` in the surface's units. */
static void paint_image(cairo_surface_t *surface, const struct image *image, double width,
                        double height, bool raster)
{
    const struct paint_style style = {image->theme, forms[image->form].label_pt,
                                      forms[image->form].with_heading, raster, image->run};
    const struct rgb ground = image->theme->background;
    double scale = width / forms[image->form].css_width * CSS_PER_PT;
    double padding = forms[image->form].padding_pt;
    cairo_t *cr = cairo_create(surface);
    cairo_set_source_rgb(cr, ground.red, ground.green, ground.blue);
    cairo_paint(cr);
    cairo_scale(cr, scale, scale);
    paint_figure(cr, image->text, image->figure, padding, padding, width / scale - 2 * padding,
                 height / scale - 2 * padding, &style);
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

static bool mark_uses_ramp(const struct mark *mark)
{
    return mark->kind == MARK_CELLS || mark->shades ||
           (mark->kind == MARK_CONTOURS && mark->contours.paint == CONTOUR_SHADES);
}

static bool uses_ramp(const struct figure *figure)
{
    for (size_t i = 0; i < figure->panel_count; i++)
        for (size_t k = 0; k < figure->panels[i].mark_count; k++)
            if (mark_uses_ramp(&figure->panels[i].marks[k]))
                return true;
    return false;
}

/* Greys and one hue: of the shades of more, some lie between several pairs of colours. */
static bool has_one_hue(const struct figure *figure)
{
    for (size_t i = 0; i < figure->panel_count; i++)
        for (size_t k = 0; k < figure->panels[i].mark_count; k++)
            if (figure->panels[i].marks[k].colour > COLOUR_SERIES)
                return false;
    return !uses_ramp(figure);
}

static const struct mark *labelled_cells(const struct panel *panel)
{
    for (size_t i = 0; i < panel->mark_count; i++)
        if (panel->marks[i].kind == MARK_CELLS && panel->marks[i].cells.labels)
            return &panel->marks[i];
    return NULL;
}

/* Letters on cells need the room of a palette for their edges: of the ramp only those colours are
 * kept that cells have, and some for its bar. */
static size_t ramp_colours(const struct figure *figure, uint32_t *colours)
{
    enum { EVERY_OF_BAR = 8, MOST_OF_CELLS = THEME_RAMP_STEPS - THEME_RAMP_STEPS / EVERY_OF_BAR };
    const struct panel *panel = figure->panels;
    const struct mark *mark = panel ? labelled_cells(panel) : NULL;
    int every = mark ? EVERY_OF_BAR : 1;
    size_t count = 0, cells = mark ? mark->cells.rows * mark->cells.columns : 0, known = 0;
    for (int i = 0; i < THEME_RAMP_STEPS; i += every)
        colours[count++] = rgb_pixel(theme_ramp(i / (THEME_RAMP_STEPS - 1.0)));
    for (size_t i = 0; i < cells && known < MOST_OF_CELLS; i++) {
        double place = scale_place(&panel->colour, mark->cells.values[i]);
        if (!isnan(place)) {
            colours[count++] = rgb_pixel(theme_ramp(place));
            known++;
        }
    }
    return count;
}

/* The colours that areas are filled with; the shades of their edges lie between. */
static size_t flat_colours(const struct image *image, uint32_t colours[FLAT_COLOURS])
{
    size_t count = 0;
    colours[count++] = rgb_pixel(image->theme->background);
    size_t most = has_one_hue(image->figure) ? COLOUR_SERIES : COLOUR_COUNT;
    for (size_t i = 0; i < most; i++)
        colours[count++] = rgb_pixel(image->theme->colours[i]);
    return uses_ramp(image->figure) ? count + ramp_colours(image->figure, colours + count) : count;
}

/* Of memory of our own: Cairo would clear its own, which the background covers anyway. */
static cairo_surface_t *raster_new(struct image_size size, unsigned char **pixels)
{
    int stride = cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, size.width_px);
    *pixels = memory_resize(NULL, (size_t)size.height_px, (size_t)stride);
    return cairo_image_surface_create_for_data(*pixels, CAIRO_FORMAT_RGB24, size.width_px,
                                               size.height_px, stride);
}

/* An image while it is drawn and written. */
struct raster {
    unsigned char *pixels;
    cairo_surface_t *surface;
    uint32_t exact[FLAT_COLOURS];
    size_t exact_count;
    struct checked_stream stream;
};

static bool raster_draw(struct raster *raster, const struct image *image, double dpi,
                        const char *path, struct error *error)
{
    struct image_size size = image_size_of(image->figure, image->form, dpi);
    raster->surface = raster_new(size, &raster->pixels);
    paint_image(raster->surface, image, size.width_px, size.height_px, true);
    return surface_is_good(raster->surface, path, error);
}

/* Only what has many colours is drawn again for the second theme. */
static bool raster_begin(struct raster *raster, const struct image *image, bool is_first,
                         double dpi, const char *path, struct error *error)
{
    raster->exact_count = flat_colours(image, raster->exact);
    return ((!is_first && has_one_hue(image->figure)) ||
            raster_draw(raster, image, dpi, path, error)) &&
           checked_stream_open(&raster->stream, path, error);
}

static void write_rasters(struct raster *rasters, size_t count, double dpi)
{
    struct png_drawing drawings[IMAGE_THEMES_MOST] = {0};
    for (size_t i = 0; i < count; i++)
        drawings[i] =
            (struct png_drawing){rasters[i].surface, rasters[i].exact, &rasters[i].stream};
    png_write(drawings, count, rasters[0].exact_count, dpi);
}

/* False when what was written is not whole; the first error stays. */
static bool raster_end(struct raster *raster, bool good, struct error *error)
{
    struct error later;
    if (raster->stream.buffer)
        good = checked_stream_close(&raster->stream, good ? error : &later) && good;
    if (raster->surface)
        cairo_surface_destroy(raster->surface);
    free(raster->pixels);
    return good;
}

bool image_write_pngs(const struct image *images, const char *const *paths, size_t count,
                      double dpi, struct error *error)
{
    struct raster rasters[IMAGE_THEMES_MOST] = {0};
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = raster_begin(&rasters[i], &images[i], i == 0, dpi, paths[i], error);
    if (good)
        write_rasters(rasters, count, dpi);
    for (size_t i = 0; i < count; i++)
        good = raster_end(&rasters[i], good, error);
    return good;
}

static cairo_status_t collect(void *context, const unsigned char *bytes, unsigned int size)
{
    strbuf_add(context, (const char *)bytes, size);
    return CAIRO_STATUS_SUCCESS;
}

static bool draw_svg(const struct image *image, const char *path, struct strbuf *svg,
                     struct error *error)
{
    struct image_size size = image_size_of(image->figure, image->form, CSS_PER_INCH);
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(collect, svg, size.css_width, size.css_height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    paint_image(surface, image, size.css_width, size.css_height, false);
    cairo_surface_finish(surface);
    bool good = surface_is_good(surface, path, error);
    cairo_surface_destroy(surface);
    return good;
}

bool image_write_svg(const struct image *image, const char *path, struct error *error)
{
    struct strbuf svg, numbered;
    struct checked_stream stream;
    strbuf_init(&svg);
    strbuf_init(&numbered);
    bool good = draw_svg(image, path, &svg, error) && checked_stream_open(&stream, path, error);
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
