/* All pages: what the report says, in its order. */
#ifndef PAGE_CONTENT_PAGES_H
#define PAGE_CONTENT_PAGES_H

#include "page/content/page.h"

/* Fills title, subtitle and period from the facts, then runs every page. */
void document_make(struct document *document, const struct page_request *request,
                   struct arena *arena);

#endif
