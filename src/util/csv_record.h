/* One record of CSV (RFC 4180): the only reader of fields in quotes, for inputs and our own tables.
 *
 * A field in quotes may hold separators, line ends and doubled quotes; a quote inside a field that
 * does not begin with one is a fault. A record that cannot be read is its first line alone, so that
 * one stray quote spoils no more than a line. Blanks around quotes count for nothing. */
#ifndef UTIL_CSV_RECORD_H
#define UTIL_CSV_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/text_slice.h"

struct csv_dialect {
    char separator, line_end; /* '\n', which a '\r' may stand before, or '\r' */
    bool quotes;              /* fields may be in quotes; else a quote is a character like others */
};

/* The longest field in quotes. A quote that is not closed by then never was. */
enum { CSV_FIELD_LIMIT = 1 << 20 };

/* One record, read without any haste. */
struct csv_record {
    struct text_slice *fields; /* room for `room` of them; a record may have more */
    bool *quoted;              /* whether each was in quotes; NULL: nobody asks */
    size_t room, count;
    size_t size;         /* with its line end */
    bool ended;          /* by a line end, not by the end of the text */
    bool open;           /* the problem is a quote that is not closed */
    bool any_length;     /* also fields in quotes may be longer than CSV_FIELD_LIMIT */
    const char *problem; /* why it cannot be read, or NULL */
    struct arena *arena; /* for fields that hold doubled quotes */
};

/* Reads the record at text[0]; size > 0. */
void csv_read_record(struct csv_record *record, const char *text, size_t size,
                     struct csv_dialect dialect);

static inline bool csv_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Here, for it is asked of each cell of large tables. */
static inline struct text_slice csv_trim(struct text_slice span)
{
    while (span.size && csv_is_blank(*span.text)) {
        span.text++;
        span.size--;
    }
    while (span.size && csv_is_blank(span.text[span.size - 1]))
        span.size--;
    return span;
}

/* One of the record's fields, with blanks at its ends only where they were in quotes; for records
 * that ask for `quoted`. */
static inline struct text_slice csv_record_field(const struct csv_record *record, size_t number)
{
    return record->quoted[number] ? record->fields[number] : csv_trim(record->fields[number]);
}

/* Whether the line holds nothing, not even an empty field in quotes where the record asks for them.
 */
bool csv_record_is_blank(const struct csv_record *record);

#endif
