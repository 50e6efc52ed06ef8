#include "input/tasks/table_header.h"

#include "input/tasks/table_columns.h"
#include "input/text/lines.h"
#include "util/utf8.h"

const struct text_slice table_dashes = {" -- ", 4};

static const char *name_of(struct text_slice field, struct arena *arena)
{
    struct text_slice name = csv_trim(field);
    return utf8_clean(arena, arena_text_of_size(arena, name.text, name.size));
}

static const char **split_names(struct text_slice line, struct text_slice separator, size_t *count,
                                struct arena *arena)
{
    *count = line_split(line, separator, NULL, 0);
    struct text_slice *fields = arena_alloc_array(arena, *count, sizeof *fields);
    const char **names = arena_alloc_array(arena, *count, sizeof(char *));
    line_split(line, separator, fields, *count);
    for (size_t i = 0; i < *count; i++)
        names[i] = name_of(fields[i], arena);
    return names;
}

static bool read_dashes(struct csv_header *header, const char *text, size_t size,
                        struct arena *arena)
{
    struct lines lines;
    lines_init(&lines, text, size);
    if (!lines_next_filled(&lines) || line_wrong_text(lines.line) ||
        line_split(lines.line, table_dashes, NULL, 0) < 3)
        return false;
    header->names = split_names(lines.line, table_dashes, &header->count, arena);
    header->size = lines.next;
    return true;
}

static bool are_names(const struct csv_header *header, struct arena *arena)
{
    struct table_columns columns;
    table_columns_make(&columns, header->names, header->count, NULL, 0, arena);
    return table_columns_are_tasks(&columns);
}

static bool same_names(const struct csv_header *header, const char *const *names)
{
    for (size_t i = 0; i < header->count; i++)
        if (!text_slice_is_word(text_slice_of(header->names[i]), names[i]))
            return false;
    return true;
}

static bool use_list(struct csv_header *header, const char *columns, struct arena *arena)
{
    size_t count;
    struct text_slice comma = {",", 1};
    const char **names = split_names(text_slice_of(columns), comma, &count, arena);
    if (count == header->count && same_names(header, names))
        return true;
    if (are_names(header, arena))
        return true;
    header->names = names;
    header->size = 0;
    return count == header->count;
}

bool table_header_read(struct table_header *header, const char *text, size_t size,
                       const char *columns, struct arena *arena)
{
    header->dashes = read_dashes(&header->csv, text, size, arena);
    if (!header->dashes &&
        (!csv_read_header(&header->csv, text, size, true, arena) || header->csv.count < 2))
        return false;
    return !columns || use_list(&header->csv, columns, arena);
}

struct header_names table_header_names(const struct table_header *header)
{
    struct text_slice separator = {&header->csv.dialect.separator, 1};
    return (struct header_names){.names = header->csv.names,
                                 .count = header->csv.count,
                                 .separator = header->dashes ? table_dashes : separator};
}
