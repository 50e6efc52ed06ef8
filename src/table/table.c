#include "table/table.h"

#include <math.h>
#include <string.h>

#include "util/memory.h"
#include "util/number.h"
#include "util/texts.h"

/* ---- schemas ---- */

/* Where the columns of each table begin and end among those of all. */
enum column_number {
#define TABLE(table, row) FIRST_OF_##table, BEFORE_##table = FIRST_OF_##table - 1,
#define COLUMN(table, name, type, ...) COLUMN_##table##_##name,
#define TABLE_END(table) END_OF_##table, LAST_OF_##table = END_OF_##table - 1,
#include "table/tables.def"
    ALL_COLUMNS
};

static const struct column_schema columns_of_all[] = {
#define COLUMN(table, name, type, unit, title, total, description)                                 \
    {#name,          MEANING_##type == MEANING_TEXT ? COLUMN_TEXT : COLUMN_NUMBER,                 \
     MEANING_##type, unit,                                                                         \
     title,          COLUMN_TOTAL_##total,                                                         \
     description},
#include "table/tables.def"
};

static const struct table_schema schemas[] = {
#define TABLE(table, row)                                                                          \
    {                                                                                              \
#table, row, columns_of_all + FIRST_OF_##table,
#define TABLE_END(table)                                                                           \
    END_OF_##table - FIRST_OF_##table, false,                                                      \
    {                                                                                              \
        .name = NULL                                                                               \
    }                                                                                              \
    }                                                                                              \
    ,
#define TABLE_END_OPEN(table, unit, description)                                                   \
    END_OF_##table - FIRST_OF_##table, true,                                                       \
    {                                                                                              \
        "*", COLUMN_NUMBER, MEANING_NUMBER, unit, "", COLUMN_TOTAL_NONE, description               \
    }                                                                                              \
    }                                                                                              \
    ,
#include "table/tables.def"
};

size_t table_schema_count(void)
{
    return sizeof schemas / sizeof schemas[0];
}

const struct table_schema *table_schema_at(size_t index)
{
    return &schemas[index];
}

static const struct {
    const char *name, *now;
} former_tables[] = {
#define FORMER_TABLE(table, now) {table, now},
#include "table/former_columns.def"
};

const char *table_former_name(size_t index)
{
    size_t count = sizeof former_tables / sizeof former_tables[0];
    return index < count ? former_tables[index].name : NULL;
}

static const char *present_name(const char *name)
{
    for (size_t i = 0; table_former_name(i); i++)
        if (strcmp(former_tables[i].name, name) == 0)
            return former_tables[i].now;
    return name;
}

/* table_schema_count() when there is no such table. */
static size_t schema_number(const char *name)
{
    const char *present = present_name(name);
    size_t i = 0;
    while (i < table_schema_count() && strcmp(schemas[i].name, present) != 0)
        i++;
    return i;
}

static struct table *table_new(struct arena *arena, const struct table_schema *schema)
{
    struct table *table = arena_alloc(arena, sizeof *table);
    table->schema = schema;
    table->arena = arena;
    table->column_count = schema->column_count;
    table->columns = arena_alloc_array(arena, table->column_count, sizeof *table->columns);
    for (size_t i = 0; i < table->column_count; i++)
        table->columns[i] = (struct column){.name = schema->columns[i].name,
                                            .schema = &schema->columns[i],
                                            .type = schema->columns[i].type};
    return table;
}

size_t table_fixed_columns(const struct table *table)
{
    return table->schema->column_count;
}

bool table_is_open(const struct table *table)
{
    return table->schema->is_open;
}

const struct table_schema *table_schema_find(const char *name)
{
    size_t number = schema_number(name);
    return number < table_schema_count() ? &schemas[number] : NULL;
}

const struct column_schema *table_schema_column(const struct table_schema *schema,
                                                const char *column)
{
    for (size_t i = 0; i < schema->column_count; i++)
        if (strcmp(schema->columns[i].name, column) == 0)
            return &schema->columns[i];
    return NULL;
}

void table_add_column(struct table *table, const char *name)
{
    if (!table_is_open(table) || table->rows || table->filled)
        BUG("the table %s takes no more columns", table->schema->name);
    if (table->column_count >= table->column_capacity) {
        table->column_capacity = 2 * table->column_count + 8;
        struct column *columns =
            arena_alloc_array(table->arena, table->column_capacity, sizeof *columns);
        memcpy(columns, table->columns, table->column_count * sizeof *columns);
        table->columns = columns;
    }
    table->columns[table->column_count++] = (struct column){.name = arena_text(table->arena, name),
                                                            .schema = &table->schema->others,
                                                            .type = COLUMN_NUMBER};
    table->capacity = 0;
}

