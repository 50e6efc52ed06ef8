/* The runs of managers of task queues. */
#ifndef PAGE_CONTENT_MANAGER_RUNS_VIEW_H
#define PAGE_CONTENT_MANAGER_RUNS_VIEW_H

#include "page/content/page.h"

/* Adds their table to the section, where there are several or one is odd: its log has no end, or
 * libraries failed. */
void manager_runs_add(const struct page_request *request, struct document *document,
                      struct section *section);

#endif
