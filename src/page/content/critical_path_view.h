/* The section "Critical path": what bounds the run, and what would shorten it. */
#ifndef PAGE_CONTENT_CRITICAL_PATH_VIEW_H
#define PAGE_CONTENT_CRITICAL_PATH_VIEW_H

#include <stdbool.h>

#include "page/content/page.h"
#include "page/document.h"

/* The sentence before its figures, and its tables behind them. `of`: "tasks" or "functions", whose
 * page it is; nothing where the path is of the other. */
void critical_path_begin(const struct page_request *request, const char *of,
                         struct document *document, struct section *section);
void critical_path_end(const struct page_request *request, const char *of,
                       struct document *document, struct section *section);

#endif
