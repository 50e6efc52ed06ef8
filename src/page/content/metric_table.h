/* Tables with a row a metric: each row in a unit and with decimals of its own, since its metrics
 * differ by orders of magnitude. */
#ifndef PAGE_CONTENT_METRIC_TABLE_H
#define PAGE_CONTENT_METRIC_TABLE_H

#include "page/content/page.h"
#include "page/content/page_parts.h"

/* Mean and maximum a node, total, balance, coverage: of the first `most` of the rows. NULL when
 * there are none. */
struct table_view *metric_table_short(const struct page_request *request, struct arena *arena,
                                      struct metric_rows rows, size_t most);
/* Mean and quantiles of all. */
struct table_view *metric_table_quantiles(const struct page_request *request, struct arena *arena,
                                          struct metric_rows rows);

#endif
