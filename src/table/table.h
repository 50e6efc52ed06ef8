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

/* What the values of a column are, for those who show or describe them. */
enum column_meaning {
    MEANING_TEXT,
    MEANING_NUMBER,
    MEANING_COUNT,
    MEANING_SHARE,
    MEANING_MOMENT,
    MEANING_FLAG
};

enum column_total {
    COLUMN_TOTAL_NONE,
    COLUMN_TOTAL_SUM,
    COLUMN_TOTAL_HIGHEST,
    COLUMN_TOTAL_EFFICIENCY,
    COLUMN_TOTAL_IF_NONE
};

/* A line of tables.def, whose head says what each of these is. */
struct column_schema {
    const char *name;
    enum column_type type;
    enum column_meaning meaning;
    const char *unit, *title;
    enum column_total total;
    const char *description;
};

struct table_schema {
    const char *name;
    const char *row; /* what a row is */
    const struct column_schema *columns;
    size_t column_count;
    bool is_open;                /* any number of numbers follow, with names of their own, */
    struct column_schema others; /* which are this; its name is "*" */
};

struct column {
    const char *name;
    const struct column_schema *schema;
    enum column_type type;
    double *numbers;    /* COLUMN_NUMBER */
    const char **texts; /* COLUMN_TEXT */
};

struct table {
    const struct table_schema *schema;
    struct arena *arena;
    struct column *columns;
    size_t column_count, column_capacity, rows, capacity;
    size_t filled; /* cells put into the row that is being made */
};

/* All tables of a report, by name. */
struct tables {
    struct arena *arena;
    struct table **items; /* one a row of tables.def, NULL until asked for */
};

/* TABLE_tasks and so on: the order of tables.def. */
enum table_number {
#define TABLE(table, row) TABLE_##table,
#include "table/tables.def"
    TABLE_COUNT
};

size_t table_schema_count(void);
const struct table_schema *table_schema_at(size_t index);
/* What reports of earlier versions call a table, by which it is found too; NULL: there is no such
 * number. */
const char *table_former_name(size_t index);
/* NULL when there is none of that name. */
const struct table_schema *table_schema_find(const char *name);
const struct column_schema *table_schema_column(const struct table_schema *schema,
                                                const char *column);

void tables_init(struct tables *tables, struct arena *arena);
/* The table of that name, made empty when not there yet; BUG() when tables.def has none. */
struct table *tables_get(struct tables *tables, const char *name);
/* The same by its number. */
struct table *tables_at(struct tables *tables, enum table_number number);
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
