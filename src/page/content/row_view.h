/* The rows of a result table as people read them, column by column. What a column is called, its
 * unit, and what a row of totals holds of it stand in tables.def; a view says where it differs. */
#ifndef PAGE_CONTENT_ROW_VIEW_H
#define PAGE_CONTENT_ROW_VIEW_H

#include "page/content/page.h"
#include "page/content/table_view.h"
#include "table/rows.h"

/* Texts as they are (of kinds "*" stands for all), counts whole, shares in percent (an efficiency
 * over 1 is marked with "▲"), moments in UTC, numbers all in one unit that suits the largest, which
 * the head shows; of a column whose rows name their units each number in its own, "" for shares, of
 * a word the number alone. Otherwise: */
enum row_view_kind {
    VIEW_AS_TYPE,
    VIEW_WORDS, /* a name of ours: "min_waste" → "min waste" */
    VIEW_NAME,  /* the same of something measured, with the unit in `other` where that is a word */
    VIEW_COUNT_ANY, /* a count, left out where all are 0 */
    VIEW_EACH,      /* in one unit, of values orders of magnitude apart: three digits each */
    VIEW_HOURS,     /* times that are added up: in hours, however many */
    VIEW_FIXED      /* in the column's own unit, however large */
};

/* A cell whose text is worked out of the whole row, and of other tables. */
struct row_cell {
    const struct page_request *request;
    struct arena *arena;
    const struct table *table;
    size_t row;
    const char *column;
};
typedef const char *row_cell_text(const struct row_cell *cell); /* NULL: missing */

struct row_view_column {
    const char *column; /* NULL: of no column of this table alone */
    const char *head;   /* NULL: the column's title */
    enum row_view_kind kind;
    const char *other; /* a text column: it stands in where a text is missing; of a name its unit */
    row_cell_text *cell;  /* the text in place of the column's value; NULL: the value */
    const double *values; /* numbers in place of the column's, one a row of the table */
    const char *unit;     /* of values of no column: a base unit, NULL: none */
};

/* A column by name: {SHOWN(steps, cpu_hours), .head = "CPU"}. */
#define SHOWN(table, name) .column = COLUMN_OF(table, name)

struct row_view {
    enum table_number table;
    const struct row_view_column *columns;
    size_t column_count;
    const char *where, *is; /* rows in which the text column `where` is that, or, behind "!", is
                               not; NULL: all */
    bool with_total;        /* a last row, of all rows; its first cell is "all", or "(all)" where
                               another row is called so */
    const char *order;      /* the largest in this column first; NULL: the table's order */
    const size_t *rows;     /* these, in this order, where `row_count` is above 0 */
    size_t row_count;
};

/* The table and columns of a view: {VIEW_OF(steps, step_columns), .with_total = true}. */
#define VIEW_OF(name, list)                                                                        \
    .table = TABLE_##name, .columns = (list), .column_count = sizeof(list) / sizeof(list)[0]

/* Columns in which nothing is known are left out; that of tasks that succeeded says so where
 * outcomes are not recorded. NULL when there are no such rows. */
struct table_view *row_view_make(const struct row_view *row_view,
                                 const struct page_request *request, struct arena *arena,
                                 size_t most);

#endif
