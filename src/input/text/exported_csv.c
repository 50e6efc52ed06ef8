#include "input/text/exported_csv.h"

#include <string.h>

#include "input/parquet/parquet_file.h"

bool exported_csv_is(const char *text, size_t size, enum canonical_table_number table)
{
    const struct table_schema *schema = canonical_table_at(table);
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(schema->columns[i].name);
        if (size <= length || memcmp(text, schema->columns[i].name, length) != 0 ||
            text[length] != ',')
            return false;
        text += length + 1;
        size -= length + 1;
    }
    return true;
}

static enum canonical_column find(const char *name, enum canonical_table_number table)
{
    static const enum canonical_column firsts[] = {
#define CANONICAL(table, row) CANONICAL_FIRST_##table,
#include "table/canonical_tables.def"
    };
    const struct table_schema *schema = canonical_table_at(table);
    for (size_t i = 0; i < schema->column_count; i++)
        if (strcmp(schema->columns[i].name, name) == 0)
            return (enum canonical_column)((size_t)firsts[table] + i);
    return CANONICAL_COLUMNS;
}

/* "status (attribute)" is "status", as the source called it. */
static char *without_mark(const char *name, struct arena *arena)
{
    char *copy = arena_text(arena, name);
    size_t size = strlen(copy);
    char *mark = NULL;
    for (char *at = copy; (at = strstr(at, CANONICAL_ATTRIBUTE)); at++)
        mark = at;
    if (mark && size && copy[size - 1] == ')')
        *mark = '\0';
    return copy;
}

/* "size [B]" is "size", in B: only numbers have units. */
static void take_unit(struct exported_column *column, char *name)
{
    size_t size = strlen(name);
    char *open = size && name[size - 1] == ']' ? strrchr(name, '[') : NULL;
    column->unit = "";
    column->name = name;
    if (column->is_text || !open || open == name || open[-1] != ' ')
        return;
    name[size - 1] = '\0';
    column->unit = open + 1;
    open[-1] = '\0';
}

/* In CSV names of columns of texts are in quotes, Parquet has types. */
static void find_texts(const struct input *input, const struct csv_header *header, bool *is_text,
                       struct arena *arena)
{
    struct csv_record record = {.arena = arena, .quoted = is_text, .room = header->count};
    record.fields = arena_alloc_array(arena, header->count, sizeof *record.fields);
    if (!input->parquet)
        csv_read_record(&record, input->content.bytes, input->content.size, header->dialect);
    for (size_t i = 0; input->parquet && i < header->count; i++)
        is_text[i] = i < input->parquet->column_count &&
                     input->parquet->columns[i].wanted.kind == PARQUET_TEXT;
}

struct exported_column *exported_csv_columns(const struct input *input,
                                             const struct csv_header *header,
                                             enum canonical_table_number table, struct arena *arena)
{
    struct exported_column *columns = arena_alloc_array(arena, header->count, sizeof *columns);
    bool *is_text = arena_alloc_array(arena, header->count, sizeof *is_text);
    find_texts(input, header, is_text, arena);
    for (size_t i = 0; i < header->count; i++) {
        struct text_slice name = text_slice_of(header->names[i]);
        if (!input->parquet)
            name = exported_csv_text(name, arena);
        const char *plain = arena_text_of_size(arena, name.text, name.size);
        columns[i].column = find(plain, table);
        columns[i].is_text = is_text[i];
        take_unit(&columns[i], without_mark(plain, arena));
    }
    return columns;
}
