#include "input/tasks/mapped_columns.h"

#include <string.h>

#include "input/devices/activity_table.h"
#include "input/slurm/sacct_table.h"
#include "input/tasks/table_header.h"

/* How many columns of the mapping the table has. */
static size_t count_mapped(const struct mapping *content, const struct reading *reading,
                           struct arena *arena)
{
    struct table_header header;
    size_t count = 0;
    if (!reading->mapping_count ||
        !table_header_read(&header, content->bytes, content->size, reading->columns, arena))
        return 0;
    for (size_t i = 0; i < reading->mapping_count; i++)
        count += csv_column(&header.csv, reading->mapping[i].name) < header.csv.count;
    return count;
}

/* The columns named may be of events or of samples of devices as well as of tasks. */
static const struct reader *reader_of_mapping(const struct mapping *content,
                                              const struct reading *reading)
{
    switch (activity_table_shape(content->bytes, content->size, reading->mapping,
                                 reading->mapping_count)) {
    case ACTIVITY_EVENTS:
        return reader_by_name("events");
    case ACTIVITY_SAMPLES:
        return reader_by_name("device-samples");
    default:
        return reader_by_name("table");
    }
}

static bool begins_with_id(const struct sacct_table *table, const struct mapping *content,
                           struct arena *arena)
{
    struct text_slice *cells =
        arena_alloc_array(arena, table->count + SACCT_MORE_CELLS, sizeof *cells);
    size_t column = sacct_column_of(table, SLURM_TEXT_ID);
    if (column == table->count)
        column = sacct_column_of(table, SLURM_TEXT_RAW_ID);
    struct lines lines;
    lines_init(&lines, content->bytes, content->size);
    lines.next = table->rows_from;
    return column < table->count && lines_next(&lines) && !sacct_split(table, lines.line, cells) &&
           sacct_is_id(csv_trim(cells[column]));
}

static const struct reader *reader_of_list(const struct mapping *content, const char *columns,
                                           struct arena *arena)
{
    struct sacct_table sacct;
    struct table_header header;
    if (sacct_table_make(&sacct, content->bytes, content->size, columns, arena) &&
        begins_with_id(&sacct, content, arena))
        return reader_by_name("sacct");
    return table_header_read(&header, content->bytes, content->size, columns, arena)
               ? reader_by_name("table")
               : NULL;
}

static bool is_reader(const struct reader *reader, const char *name)
{
    return reader && strcmp(reader->name, name) == 0;
}

const struct reader *mapped_columns_reader(const struct mapping *content,
                                           const struct reading *reading,
                                           const struct reader *recognised)
{
    struct arena arena;
    arena_init(&arena);
    const struct reader *chosen = NULL;
    bool by_shape = is_reader(recognised, "sacct"), quanta = is_reader(recognised, "quanta-csv");
    size_t mapped = count_mapped(content, reading, &arena);
    if (mapped && (!recognised || (quanta && mapped == reading->mapping_count)))
        chosen = reader_of_mapping(content, reading);
    else if (reading->columns && (!recognised || by_shape))
        chosen = reader_of_list(content, reading->columns, &arena);
    arena_release(&arena);
    return chosen ? chosen : recognised;
}
