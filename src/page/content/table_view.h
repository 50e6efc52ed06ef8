/* Builds the tables that people read: texts made safe and short, numbers of a column in one unit
 * and with equal decimals. */
#ifndef PAGE_CONTENT_TABLE_VIEW_H
#define PAGE_CONTENT_TABLE_VIEW_H

#include "page/document.h"
#include "util/arena.h"
#include "util/quantity.h"

/* Code points of a cell. */
enum { LONGEST_CELL = 64 };

/* Every cell is "–" until it is set. */
struct table_view *table_view_new(struct arena *arena, size_t columns, size_t rows);

void table_view_head(struct table_view *view, size_t column, const char *head,
                     enum cell_align align);

/* The text itself; it must live as long as the table. NULL leaves the cell missing. */
void table_view_set(struct table_view *view, size_t row, size_t column, const char *text);

/* Text from data: control characters and invalid bytes replaced, the middle of a long one left
 * out. */
void table_view_text(struct arena *arena, struct table_view *view, size_t row, size_t column,
                     const char *text);

/* A name, cut so that it does not look like any of the others, which may hold it and NULL. */
void table_view_name(struct arena *arena, struct table_view *view, size_t row, size_t column,
                     const char *name, const char *const *others, size_t count);

void table_view_number(struct arena *arena, struct table_view *view, size_t row, size_t column,
                       double number, int decimals);

/* Decimals that all numbers of a column share: three digits of the largest, and one decimal more
 * where another is less than the last of them. DECIMALS_EACH: one is so small that it would read 0
 * even so; each has three digits of its own then, and below 0.001 it is shown as "<0.001". */
enum { DECIMALS_EACH = -1 };
int table_view_decimals(const double *values, size_t count, double factor);
const char *table_view_quantity_text(struct arena *arena, double number, int decimals);

/* A right-aligned column: values[row] in a unit that suits the largest, named in the head. */
void table_view_quantities(struct arena *arena, struct table_view *view, size_t column,
                           const char *label, const char *unit, const double *values,
                           enum unit_system units);

/* A right-aligned column of whole numbers. */
void table_view_counts(struct arena *arena, struct table_view *view, size_t column,
                       const char *head, const double *values);

/* Leaves out columns in which every cell is missing. */
void table_view_drop_missing_columns(struct table_view *view);

#endif
