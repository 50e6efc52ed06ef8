/* The parts of the summary, each deciding for itself what can be said. */
#ifndef PAGE_CONTENT_PAGE_SUMMARY_H
#define PAGE_CONTENT_PAGE_SUMMARY_H

#include "page/content/page.h"

void summary_add_key_figures(const struct page_request *request, struct document *document,
                             struct section *section);
void summary_add_findings(const struct page_request *request, struct document *document,
                          struct section *section);
void summary_add_metrics(const struct page_request *request, struct document *document,
                         struct section *section);
void summary_add_campaign(const struct page_request *request, struct document *document,
                          struct section *section);
/* Whether the summary has all rows of these tables: then their own pages need not repeat them. */
bool summary_shows_all_steps(const struct tables *tables);
bool summary_shows_all_functions(const struct tables *tables);
void summary_add_nodes(const struct page_request *request, struct document *document,
                       struct section *section);

#endif
