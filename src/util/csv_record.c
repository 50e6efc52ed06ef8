#include "util/csv_record.h"

#include <string.h>

struct cursor {
    const char *at, *end;
    struct csv_dialect dialect;
};

static bool ends_field(const struct cursor *cursor)
{
    return cursor->at == cursor->end || *cursor->at == cursor->dialect.separator ||
           *cursor->at == cursor->dialect.line_end;
}

static bool is_quote(const struct cursor *cursor)
{
    return cursor->at < cursor->end && *cursor->at == '"' && cursor->dialect.quotes;
}

static struct text_slice read_plain(struct cursor *cursor, struct csv_record *record)
{
    const char *start = cursor->at;
    while (!ends_field(cursor) && !is_quote(cursor))
        cursor->at++;
    if (is_quote(cursor))
        record->problem = "quote inside an unquoted field";
    size_t size = (size_t)(cursor->at - start);
    bool ends_line = cursor->at == cursor->end || *cursor->at == cursor->dialect.line_end;
    if (ends_line && size && start[size - 1] == '\r')
        size--;
    return (struct text_slice){start, size};
}

/* The quote that closes the field, or NULL. *doubled: two quotes stand for one somewhere. */
static const char *find_closing(const char *at, const char *end, bool *doubled)
{
    while ((at = memchr(at, '"', (size_t)(end - at)))) {
        if (at + 1 == end || at[1] != '"')
            return at;
        *doubled = true;
        at += 2;
    }
    return NULL;
}

static struct text_slice halve_quotes(struct arena *arena, struct text_slice field)
{
    char *text = arena_alloc(arena, field.size);
    size_t size = 0;
    for (size_t i = 0; i < field.size; i++) {
        text[size++] = field.text[i];
        i += field.text[i] == '"';
    }
    return (struct text_slice){text, size};
}

static bool is_space(const struct cursor *cursor)
{
    return cursor->at < cursor->end && (*cursor->at == ' ' || *cursor->at == '\t') &&
           *cursor->at != cursor->dialect.separator;
}

/* Where the search for a closing quote ends. */
static const char *quoted_end(const struct cursor *cursor, const char *start, bool any_length)
{
    return any_length || cursor->end - start <= CSV_FIELD_LIMIT ? cursor->end
                                                                : start + CSV_FIELD_LIMIT;
}

/* Behind a closing quote may stand the '\r' of the line end. */
static void skip_return(struct cursor *cursor)
{
    if (cursor->at < cursor->end && *cursor->at == '\r' && cursor->dialect.line_end == '\n' &&
        (cursor->at + 1 == cursor->end || cursor->at[1] == '\n'))
        cursor->at++;
}

static struct text_slice read_quoted(struct cursor *cursor, struct csv_record *record)
{
    bool doubled = false;
    const char *start = cursor->at + 1;
    const char *end = quoted_end(cursor, start, record->any_length);
    const char *closing = find_closing(start, end, &doubled);
    if (!closing) {
        record->problem = "unclosed quote";
        record->open = true;
        return (struct text_slice){start, 0};
    }
    cursor->at = closing + 1;
    while (is_space(cursor))
        cursor->at++;
    skip_return(cursor);
    if (!ends_field(cursor))
        record->problem = "text after a closing quote";
    struct text_slice field = {start, (size_t)(closing - start)};
    return doubled ? halve_quotes(record->arena, field) : field;
}

/* Moves to the quote that the field begins with, if it does. */
static bool reach_quote(struct cursor *cursor)
{
    struct cursor ahead = *cursor;
    while (is_space(&ahead))
        ahead.at++;
    if (!is_quote(&ahead))
        return false;
    cursor->at = ahead.at;
    return true;
}

static void take_field(struct cursor *cursor, struct csv_record *record)
{
    bool quoted = reach_quote(cursor);
    struct text_slice field = quoted ? read_quoted(cursor, record) : read_plain(cursor, record);
    if (record->count < record->room)
        record->fields[record->count] = field;
    if (record->count < record->room && record->quoted)
        record->quoted[record->count] = quoted;
    record->count++;
}

static void end_at_first_line(struct csv_record *record, const char *text, size_t size,
                              struct csv_dialect dialect)
{
    const char *end = memchr(text, dialect.line_end, size);
    record->ended = end != NULL;
    record->size = end ? (size_t)(end - text) + 1 : size;
}

void csv_read_record(struct csv_record *record, const char *text, size_t size,
                     struct csv_dialect dialect)
{
    struct cursor cursor = {text, text + size, dialect};
    record->count = 0;
    record->problem = NULL;
    record->open = false;
    take_field(&cursor, record);
    while (!record->problem && cursor.at < cursor.end && *cursor.at == dialect.separator) {
        cursor.at++;
        take_field(&cursor, record);
    }
    if (record->problem) {
        end_at_first_line(record, text, size, dialect);
        return;
    }
    record->ended = cursor.at < cursor.end;
    record->size = (size_t)(cursor.at - text) + record->ended;
}

bool csv_record_is_blank(const struct csv_record *record)
{
    return record->count == 1 && !record->problem && !(record->quoted && record->quoted[0]) &&
           !csv_trim(record->fields[0]).size;
}
