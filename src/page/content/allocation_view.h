/* First allocations: a row a kind, a column a rule. */
#ifndef PAGE_CONTENT_ALLOCATION_VIEW_H
#define PAGE_CONTENT_ALLOCATION_VIEW_H

#include "page/content/page.h"
#include "page/document.h"

/* Nothing when memory or time of tasks is not known. */
void allocation_add(const struct page_request *request, struct document *document,
                    struct section *section);

#endif
