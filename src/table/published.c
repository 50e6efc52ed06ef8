#include "table/published.h"

#include <string.h>

#include "util/texts.h"

static const struct published_column {
    const char *table, *column, *published, *unit;
    double per;
} published_columns[] = {
#define PUBLISHED_COLUMN(TABLE, COLUMN, PUBLISHED, UNIT, PER) {TABLE, COLUMN, PUBLISHED, UNIT, PER},
#include "table/published_columns.def"
#undef PUBLISHED_COLUMN
};

static const char *const unpublished_columns[][2] = {
#define PUBLISHED_COLUMN(TABLE, COLUMN, PUBLISHED, UNIT, PER)
#define UNPUBLISHED_COLUMN(TABLE, COLUMN) {TABLE, COLUMN},
#include "table/published_columns.def"
#undef PUBLISHED_COLUMN
};

enum { PUBLISHED_COLUMNS = sizeof published_columns / sizeof published_columns[0] };

static bool is_compat(const struct tables *tables)
{
    const struct table *trace = tables_find(tables, "trace");
    return trace && texts_equal(table_texts(trace, "rules")[0], "compat");
}

/* NULL: it is written as it is. */
static const struct published_column *published_as(const struct table *table,
                                                   const struct column *column)
{
    for (size_t i = 0; i < PUBLISHED_COLUMNS; i++)
        if (strcmp(published_columns[i].table, table->schema->name) == 0 &&
            strcmp(published_columns[i].column, column->name) == 0)
            return &published_columns[i];
    return NULL;
}

static bool is_published(const struct table *table, const struct column *column)
{
    for (size_t i = 0; i < sizeof unpublished_columns / sizeof unpublished_columns[0]; i++)
        if (strcmp(unpublished_columns[i][0], table->schema->name) == 0 &&
            strcmp(unpublished_columns[i][1], column->name) == 0)
            return false;
    return true;
}

static void publish(struct column *column, const struct published_column *as, size_t rows,
                    struct arena *arena)
{
    struct column_schema *schema = arena_alloc(arena, sizeof *schema);
    double *numbers = arena_alloc_array(arena, rows, sizeof *numbers);
    *schema = *column->schema;
    schema->name = as->published;
    schema->meaning = MEANING_NUMBER;
    schema->unit = as->unit;
    for (size_t row = 0; row < rows; row++)
        numbers[row] = column->numbers[row] / as->per;
    column->name = as->published;
    column->schema = schema;
    column->numbers = numbers;
}

const struct table *table_as_published(const struct tables *tables, const struct table *table,
                                       struct arena *arena)
{
    if (!is_compat(tables))
        return table;
    struct table *as = arena_alloc(arena, sizeof *as);
    *as = *table;
    as->columns = arena_alloc_array(arena, table->column_count, sizeof *as->columns);
    as->column_count = 0;
    for (size_t i = 0; i < table->column_count; i++) {
        const struct published_column *other = published_as(table, &table->columns[i]);
        struct column *column = &as->columns[as->column_count];
        if (!is_published(table, &table->columns[i]))
            continue;
        *column = table->columns[i];
        as->column_count++;
        if (other)
            publish(column, other, table->rows, arena);
    }
    return as;
}
