/* The document on paper.
 *
 * Pages are laid out first (layout.h), so that contents and "page x of y" are known before anything
 * is painted. */
#ifndef PAGE_PAPER_PDF_H
#define PAGE_PAPER_PDF_H

#include "page/document.h"
#include "render/text.h"

enum paper { PAPER_A4, PAPER_LETTER };

bool pdf_write(const struct document *document, struct text_engine *text, enum paper paper,
               const struct theme *theme, const char *path, struct error *error);

#endif
