/* Tables as CSV: RFC 4180, UTF-8, LF, one header row, a missing value is an empty field. */
#ifndef TABLE_TABLE_CSV_H
#define TABLE_TABLE_CSV_H

#include <stdbool.h>

#include "table/table.h"
#include "util/error.h"
#include "util/strbuf.h"

/* A text cell that is empty but not missing is written as "" in quotes. One that a spreadsheet
 * would take for a formula, since '=', '+', '-', '@' (plain or full-width), a tab or a return is
 * its first letter behind any apostrophes, gets an apostrophe before it; numbers and lone signs
 * never do. */
void table_write_csv(const struct table *table, struct strbuf *out);

/* Reads what table_write_csv wrote, whatever the column order; unknown columns are ignored, absent
 * ones are missing, but for those of former_columns.def. A last row without its line feed is
 * refused where the others have one: what is left of a number that was cut off is a number, too.
 * `path` is for messages. */
bool table_read_csv(struct table *table, const char *path, const char *bytes, size_t size,
                    struct error *error);

#endif
