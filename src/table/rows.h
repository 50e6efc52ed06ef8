/* The rows of result tables as structs: of the table `tasks`, with the columns that tables.def
 * gives it,
 *
 *     struct tasks_row row = tasks_row_missing();   all cells are missing: NaN, NULL
 *     row.task = "align";
 *     row.elapsed_s = 12;
 *     tasks_row_put(tasks, &row);                   texts are copied into the table
 *     tasks_row_put_static(tasks, &row);            texts outlive the table (interned names)
 *     row = tasks_row_at(tasks, 0);                 texts belong to the table
 *
 * `tasks` is tables_at(tables, TABLE_tasks); a row put into another table is a BUG(). A column that
 * the table does not have does not compile. Numbers of an open table that the data name follow a
 * row by table_put_number.
 *
 * All its rows, a column an array:
 *
 *     struct tasks_rows tasks = tasks_rows(tables);
 *     for (size_t i = 0; i < tasks.rows; i++)
 *         total += tasks.elapsed_s[i];
 *
 * They belong to the table, and hold until it gets another row. Without such a table, or rows in
 * it, `rows` is 0 and all else NULL. */
#ifndef TABLE_ROWS_H
#define TABLE_ROWS_H

#include "table/table.h"

/* The name of a column, "elapsed_s"; does not compile where the table has none of that name. */
#define COLUMN_OF(table, column) (&#column[0 * sizeof(((struct table##_row *)NULL)->column)])

#define CELL_TEXT const char *
#define CELL_NUMBER double
#define CELL_COUNT double
#define CELL_SHARE double
#define CELL_MOMENT double
#define CELL_FLAG double

#define TABLE(table, row) struct table##_row {
#define COLUMN(table, name, type, ...) CELL_##type name;
#define TABLE_END(table)                                                                           \
    }                                                                                              \
    ;
#include "table/tables.def"

#define TABLE(name, row)                                                                           \
    struct name##_rows {                                                                           \
        const struct table *table;                                                                 \
        size_t rows;
#define COLUMN(table, name, type, ...) CELL_##type const *name;
#define TABLE_END(table)                                                                           \
    }                                                                                              \
    ;
#include "table/tables.def"

#undef CELL_TEXT
#undef CELL_NUMBER
#undef CELL_COUNT
#undef CELL_SHARE
#undef CELL_MOMENT
#undef CELL_FLAG

/* The first of these rows, from `from` on, with the values in columns of texts (NULL: a missing
 * one); `rows` when none has. `second` may be NULL. */
size_t rows_find(size_t rows, size_t from, const char *const *column, const char *value,
                 const char *const *second, const char *second_value);

/* For the functions below: sets all cells of a row to missing; puts its cells; reads one. */
void table_clear_row(enum table_number number, void *row);
void table_put_row(struct table *table, enum table_number number, const void *row);
void table_put_row_static(struct table *table, enum table_number number, const void *row);
void table_read_row(const struct table *table, enum table_number number, size_t at, void *row);
/* The columns of a table, or NULL, into a struct of its rows. */
void table_read_rows(const struct table *table, enum table_number number, void *rows);

#define TABLE(name, row)                                                                           \
    static inline struct name##_row name##_row_missing(void)                                       \
    {                                                                                              \
        struct name##_row missing;                                                                 \
        table_clear_row(TABLE_##name, &missing);                                                   \
        return missing;                                                                            \
    }                                                                                              \
    static inline void name##_row_put(struct table *table, const struct name##_row *values)        \
    {                                                                                              \
        table_put_row(table, TABLE_##name, values);                                                \
    }                                                                                              \
    static inline void name##_row_put_static(struct table *table, const struct name##_row *values) \
    {                                                                                              \
        table_put_row_static(table, TABLE_##name, values);                                         \
    }                                                                                              \
    static inline struct name##_row name##_row_at(const struct table *table, size_t at)            \
    {                                                                                              \
        struct name##_row values;                                                                  \
        table_read_row(table, TABLE_##name, at, &values);                                          \
        return values;                                                                             \
    }                                                                                              \
    static inline struct name##_rows name##_rows_in(const struct table *table)                     \
    {                                                                                              \
        struct name##_rows rows;                                                                   \
        table_read_rows(table, TABLE_##name, &rows);                                               \
        return rows;                                                                               \
    }                                                                                              \
    static inline struct name##_rows name##_rows(const struct tables *tables)                      \
    {                                                                                              \
        return name##_rows_in(tables_find(tables, #name));                                         \
    }
#include "table/tables.def"

#endif