void tables_init(struct tables *tables, struct arena *arena)
{
    tables->arena = arena;
    tables->items = arena_alloc_array(arena, table_schema_count(), sizeof(struct table *));
}

void tables_share(struct tables *tables, struct tables *other, const char *name)
{
    struct table *shared = tables_get(other, name);
    tables->items[schema_number(name)] = shared;
}

struct table *tables_get(struct tables *tables, const char *name)
{
    size_t number = schema_number(name);
    if (number == table_schema_count())
        BUG("tables.def has no table %s", name);
    return tables_at(tables, (enum table_number)number);
}

struct table *tables_at(struct tables *tables, enum table_number number)
{
    if (!tables->items[number])
        tables->items[number] = table_new(tables->arena, &schemas[number]);
    return tables->items[number];
}

const struct table *tables_find(const struct tables *tables, const char *name)
{
    size_t number = schema_number(name);
    if (number == table_schema_count() || !tables->items[number] || !tables->items[number]->rows)
        return NULL;
    return tables->items[number];
}

/* ---- rows ---- */

static void set_capacity(struct table *table, size_t capacity)
{
    size_t used = table->rows + (table->filled > 0);
    for (struct column *c = table->columns; c < table->columns + table->column_count; c++) {
        if (c->type == COLUMN_NUMBER)
            c->numbers = arena_resize(table->arena, c->numbers, used, capacity, sizeof *c->numbers);
        else
            c->texts = arena_resize(table->arena, c->texts, used, capacity, sizeof *c->texts);
    }
    table->capacity = capacity;
}

void table_reserve(struct table *table, size_t more)
{
    size_t needed;
    if (__builtin_add_overflow(table->rows, more, &needed))
        memory_exhausted();
    if (needed > table->capacity)
        set_capacity(table, needed > 2 * table->capacity ? needed : 2 * table->capacity);
}

/* The column of the next cell, with room in it. */
static struct column *next_cell(struct table *table, enum column_type type)
{
    if (table->rows == table->capacity)
        table_reserve(table, table->capacity ? 1 : 16);
    struct column *column = &table->columns[table->filled];
    if (column->type != type)
        BUG("the column %s of the table %s has the other type", column->name, table->schema->name);
    return column;
}

static void finish_cell(struct table *table)
{
    if (++table->filled == table->column_count) {
        table->filled = 0;
        table->rows++;
    }
}

void table_put_number(struct table *table, double number)
{
    struct column *column = next_cell(table, COLUMN_NUMBER);
    column->numbers[table->rows] = isfinite(number) ? number : NUMBER_MISSING;
    finish_cell(table);
}

void table_put_static(struct table *table, const char *text)
{
    struct column *column = next_cell(table, COLUMN_TEXT);
    column->texts[table->rows] = text;
    finish_cell(table);
}

/* Rows that follow each other often repeat a name: they share one copy. */
void table_put_text(struct table *table, const char *text)
{
    struct column *column = next_cell(table, COLUMN_TEXT);
    const char *above = table->rows ? column->texts[table->rows - 1] : NULL;
    if (text && (!above || strcmp(above, text) != 0))
        text = arena_text(table->arena, text);
    else if (text)
        text = above;
    column->texts[table->rows] = text;
    finish_cell(table);
}

/* ---- columns ---- */

static const struct column *column_named(const struct table *table, const char *name,
                                         enum column_type type)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].type == type && strcmp(table->columns[i].name, name) == 0)
            return &table->columns[i];
    BUG("the table %s has no column %s of %s", table->schema->name, name,
        type == COLUMN_NUMBER ? "numbers" : "texts");
}

const double *table_numbers(const struct table *table, const char *column)
{
    return column_named(table, column, COLUMN_NUMBER)->numbers;
}

const char *const *table_texts(const struct table *table, const char *column)
{
    return column_named(table, column, COLUMN_TEXT)->texts;
}

size_t table_find_row(const struct table *table, size_t from, const char *column, const char *value,
                      const char *second, const char *second_value)
{
    const char *const *cells = table_texts(table, column);
    const char *const *second_cells = second ? table_texts(table, second) : NULL;
    size_t row = from;
    while (row < table->rows && !(texts_equal(cells[row], value) &&
                                  (!second || texts_equal(second_cells[row], second_value))))
        row++;
    return row < table->rows ? row : table->rows;
}
