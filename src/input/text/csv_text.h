/* CSV as people write it: RFC 4180 with the separators , ; tab and |, lines that end in LF, CR LF
 * or CR, and a first line of names.
 *
 * A field in quotes may hold separators, line ends and doubled quotes; a quote inside a field that
 * does not begin with one is a fault. A record that cannot be read is its first line alone, so that
 * one stray quote spoils no more than a line. */
#ifndef INPUT_TEXT_CSV_TEXT_H
#define INPUT_TEXT_CSV_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/text_slice.h"

struct csv_dialect {
    char separator, line_end; /* '\n', which a '\r' may stand before, or '\r' */
    bool quotes;              /* fields may be in quotes; else a quote is a character like others */
};

/* The first line that is neither blank nor an annotation; those behind it are no records. */
struct csv_header {
    struct csv_dialect dialect;
    const char *
        *names; /* cleaned to valid UTF-8, without spaces at both ends, and '#' before all */
    size_t count;
    size_t size; /* bytes up to the first record */
};

/* Looks at that line of text[0..size), with quotes: the separator is what gives most fields.
 * False when there is no line, or it is not text. `whole`: nothing follows the text. */
bool csv_read_header(struct csv_header *header, const char *text, size_t size, bool whole,
                     struct arena *arena);

/* Whether the column has that name, which may be with its mark of a comment. */
bool csv_is_called(const char *column, const char *name);
/* The column of that name, or header->count. */
size_t csv_column(const struct csv_header *header, const char *name);

/* The longest field in quotes. A quote that is not closed by then never was. */
enum { CSV_FIELD_LIMIT = 1 << 20 };

/* One record, read without any haste. */
struct csv_record {
    struct text_slice *fields; /* room for `room` of them; a record may have more */
    size_t room, count;
    size_t size;         /* with its line end */
    bool ended;          /* by a line end, not by the end of the text */
    bool open;           /* the problem is a quote that is not closed */
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

/* The name of the first column: LDMS, sadf and others mark the line of names as a comment by a '#'
 * before it, which is no part of the name. */
static inline struct text_slice csv_first_name(struct text_slice name)
{
    struct text_slice bare = csv_trim(name);
    while (bare.size && *bare.text == '#')
        bare = csv_trim((struct text_slice){bare.text + 1, bare.size - 1});
    return bare.size ? bare : csv_trim(name);
}

/* Whether the line is one of those that InfluxDB 2 writes before the names of columns: of what type
 * they are, and the like; or the one of units that nvidia-smi dmon writes behind them. */
bool csv_is_annotation(struct text_slice line);

#endif
