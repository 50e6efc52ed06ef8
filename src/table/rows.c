#include "table/rows.h"

#include <string.h>

#include "util/memory.h"
#include "util/number.h"
#include "util/texts.h"

/* Where the cells of each table's columns are in the struct of its row. */
#define TABLE(table, row) static const size_t offsets_of_##table[] = {
#define COLUMN(table, name, ...) offsetof(struct table##_row, name),
#define TABLE_END(table)                                                                           \
    }                                                                                              \
    ;
#include "table/tables.def"

static const size_t *const offsets[] = {
#define TABLE(table, row) offsets_of_##table,
#include "table/tables.def"
};

/* Where the pointers to its columns are in the struct of its rows. */
#define TABLE(table, row) static const size_t places_in_##table[] = {
#define COLUMN(table, name, ...) offsetof(struct table##_rows, name),
#define TABLE_END(table)                                                                           \
    }                                                                                              \
    ;
#include "table/tables.def"

#define TABLE(name, row) {places_in_##name, sizeof(struct name##_rows)},
static const struct {
    const size_t *offsets;
    size_t size;
} rows_structs[] = {
#include "table/tables.def"
};

/* What each struct of rows begins with. */
struct any_rows {
    const struct table *table;
    size_t rows;
};

static void set_cell(enum column_type type, void *cell, double number, const char *text)
{
    if (type == COLUMN_NUMBER)
        memcpy(cell, &number, sizeof number);
    else
        memcpy(cell, &text, sizeof text);
}

void table_clear_row(enum table_number number, void *row)
{
    const struct table_schema *schema = table_schema_at(number);
    for (size_t i = 0; i < schema->column_count; i++)
        set_cell(schema->columns[i].type, (char *)row + offsets[number][i], NUMBER_MISSING, NULL);
}

static double number_in(const char *cell)
{
    double number;
    memcpy(&number, cell, sizeof number);
    return number;
}

static const char *text_in(const char *cell)
{
    const char *text;
    memcpy(&text, cell, sizeof text);
    return text;
}

static void put_row(struct table *table, enum table_number number, const void *row,
                    void put_text(struct table *table, const char *text))
{
    const struct table_schema *schema = table_schema_at(number);
    if (table->schema != schema)
        BUG("a row of %s is put into %s", schema->name, table->schema->name);
    for (size_t i = 0; i < schema->column_count; i++) {
        const char *cell = (const char *)row + offsets[number][i];
        if (schema->columns[i].type == COLUMN_NUMBER)
            table_put_number(table, number_in(cell));
        else
            put_text(table, text_in(cell));
    }
}

void table_put_row(struct table *table, enum table_number number, const void *row)
{
    put_row(table, number, row, table_put_text);
}

void table_put_row_static(struct table *table, enum table_number number, const void *row)
{
    put_row(table, number, row, table_put_static);
}

void table_read_row(const struct table *table, enum table_number number, size_t at, void *row)
{
    const struct table_schema *schema = table_schema_at(number);
    if (table->schema != schema)
        BUG("a row of %s is read from %s", schema->name, table->schema->name);
    for (size_t i = 0; i < schema->column_count; i++) {
        const struct column *column = &table->columns[i];
        bool is_number = column->type == COLUMN_NUMBER;
        set_cell(column->type, (char *)row + offsets[number][i],
                 is_number ? column->numbers[at] : NUMBER_MISSING,
                 is_number ? NULL : column->texts[at]);
    }
}

void table_read_rows(const struct table *table, enum table_number number, void *rows)
{
    memset(rows, 0, rows_structs[number].size);
    if (!table || !table->rows)
        return;
    const struct table_schema *schema = table_schema_at(number);
    if (table->schema != schema)
        BUG("rows of %s are read from %s", schema->name, table->schema->name);
    struct any_rows common = {table, table->rows};
    memcpy(rows, &common, sizeof common);
    for (size_t i = 0; i < schema->column_count; i++) {
        const struct column *column = &table->columns[i];
        char *place = (char *)rows + rows_structs[number].offsets[i];
        if (column->type == COLUMN_NUMBER)
            memcpy(place, &column->numbers, sizeof column->numbers);
        else
            memcpy(place, &column->texts, sizeof column->texts);
    }
}

size_t rows_find(size_t rows, size_t from, const char *const *column, const char *value,
                 const char *const *second, const char *second_value)
{
    for (size_t i = from; i < rows; i++)
        if (texts_equal(column[i], value) && (!second || texts_equal(second[i], second_value)))
            return i;
    return rows;
}
