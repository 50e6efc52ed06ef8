#include "export/export_source.h"

#include <string.h>

#include "export/column_names.h"
#include "export/export_list.h"

static struct export_batch batch_of_table(const struct export_source *source, size_t number,
                                          struct arena *arena)
{
    const struct table *table = source->context;
    size_t first = number * EXPORT_BATCH_ROWS;
    union export_cells *cells = arena_alloc_array(arena, table->column_count, sizeof *cells);
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].type == COLUMN_NUMBER)
            cells[i].numbers = table->columns[i].numbers + first;
        else
            cells[i].texts = table->columns[i].texts + first;
    return (struct export_batch){export_batch_rows(table->rows, number), cells};
}

struct export_source export_source_of_table(const struct table *table, struct arena *arena)
{
    struct column_names_made names = {.arena = arena};
    struct column_schema *columns = arena_alloc_array(arena, table->column_count, sizeof *columns);
    for (size_t i = 0; i < table->column_count; i++) {
        columns[i] = *table->columns[i].schema;
        columns[i].name = column_names_add(&names, table->columns[i].name);
    }
    column_names_release(&names);
    return (struct export_source){
        .table = {.name = export_table_name(table->schema->name),
                  .row = table->schema->row,
                  .columns = columns,
                  .column_count = table->column_count,
                  .rows = table->rows},
        .batches = export_batch_count(table->rows),
        .context = table,
        .batch = batch_of_table,
    };
}

const size_t *export_source_longest(const struct export_source *source, struct arena *arena)
{
    size_t count = source->table.column_count;
    size_t *longest = arena_alloc_array(arena, count, sizeof *longest);
    for (size_t number = 0; number < source->batches; number++) {
        struct arena scratch;
        arena_init(&scratch);
        struct export_batch batch = source->batch(source, number, &scratch);
        for (size_t i = 0; i < count; i++) {
            const char *const *texts =
                source->table.columns[i].type == COLUMN_TEXT ? batch.columns[i].texts : NULL;
            for (size_t row = 0; texts && row < batch.rows; row++) {
                size_t size = texts[row] ? strlen(texts[row]) : 0;
                longest[i] = size > longest[i] ? size : longest[i];
            }
        }
        arena_release(&scratch);
    }
    return longest;
}
