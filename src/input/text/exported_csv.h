/* Tables that `--export` wrote as CSV: which they are, and what their columns are. */
#ifndef INPUT_TEXT_EXPORTED_CSV_H
#define INPUT_TEXT_EXPORTED_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "input/reader.h"
#include "input/text/csv_text.h"
#include "table/canonical_tables.h"
#include "table/table_csv.h"

/* Whether the text begins with the first two names of that table's columns, which no other table
 * begins with. */
bool exported_csv_is(const char *text, size_t size, enum canonical_table_number table);

/* What a column is: one of the table's own, or an attribute. */
struct exported_column {
    enum canonical_column column; /* CANONICAL_COLUMNS of an attribute */
    const char *name, *unit;      /* of an attribute */
    bool is_text;
};

/* One for each name of the header; in the arena. */
struct exported_column *exported_csv_columns(const struct input *input,
                                             const struct csv_header *header,
                                             enum canonical_table_number table,
                                             struct arena *arena);

/* A field of such a table as it was before it was written. */
static inline struct text_slice exported_csv_text(struct text_slice field, struct arena *scratch)
{
    return field.size && *field.text == '\'' ? csv_cell_text(field, scratch) : field;
}

#endif
