/* CSV as people write it: records (util/csv_record.h) with the separators , ; tab and |, lines that
 * end in LF, CR LF or CR, and a first line of names. */
#ifndef INPUT_TEXT_CSV_TEXT_H
#define INPUT_TEXT_CSV_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/csv_record.h"

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

/* What ends the lines: '\n', which a '\r' may stand before, or '\r', where more of these stand
 * alone than there are line feeds; in quotes neither counts. */
char csv_line_end(const char *text, size_t size);

/* Whether the column has that name, which may be with its mark of a comment. */
bool csv_is_called(const char *column, const char *name);
/* The column of that name, or header->count. */
size_t csv_column(const struct csv_header *header, const char *name);

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
