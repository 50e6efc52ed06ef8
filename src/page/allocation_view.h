/* First allocations: a row a kind, a column a rule. */
#ifndef PAGE_ALLOCATION_VIEW_H
#define PAGE_ALLOCATION_VIEW_H

#include "page/document.h"
#include "page/page.h"

/* Nothing when memory or time of tasks is not known. */
void allocation_add(const struct page_request *request, struct document *document,
                    struct section *section);

#endif
