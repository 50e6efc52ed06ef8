/* Where the rows are that a table leaves out, when another one in the same report has them. */
#ifndef PAGE_CONTENT_WHOLE_TABLES_H
#define PAGE_CONTENT_WHOLE_TABLES_H

#include "page/document.h"

/* Tables of all rows of one result table lead to the one with most of them. */
void whole_tables_link(struct document *document);

#endif
