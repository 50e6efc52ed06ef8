/* What users, accounts, partitions and QOS held, used and lost, and when, as tables of a page. */
#ifndef PAGE_CONTENT_HELD_VIEWS_H
#define PAGE_CONTENT_HELD_VIEWS_H

#include "page/content/page.h"

/* A table each, of those of which there are several. */
void held_by_add(const struct page_request *request, struct document *document,
                 struct section *section);
/* By day; of many days by week or month. */
void held_by_day_add(const struct page_request *request, struct document *document,
                     struct section *section);

#endif
