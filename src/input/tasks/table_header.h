/* What columns a table of tasks has: its first line, or a list of names where it has none. */
#ifndef INPUT_TASKS_TABLE_HEADER_H
#define INPUT_TASKS_TABLE_HEADER_H

#include "input/text/csv_text.h"
#include "input/text/header_again.h"

struct table_header {
    struct csv_header csv; /* size 0 where the first line is a record */
    bool dashes;           /* " -- " between fields, without quotes */
};

extern const struct text_slice table_dashes;

/* `columns`: names with commas between, or NULL. They are used where the first line has as many
 * fields and does not look like names itself. False when there is no line with several fields, or
 * none that the names fit. */
bool table_header_read(struct table_header *header, const char *text, size_t size,
                       const char *columns, struct arena *arena);

/* By which lines of names among the rows are known. */
struct header_names table_header_names(const struct table_header *header);

#endif
