#include "input/slurm/sacct_table.h"

#include <string.h>

#include "input/slurm/sacct_shapes.h"
#include "util/utf8.h"

static const char *const field_names[] = {
#define SLURM_FIELD(slot, name, form) name,
#include "input/slurm/slurm_fields.def"
#undef SLURM_FIELD
};

enum {
    FIELDS = sizeof field_names / sizeof field_names[0],
    LONGEST_SEPARATOR = 8,
};

static bool has_id(const struct sacct_table *table)
{
    return sacct_column_of(table, SLURM_TEXT_ID) < table->count ||
           sacct_column_of(table, SLURM_TEXT_RAW_ID) < table->count;
}

static bool name_columns(struct sacct_table *table, struct text_slice line, struct arena *arena)
{
    table->count = line_split(line, table->separator, NULL, 0);
    struct text_slice *names = arena_alloc_array(arena, table->count, sizeof *names);
    table->columns = arena_alloc_array(arena, table->count, sizeof *table->columns);
    line_split(line, table->separator, names, table->count);
    table->trailing = table->count > 1 && !names[table->count - 1].size;
    table->count -= table->trailing;
    size_t known = 0;
    for (size_t i = 0; i < table->count; i++) {
        struct text_slice name = csv_trim(names[i]);
        known +=
            sacct_name_column(&table->columns[i],
                              utf8_clean(arena, arena_text_of_size(arena, name.text, name.size)));
    }
    return table->count > 1 && known * 4 >= table->count * 3 && has_id(table);
}

/* How much of the line its first name takes, when that is one of sacct's. */
static bool begins_with(struct text_slice line, const char *name)
{
    return line.size > strlen(name) && strncasecmp(line.text, name, strlen(name)) == 0;
}

/* The separator is whatever stands behind the first name. */
static bool try_first_name(struct sacct_table *table, struct text_slice line, const char *name,
                           struct arena *arena)
{
    if (!begins_with(line, name))
        return false;
    const char *rest = line.text + strlen(name);
    size_t left = line.size - strlen(name);
    for (size_t size = 1; size <= left && size <= LONGEST_SEPARATOR; size++) {
        table->separator = (struct text_slice){arena_text_of_size(arena, rest, size), size};
        if (name_columns(table, line, arena))
            return true;
    }
    return false;
}

static bool read_header(struct sacct_table *table, struct text_slice line, struct arena *arena)
{
    enum { LONGEST_HEADER = 8192 };
    if (line.size > LONGEST_HEADER)
        return false;
    for (size_t i = 0; i < FIELDS; i++)
        if (try_first_name(table, line, field_names[i], arena))
            return true;
    return false;
}

/* What sacct says on standard error, and other lines that are no rows. */
static bool is_message(const struct sacct_table *table, struct text_slice line)
{
    return !csv_trim(line).size || begins_with(line, "sacct:") || begins_with(line, "slurm") ||
           line_split(line, table->separator, NULL, 0) == 1;
}

/* The header may stand behind a few messages: `sacct … > FILE 2>&1`. At the line behind it then. */
static bool find_header(struct sacct_table *table, struct lines *lines, struct arena *arena)
{
    enum { MOST_MESSAGES = 20 };
    struct lines start = *lines;
    size_t count = 0;
    bool found = false;
    while (!found && count <= MOST_MESSAGES && lines_next(lines)) {
        found = read_header(table, lines->line, arena);
        count += !found;
    }
    for (size_t i = 0; found && i < count; i++) {
        lines_next(&start);
        found = is_message(table, start.line);
        if (csv_trim(start.line).size && !table->message.size)
            table->message = start.line;
    }
    return found;
}

static bool use_list(struct sacct_table *table, struct text_slice line, const char *columns,
                     struct arena *arena)
{
    table->separator = (struct text_slice){",", 1};
    if (!name_columns(table, text_slice_of(columns), arena) && !has_id(table))
        return false;
    static const char choices[] = "|\t;,";
    char best = line_separator(line, choices);
    for (const char *choice = choices; *choice; choice++) {
        struct text_slice separator = {choice, 1};
        size_t count = line_split(line, separator, NULL, 0);
        if (count == table->count || count == table->count + 1)
            best = *choice;
    }
    const char *separator = best ? strchr(choices, best) : choices;
    table->separator = (struct text_slice){separator, 1};
    table->trailing = line_split(line, table->separator, NULL, 0) == table->count + 1 &&
                      line.text[line.size - 1] == best;
    return true;
}

static bool find_columns(struct sacct_table *table, const char *text, size_t size,
                         const char *columns, struct arena *arena)
{
    struct lines lines;
    *table = (struct sacct_table){0};
    lines_init(&lines, text, size);
    struct lines start = lines;
    if (find_header(table, &lines, arena)) {
        table->rows_from = lines.next;
        table->first_line = lines.next_number;
        return true;
    }
    *table = (struct sacct_table){0};
    lines = start;
    if (!lines_next(&lines) || !lines.line.size)
        return false;
    table->rows_from = start.next;
    table->first_line = 1;
    if (columns)
        return use_list(table, lines.line, columns, arena);
    table->separator = (struct text_slice){"|", 1};
    table->by_shape = true;
    return sacct_guess_columns(table, start, arena);
}

bool sacct_table_make(struct sacct_table *table, const char *text, size_t size, const char *columns,
                      struct arena *arena)
{
    if (!find_columns(table, text, size, columns, arena))
        return false;
    const char **names = arena_alloc_array(arena, table->count, sizeof *names);
    for (size_t i = 0; i < table->count; i++)
        names[i] = table->columns[i].name;
    table->names = (struct header_names){.names = names,
                                         .count = table->count,
                                         .known = field_names,
                                         .known_count = FIELDS,
                                         .separator = table->separator};
    return true;
}
