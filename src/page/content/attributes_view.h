/* By which attributes tasks differ, and which were not compared: the end of the section
 * "Attributes". */
#ifndef PAGE_CONTENT_ATTRIBUTES_VIEW_H
#define PAGE_CONTENT_ATTRIBUTES_VIEW_H

#include "page/content/page.h"
#include "page/document.h"

/* Adds nothing where the records have no attribute that is compared. */
void attributes_add(const struct page_request *request, struct document *document,
                    struct section *section);

#endif
