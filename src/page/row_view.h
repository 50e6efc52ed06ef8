/* The first rows of a result table as people read them, column by column. */
#ifndef PAGE_ROW_VIEW_H
#define PAGE_ROW_VIEW_H

#include "page/pages.h"
#include "page/table_view.h"

/* TOTAL_EFFICIENCY: that of the campaign; for tables whose rows are all of it. TOTAL_IF_NONE: what
 * several rows hold; where any has some of it, the table has no row of totals. */
enum row_view_kind {
    VIEW_TEXT,  /* "*" stands for all kinds */
    VIEW_WORDS, /* a name of ours: "min_waste" → "min waste" */
    VIEW_NAME,  /* the same of something measured, with its `unit` where that is a word */
    VIEW_COUNT,
    VIEW_COUNT_ANY, /* left out where all are 0 */
    VIEW_MOMENT,
    VIEW_SHARE,
    VIEW_EFFICIENCY, /* a share; over 1 it is marked with "▲" */
    VIEW_QUANTITY,   /* in one unit, which the head shows */
    VIEW_EACH,       /* the same of values orders of magnitude apart: three digits each */
    VIEW_OWN_UNIT    /* each in the unit of the text column `unit`, "" for shares; of a word or
                        none the number alone */
};
enum row_view_total { TOTAL_NONE, TOTAL_SUM, TOTAL_HIGHEST, TOTAL_EFFICIENCY, TOTAL_IF_NONE };

struct row_view_column {
    const char *column, *head;
    enum row_view_kind kind;
    const char *unit; /* VIEW_QUANTITY, VIEW_EACH: base unit, of the value × factor; VIEW_TEXT: the
                         column whose text stands in for one that is missing, or NULL */
    double factor;
    enum row_view_total total;
};

struct row_view {
    const char *table;
    const struct row_view_column *columns;
    size_t column_count;
    const char *where, *is; /* rows in which the text column `where` is that, or, behind "!", is
                               not; NULL: all */
    bool with_total;        /* a last row; its first cell is "all" */
    const char *order;      /* the largest in this column first; NULL: the table's order */
};

/* Columns in which nothing is known are left out; that of tasks that succeeded says so where
 * outcomes are not recorded. NULL when there are no such rows. */
struct table_view *row_view_make(const struct row_view *row_view,
                                 const struct page_request *request, struct arena *arena,
                                 size_t most);

#endif
