#include "input/nodes/node_table_advice.h"

#include <stdbool.h>
#include <string.h>

#include "input/nodes/node_table.h"
#include "input/reader.h"
#include "input/tasks/table_columns.h"
#include "util/instant.h"
#include "util/strbuf.h"
#include "util/utf8.h"

enum { MOST_LOOKED_AT = 64, MOST_SHOWN = 2, LONGEST_CELL = 40 };

static bool may_be_tasks(const struct csv_header *header, struct arena *arena)
{
    struct table_columns meanings;
    table_columns_make(&meanings, header->names, header->count, NULL, 0, arena);
    return meanings.at[TABLE_STEP] < meanings.count || meanings.at[TABLE_TASK] < meanings.count;
}

/* What is wrong with the row; NULL: nothing is. */
static const char *fault_of(const struct csv_record *row, const struct csv_header *header,
                            struct node_columns columns, struct arena *arena)
{
    if (row->problem)
        return row->problem;
    if (row->count != header->count)
        return row->count < header->count ? "fewer fields than the header"
                                          : "more fields than the header";
    struct text_slice time = csv_trim(row->fields[columns.time]);
    if (!node_table_host(row->fields[columns.host], columns).size)
        return "no host";
    if (!instant_is_date(node_table_row_time(row, columns)))
        return arena_format(
            arena, "\"%s\" is not a time stamp",
            utf8_shorten(arena, utf8_clean(arena, arena_text_of_size(arena, time.text, time.size)),
                         LONGEST_CELL));
    return NULL;
}

static size_t lines_in(const char *text, size_t size)
{
    size_t lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

/* "line 4: no host; line 5: …" */
static size_t add_faults(struct strbuf *faults, const struct csv_header *header,
                         struct node_columns columns, const char *text, size_t size,
                         struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    size_t bad = 0, at = header->size;
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    for (size_t rows = 0; at < size && rows < MOST_LOOKED_AT; at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (row.count == 1 && !csv_trim(row.fields[0]).size)
            continue;
        rows++;
        const char *fault = fault_of(&row, header, columns, arena);
        if (fault && bad++ < MOST_SHOWN)
            strbuf_format(faults, "%sline %zu: %s", bad > 1 ? "; " : "", lines_in(text, at) + 1,
                          fault);
    }
    return bad;
}

const char *node_table_advice(const char *text, size_t size, struct arena *arena)
{
    struct csv_header header;
    if (!csv_read_header(&header, text, size, true, arena))
        return NULL;
    struct node_columns columns = node_table_columns(&header, text, size, arena);
    if (!node_table_has_columns(&header, columns) || header.count < 3 ||
        may_be_tasks(&header, arena))
        return NULL;
    if (header.size >= READER_MOST_SEEN / 2)
        return arena_format(arena,
                            "it looks like node samples (%s, %s), in a table of %zu columns: "
                            "--input-format perfmon-csv reads it, in a while",
                            header.names[columns.time], header.names[columns.host], header.count);
    struct strbuf faults;
    strbuf_init(&faults);
    size_t bad = add_faults(&faults, &header, columns, text, size, arena);
    const char *advice =
        bad ? arena_format(arena,
                           "it looks like node samples (%s, %s), but too many rows are invalid: "
                           "%s%s (to read the others: --input-format perfmon-csv)",
                           header.names[columns.time], header.names[columns.host], faults.text,
                           bad > MOST_SHOWN ? "; …" : "")
            : arena_format(arena,
                           "it has several rows per host and time stamp (%s, %s): export one row "
                           "per host and time stamp, with a column for each metric",
                           header.names[columns.host], header.names[columns.time]);
    strbuf_release(&faults);
    return advice;
}
