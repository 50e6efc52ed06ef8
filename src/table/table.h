/* Result tables: the only thing that passes from analysis to charts, and what data/ holds.
 *
 * A table's columns are fixed by its schema row in tables.def. A cell is a number (missing: NaN) or
 * a text (missing: NULL). Texts and columns live in the arena of the table set. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/error.h"

enum column_type { COLUMN_NUMBER, COLUMN_TEXT };

struct table_schema {
    const char *name;
    const char *row;     /* what a row is */
    const char *columns; /* names by space; "#" behind a name: a number; "*#" at the end: any number
                            of numbers follow, with names of their own */
};

struct column {
    const char *name;
    enum column_type type;
    double *numbers;    /* COLUMN_NUMBER */
    const char **texts; /* COLUMN_TEXT */
};

struct table {
    const struct table_schema *schema;
    struct arena *arena;
    struct column *columns;
    size_t column_count, rows, capacity;
    size_t filled; /* cells put into the row that is being made */
};

/* All tables of a report, by name. */
struct tables {
    struct arena *arena;
    struct table **items; /* one a row of tables.def, NULL until asked for */
};

size_t table_schema_count(void);
const struct table_schema *table_schema_at(size_t index);

void tables_init(struct tables *tables, struct arena *arena);
/* The table of that name, made empty when not there yet; BUG() when tables.def has none. */
struct table *tables_get(struct tables *tables, const char *name);
/* From now on the table of that name is the same in both; none may be made of it yet in `tables`.
 */
void tables_share(struct tables *tables, struct tables *other, const char *name);
/* The table of that name, or NULL when it was never made or has no rows. */
const struct table *tables_find(const struct tables *tables, const char *name);

/* One more column of numbers, before there is any row; BUG() unless the schema is open ("*#"). */
void table_add_column(struct table *table, const char *name);
/* How many columns the schema names itself. */
size_t table_fixed_columns(const struct table *table);
bool table_is_open(const struct table *table);

/* Makes room for so many more rows; worth it where their number is known. */
void table_reserve(struct table *table, size_t more);

/* A row is made cell by cell in column order; the row counts once its last cell is put. The wrong
 * type is a BUG(). A number that overflowed on its way here (infinite) is missing. Texts are copied
 * unless `_static`: those must outlive the table (interned names). */
void table_put_number(struct table *table, double number);
void table_put_text(struct table *table, const char *text);
void table_put_static(struct table *table, const char *text);

/* BUG() when there is no such column or it has the other type. */
const double *table_numbers(const struct table *table, const char *column);
const char *const *table_texts(const struct table *table, const char *column);
/* The first row whose text columns hold these values (NULL: a missing one), from `from` on; rows
 * when none. `second` may be NULL. */
size_t table_find_row(const struct table *table, size_t from, const char *column, const char *value,
                      const char *second, const char *second_value);

#endif
