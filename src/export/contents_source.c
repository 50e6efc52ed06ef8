#include "export/contents_source.h"

#define TEXT_COLUMN(name, description)                                                             \
    {                                                                                              \
        name, COLUMN_TEXT, MEANING_TEXT, "", name, COLUMN_TOTAL_NONE, description                  \
    }

static const struct column_schema columns_of_tables[] = {
    TEXT_COLUMN("table", "Name of the table"),
    TEXT_COLUMN("row", "What a row of it is"),
    {"rows", COLUMN_NUMBER, MEANING_COUNT, "", "rows", COLUMN_TOTAL_NONE,
     "Number of its rows in this file"},
};

static const struct column_schema columns_of_columns[] = {
    TEXT_COLUMN("table", "Name of the table"),
    TEXT_COLUMN("column", "Name of the column"),
    TEXT_COLUMN("unit", "Unit of its values; in braces: the column that names that of each row"),
    TEXT_COLUMN("title", "What the report calls it"),
    TEXT_COLUMN("description", "What its values are, and when they are missing"),
};

enum { LARGEST_COUNT = sizeof columns_of_columns / sizeof columns_of_columns[0] };

struct contents {
    union {
        const char **texts;
        double *numbers;
    } cells[LARGEST_COUNT];
    size_t column_count, rows;
};

static struct export_batch batch(const struct export_source *source, size_t number,
                                 struct arena *arena)
{
    const struct contents *contents = source->context;
    size_t first = number * EXPORT_BATCH_ROWS;
    union export_cells *cells = arena_alloc_array(arena, contents->column_count, sizeof *cells);
    for (size_t i = 0; i < contents->column_count; i++)
        if (source->table.columns[i].type == COLUMN_NUMBER)
            cells[i].numbers = contents->cells[i].numbers + first;
        else
            cells[i].texts = contents->cells[i].texts + first;
    return (struct export_batch){export_batch_rows(contents->rows, number), cells};
}

static struct contents *make(const struct column_schema *columns, size_t count, size_t rows,
                             struct arena *arena)
{
    struct contents *contents = arena_alloc(arena, sizeof *contents);
    contents->column_count = count;
    contents->rows = rows;
    for (size_t i = 0; i < count; i++)
        if (columns[i].type == COLUMN_NUMBER)
            contents->cells[i].numbers = arena_alloc_array(arena, rows, sizeof(double));
        else
            contents->cells[i].texts = arena_alloc_array(arena, rows, sizeof(const char *));
    return contents;
}

static struct export_source source_of(const char *name, const char *row,
                                      const struct column_schema *columns,
                                      const struct contents *contents)
{
    return (struct export_source){
        .table = {.name = name,
                  .row = row,
                  .columns = columns,
                  .column_count = contents->column_count,
                  .rows = contents->rows},
        .batches = export_batch_count(contents->rows),
        .context = contents,
        .batch = batch,
    };
}

struct export_source contents_of_tables(const struct export_table *tables, size_t count,
                                        struct arena *arena)
{
    struct contents *contents =
        make(columns_of_tables, sizeof columns_of_tables / sizeof *columns_of_tables, count, arena);
    for (size_t i = 0; i < count; i++) {
        contents->cells[0].texts[i] = tables[i].name;
        contents->cells[1].texts[i] = tables[i].row;
        contents->cells[2].numbers[i] = (double)tables[i].rows;
    }
    return source_of("tables", "a table of this file", columns_of_tables, contents);
}

struct export_source contents_of_columns(const struct export_table *tables, size_t count,
                                         struct arena *arena)
{
    size_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += tables[i].column_count;
    struct contents *contents = make(columns_of_columns, LARGEST_COUNT, rows, arena);
    size_t row = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < tables[i].column_count; k++, row++) {
            const struct column_schema *column = &tables[i].columns[k];
            bool is_moment = column->meaning == MEANING_MOMENT;
            contents->cells[0].texts[row] = tables[i].name;
            contents->cells[1].texts[row] = column->name;
            contents->cells[2].texts[row] = is_moment       ? "s (Unix time)"
                                            : *column->unit ? column->unit
                                                            : NULL;
            contents->cells[3].texts[row] = *column->title ? column->title : column->name;
            contents->cells[4].texts[row] = column->description;
        }
    return source_of("columns", "a column of a table of this file", columns_of_columns, contents);
}
