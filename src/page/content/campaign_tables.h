/* The tables of tasks that people read; each is a file in data/ with all its rows. */
#ifndef PAGE_CONTENT_CAMPAIGN_TABLES_H
#define PAGE_CONTENT_CAMPAIGN_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "page/content/page.h"
#include "page/content/table_page.h"
#include "util/arena.h"

/* The tables of tasks: at most `most` rows each; NULL when there are none. */
struct table_view *campaign_steps(const struct page_request *request, struct arena *arena,
                                  size_t most);
struct table_view *campaign_kinds(const struct page_request *request, struct arena *arena,
                                  size_t most);
/* Those that stand in the sections of the page of tasks; without that of steps where the summary
 * has it. */
const struct placed_table *campaign_tables(bool with_steps, size_t *count);

#endif
