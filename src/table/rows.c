#include "table/rows.h"

#include <string.h>

#include "util/memory.h"
#include "util/number.h"

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
