/* Tables as CSV: RFC 4180, UTF-8, LF, one header row, a missing value is an empty field. */
#ifndef TABLE_TABLE_CSV_H
#define TABLE_TABLE_CSV_H

#include <stdbool.h>

#include "table/table.h"
#include "util/error.h"
#include "util/strbuf.h"
#include "util/text_slice.h"

/* A text cell that is empty but not missing is written as "" in quotes. One that a spreadsheet
 * would take for a formula, since '=', '+', '-', '@' (plain or full-width), a tab or a return is
 * its first letter behind any apostrophes, gets an apostrophe before it; numbers and lone signs
 * never do. */
void table_write_csv(const struct table *table, struct strbuf *out);

/* A text cell as table_write_csv has it; nothing when it is missing (NULL). */
void csv_cell_add(struct strbuf *out, const char *text);
/* What csv_cell_add wrote, once its quotes are gone, as it was. `scratch` for what lies between. */
struct text_slice csv_cell_text(struct text_slice field, struct arena *scratch);

struct column_names {
    const char **items;
    size_t count;
};

/* Reads what table_write_csv wrote, whatever the column order. Columns that are absent are missing,
 * but for those of former_columns.def; one that is `listed` (NULL: none is) must be there. A header
 * that names an unknown column, or one twice, is refused: its numbers would be lost unseen. A last
 * row without its line feed is refused where the others have one: what is left of a number that was
 * cut off is a number, too. `path` is for messages. */
bool table_read_listed_csv(struct table *table, const struct column_names *listed, const char *path,
                           const char *bytes, size_t size, struct error *error);
/* The same with no column listed. */
bool table_read_csv(struct table *table, const char *path, const char *bytes, size_t size,
                    struct error *error);

#endif
