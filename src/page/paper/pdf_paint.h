/* Inside of pdf*.c: paints laid-out pages. */
#ifndef PAGE_PAPER_PDF_PAINT_H
#define PAGE_PAPER_PDF_PAINT_H

#include <cairo.h>

#include "page/paper/layout.h"
#include "render/text.h"
#include "render/theme.h"

struct pdf_painting {
    struct text_engine *text;
    const struct theme *theme;
    const struct layout *layout;
};

/* For struct layout_measure; `context` is a struct pdf_painting. */
struct text_extent pdf_measure(void *context, enum text_role role, const char *text, double width,
                               int max_lines);
void pdf_paint_background(cairo_t *cr, const struct pdf_painting *painting);
/* The page of that index, with its link targets. */
void pdf_paint_page(cairo_t *cr, const struct pdf_painting *painting, size_t page);

#endif
