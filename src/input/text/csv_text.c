#include "input/text/csv_text.h"

#include <string.h>

#include "util/utf8.h"

/* "#YYYYMMDD, HH:MM:SS, Idx, W, C, %", from any of the first three on; in the form for terminals
 * with spaces between. */
static bool is_of_units(struct text_slice line)
{
    static const char *const words[] = {"YYYYMMDD", "HH:MM:SS", "Idx"};
    if (!line.size || *line.text != '#')
        return false;
    struct text_slice names = csv_trim((struct text_slice){line.text + 1, line.size - 1});
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i]);
        if (names.size > size && memcmp(names.text, words[i], size) == 0 &&
            (names.text[size] == ',' || csv_is_blank(names.text[size])))
            return true;
    }
    return false;
}

bool csv_is_annotation(struct text_slice line)
{
    static const char *const words[] = {"#group", "#datatype", "#default"};
    size_t quote = line.size && *line.text == '"';
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i]), end = size + 2 * quote;
        if (line.size > end && memcmp(line.text + quote, words[i], size) == 0 &&
            line.text[end] == ',')
            return true;
    }
    return is_of_units(line);
}

/* ---- the header ---- */

static const char byte_order_mark[] = "\xef\xbb\xbf";

static size_t mark_size(const char *text, size_t size)
{
    return size >= 3 && memcmp(text, byte_order_mark, 3) == 0 ? 3 : 0;
}

struct line_ends {
    size_t feeds, returns; /* with a return before it or not; alone */
};

/* Those outside of quotes, up to the first line feed where no return stands alone before it: then
 * there is nothing to weigh. */
static struct line_ends count_line_ends(const char *text, size_t size)
{
    struct line_ends ends = {0, 0};
    bool in_quotes = false;
    for (size_t i = 0; i < size && !(ends.feeds && !ends.returns); i++) {
        bool is_before_other = i + 1 < size && (text[i + 1] == '\n' || text[i + 1] == '\r');
        in_quotes ^= text[i] == '"';
        ends.feeds += text[i] == '\n' && !in_quotes;
        ends.returns += text[i] == '\r' && !in_quotes && !is_before_other;
    }
    return ends;
}

char csv_line_end(const char *text, size_t size)
{
    const size_t looked_at = 1 << 16;
    struct line_ends ends = count_line_ends(text, size < looked_at ? size : looked_at);
    if (ends.feeds || ends.returns)
        return ends.returns > ends.feeds ? '\r' : '\n';
    return !memchr(text, '\n', size) && memchr(text, '\r', size) ? '\r' : '\n';
}

static size_t count_fields(const char *text, size_t size, struct csv_dialect dialect)
{
    struct arena arena;
    arena_init(&arena);
    struct csv_record record = {.arena = &arena};
    csv_read_record(&record, text, size, dialect);
    arena_release(&arena);
    return record.problem ? 0 : record.count;
}

/* '\0' when the line cannot be read. */
static char find_separator(const char *text, size_t size, char line_end)
{
    char best = '\0';
    size_t most = 0;
    for (const char *separator = ",\t;|"; *separator; separator++) {
        size_t count = count_fields(text, size, (struct csv_dialect){*separator, line_end, true});
        if (count > most) {
            most = count;
            best = *separator;
        }
    }
    return best;
}

static void read_names(struct csv_header *header, const char *text, size_t size,
                       struct arena *arena)
{
    size_t count = count_fields(text, size, header->dialect);
    struct csv_record record = {.fields = arena_alloc_array(arena, count, sizeof *record.fields),
                                .room = count,
                                .arena = arena};
    csv_read_record(&record, text, size, header->dialect);
    header->names = arena_alloc_array(arena, count, sizeof(char *));
    header->count = count;
    header->size = record.size;
    for (size_t i = 0; i < count; i++) {
        struct text_slice name =
            i == 0 ? csv_first_name(record.fields[i]) : csv_trim(record.fields[i]);
        header->names[i] = utf8_clean(arena, arena_text_of_size(arena, name.text, name.size));
    }
}

/* Where the first line that is not blank begins, if there is one. */
static size_t skip_blank_lines(const char *text, size_t size)
{
    size_t begin = 0;
    for (size_t at = 0; at < size && strchr(" \t\r\n", text[at]) && text[at]; at++)
        if (text[at] == '\r' || text[at] == '\n')
            begin = at + 1;
    return begin < size ? begin : 0;
}

/* Where the first line that is neither blank nor an annotation begins. */
static size_t skip_annotations(const char *text, size_t size, char line_end)
{
    size_t begin = skip_blank_lines(text, size);
    const char *end;
    while (csv_is_annotation((struct text_slice){text + begin, size - begin}) &&
           (end = memchr(text + begin, line_end, size - begin))) {
        begin = (size_t)(end - text) + 1;
        begin += skip_blank_lines(text + begin, size - begin);
    }
    return begin;
}

bool csv_read_header(struct csv_header *header, const char *text, size_t size, bool whole,
                     struct arena *arena)
{
    size_t mark = mark_size(text, size);
    char line_end = csv_line_end(text, size);
    mark += skip_annotations(text + mark, size - mark, line_end);
    text += mark;
    size -= mark;
    const char *end = memchr(text, line_end, size);
    if (!size || (!end && !whole) || memchr(text, '\0', end ? (size_t)(end - text) : size))
        return false;
    header->dialect = (struct csv_dialect){find_separator(text, size, line_end), line_end, true};
    if (!header->dialect.separator)
        return false;
    read_names(header, text, size, arena);
    header->size += skip_annotations(text + header->size, size - header->size, line_end);
    header->size += mark;
    return true;
}

bool csv_is_called(const char *column, const char *name)
{
    struct text_slice bare = csv_first_name((struct text_slice){name, strlen(name)});
    return strcmp(column, name) == 0 ||
           (strlen(column) == bare.size && memcmp(column, bare.text, bare.size) == 0);
}

size_t csv_column(const struct csv_header *header, const char *name)
{
    size_t i = 0;
    while (i < header->count && !csv_is_called(header->names[i], name))
        i++;
    return i;
}
