/* What `--export LIST` asks for: which tables in which formats. */
#ifndef EXPORT_EXPORT_LIST_H
#define EXPORT_EXPORT_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "export/export_format.h"
#include "util/arena.h"

enum export_compression { EXPORT_PLAIN, EXPORT_GZ, EXPORT_ZST };

struct export_format {
    const char *name; /* ending of its files */
    bool holds_all;
    const struct export_text *text; /* NULL: the extension of that name writes it */
};

size_t export_format_count(void);
const struct export_format *export_format_at(size_t index);

/* "csv", "events", "events.csv", "events.csv.gz": tables that are not named are all. */
struct export_item {
    const char *table; /* as exported tables are called; NULL: all */
    const struct export_format *format;
    enum export_compression compression;
};

/* An item of the list, "TABLE", "FORMAT" or "TABLE.FORMAT", where a compression may follow a format
 * of text; a table alone is csv. False with ERROR_USAGE, and with the nearest known name. */
bool export_item_parse(const char *text, struct export_item *item, struct error *error);

/* "events.csv.gz"; of a file with all tables "report.sqlite". */
const char *export_file_name(struct arena *arena, const struct export_item *item,
                             const char *table);

/* The result table that exports call otherwise, since `attempts` are there all attempts; any other
 * name is the same in exports. */
const char *export_table_name(const char *result_table);

#endif
