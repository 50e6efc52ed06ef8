/* Figures by the HTML page on which their section stands. */
#ifndef PAGE_CONTENT_FIGURE_SECTIONS_H
#define PAGE_CONTENT_FIGURE_SECTIONS_H

#include "page/content/page.h"

/* The page that its definition names, else "devices", "gpu", "counters", "tasks" or "nodes". */
const char *figure_page(const struct figure *figure);

/* A section for each heading of the page's figures, in their order; `starts_page`: the
 * first of them does on paper. Returns how many there are. */
size_t figure_sections_add(const struct figures *figures, const char *page, bool starts_page,
                           struct document *document);

#endif
