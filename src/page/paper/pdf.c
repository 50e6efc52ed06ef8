#include "page/paper/pdf.h"

#include <cairo-pdf.h>
#include <errno.h>

#include "page/paper/layout_make.h"
#include "page/paper/pdf_paint.h"
#include "render/checked_stream.h"
#include "util/instant.h"
#include "util/number.h"
#include "util/utf8.h"

static const double a4_pt[2] = {210 * 72 / 25.4, 297 * 72 / 25.4}, letter_pt[2] = {612, 792};

static void set_metadata(cairo_surface_t *surface, const struct document *document)
{
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, document->title);
    if (document->facts && document->facts->user)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR,
                                       utf8_clean(document->arena, document->facts->user));
    if (document->subtitle)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, document->subtitle);
    if (document->program)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, document->program);
    /* Left to itself, Cairo writes the time of day and no two runs are equal. */
    char created[64];
    instant_format(number_is_missing(document->created) ? 0 : document->created, INSTANT_ISO,
                   created, sizeof created);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, created);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, created);
}

/* Figures lie below their sections; tables are not listed. */
static void add_outline(cairo_surface_t *surface, const struct layout *layout)
{
    int parent = CAIRO_PDF_OUTLINE_ROOT;
    for (size_t i = 0; i < layout->target_count; i++) {
        const struct layout_target *target = &layout->targets[i];
        if (target->depth > 1)
            continue;
        const char *destination = arena_format(layout->arena, "dest='%s'", target->id);
        int id =
            cairo_pdf_surface_add_outline(surface, target->depth ? parent : CAIRO_PDF_OUTLINE_ROOT,
                                          target->title, destination, 0);
        if (!target->depth)
            parent = id;
    }
}

static bool check(cairo_t *cr, cairo_surface_t *surface, const struct checked_stream *stream,
                  const char *path, struct error *error)
{
    if (stream->failed_errno) {
        errno = stream->failed_errno;
        return error_set_errno(error, ERROR_OUTPUT, "%s: cannot write", path);
    }
    cairo_status_t status = cr ? cairo_status(cr) : CAIRO_STATUS_SUCCESS;
    if (!status)
        status = cairo_surface_status(surface);
    return !status ||
           error_set(error, ERROR_OUTPUT, "%s: %s", path, cairo_status_to_string(status));
}

static bool paint_pages(cairo_t *cr, cairo_surface_t *surface, struct pdf_painting *painting,
                        const struct checked_stream *stream, const char *path, struct error *error)
{
    for (size_t page = 0; page < painting->layout->page_count; page++) {
        pdf_paint_background(cr, painting);
        /* Cairo 1.16 writes broken references for links that stand in no element of structure, and
         * forgets one that begins before the whole page is painted over. */
        if (page == 0)
            cairo_tag_begin(cr, "Document", NULL);
        pdf_paint_page(cr, painting, page);
        cairo_show_page(cr);
        if (!check(cr, surface, stream, path, error))
            return false;
    }
    if (painting->layout->page_count > 0)
        cairo_tag_end(cr, "Document");
    return check(cr, surface, stream, path, error);
}

static bool write_surface(const struct document *document, struct pdf_painting *painting,
                          struct checked_stream *stream, const char *path, struct error *error)
{
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(checked_stream_write, stream, painting->layout->width,
                                            painting->layout->height);
    cairo_t *cr = cairo_create(surface);
    set_metadata(surface, document);
    add_outline(surface, painting->layout);
    bool written = paint_pages(cr, surface, painting, stream, path, error);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    written = written && check(NULL, surface, stream, path, error);
    cairo_surface_destroy(surface);
    return written;
}

bool pdf_write(const struct document *document, struct text_engine *text, enum paper paper,
               const struct theme *theme, const char *path, struct error *error)
{
    const double *size = paper == PAPER_LETTER ? letter_pt : a4_pt;
    struct checked_stream stream;
    if (!checked_stream_open(&stream, path, error))
        return false;
    struct arena arena;
    arena_init(&arena);
    struct layout layout;
    struct pdf_painting painting = {.text = text, .theme = theme, .layout = &layout};
    struct layout_measure measure = {&painting, pdf_measure};
    layout_make(&layout, document, size[0], size[1], &measure, &arena);
    bool written = write_surface(document, &painting, &stream, path, error);
    struct error closing;
    if (!checked_stream_close(&stream, written ? error : &closing))
        written = false;
    arena_release(&arena);
    return written;
}
