/* A page of figures and tables of result tables: a section for each heading that its figures name.
 */
#ifndef PAGE_CONTENT_TABLE_PAGE_H
#define PAGE_CONTENT_TABLE_PAGE_H

#include "page/content/page.h"
#include "page/content/row_view.h"
#include "page/document.h"

/* A table, after the figures of the section of that title. */
struct placed_table {
    const char *section, *heading;
    const char *text; /* above it; NULL: none */
    struct row_view view;
    size_t most; /* rows */
};

/* Adds what is neither figure nor table of this kind. */
typedef void table_page_part(const struct page_request *request, struct document *document,
                             struct section *section);

struct table_page {
    const char *name;            /* as definitions of figures name it */
    const char *const *sections; /* titles in their order; those of a user's own figures follow */
    size_t section_count;
    const struct placed_table *tables;
    size_t table_count;
    const char *not_drawn; /* begins the sentence on figures that lack data */
    table_page_part *begin_section, *end_section; /* before and behind; NULL: nothing */
};

/* Sections without figures and tables are left out; figures that lack data are named in theirs, or
 * else in one at the end. */
void table_page_add(const struct table_page *page, const struct page_request *request,
                    struct document *document);

/* The table as the appendix has it, and its heading there: of task kinds, where it has more rows
 * than `most`. Else NULL. */
struct table_view *table_page_appendix(const struct placed_table *table,
                                       const struct page_request *request, struct arena *arena,
                                       const char **heading);

#endif
