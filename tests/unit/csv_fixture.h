/* CSV text scanned into one text: a line a record, fields between bars, line ends as "\n". */
#ifndef TESTS_UNIT_CSV_FIXTURE_H
#define TESTS_UNIT_CSV_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "input/text/csv_scan.h"
#include "util/memory.h"
#include "util/strbuf.h"

enum { CSV_DUMP_LINES = 200 };

struct csv_dump {
    struct strbuf records, said, lines; /* lines: of the first records of each part */
    struct diagnostics *diagnostics;
    struct csv_header header;
    struct arena arena;
    char *bytes;
    long long count;
    size_t rest; /* where other columns begin; 0: nowhere */
};

struct csv_dump_part {
    struct strbuf text;
    size_t lines[CSV_DUMP_LINES], line_count; /* of the first records */
    size_t columns;
};

static inline void csv_dump_hear(void *context, const char *line)
{
    struct csv_dump *dump = context;
    strbuf_format(&dump->said, "%s\n", line);
}

static inline void *csv_dump_begin(void *context)
{
    struct csv_dump *dump = context;
    struct csv_dump_part *part = memory_alloc(sizeof *part);
    strbuf_init(&part->text);
    part->line_count = 0;
    part->columns = dump->header.count;
    return part;
}

static inline bool csv_dump_record(void *argument, const struct text_slice *fields, size_t line,
                                   struct csv_fault *fault)
{
    struct csv_dump_part *part = argument;
    if (fields[0].size == 6 && memcmp(fields[0].text, "refuse", 6) == 0) {
        *fault = (struct csv_fault){"is refused", fields[0]};
        return false;
    }
    if (part->line_count < CSV_DUMP_LINES)
        part->lines[part->line_count++] = line;
    for (size_t i = 0; i < part->columns; i++) {
        strbuf_add_char(&part->text, '|');
        for (size_t k = 0; k < fields[i].size; k++)
            if (fields[i].text[k] == '\n')
                strbuf_add_text(&part->text, "\\n");
            else
                strbuf_add_char(&part->text, fields[i].text[k]);
    }
    strbuf_add_text(&part->text, "|\n");
    return true;
}

static inline void csv_dump_discard(void *argument)
{
    struct csv_dump_part *part = argument;
    strbuf_release(&part->text);
    free(part);
}

static inline void csv_dump_finish(void *context, void *argument, size_t line)
{
    struct csv_dump *dump = context;
    struct csv_dump_part *part = argument;
    for (size_t i = 0; i < part->line_count; i++)
        strbuf_format(&dump->lines, " %zu", line + part->lines[i]);
    strbuf_add(&dump->records, part->text.text, part->text.size);
    csv_dump_discard(part);
}

/* All columns. False when there is no header. */
static inline bool csv_dump_make(struct csv_dump *dump, const char *bytes, size_t size, int jobs,
                                 size_t chunk_size)
{
    *dump = (struct csv_dump){0};
    strbuf_init(&dump->records);
    strbuf_init(&dump->said);
    strbuf_init(&dump->lines);
    arena_init(&dump->arena);
    dump->diagnostics = diagnostics_new(csv_dump_hear, dump);
    dump->bytes = calloc(size + MAPPING_PADDING, 1);
    if (size)
        memcpy(dump->bytes, bytes, size);
    struct input input = {.path = "FILE",
                          .content = {.bytes = dump->bytes, .size = size, .file_size = size}};
    struct reading reading = {.diagnostics = dump->diagnostics, .jobs = jobs, .rest = &dump->rest};
    if (!csv_read_header(&dump->header, dump->bytes, size, true, &dump->arena))
        return false;
    size_t *columns = arena_alloc_array(&dump->arena, dump->header.count, sizeof *columns);
    for (size_t i = 0; i < dump->header.count; i++)
        columns[i] = i;
    struct csv_scan scan = {.input = &input,
                            .reading = &reading,
                            .header = &dump->header,
                            .columns = columns,
                            .column_count = dump->header.count,
                            .consumer = {.context = dump,
                                         .begin = csv_dump_begin,
                                         .record = csv_dump_record,
                                         .finish = csv_dump_finish,
                                         .discard = csv_dump_discard},
                            .chunk_size = chunk_size};
    dump->count = csv_scan(&scan);
    return true;
}

static inline void csv_dump_release(struct csv_dump *dump)
{
    if (!dump->diagnostics)
        return;
    strbuf_release(&dump->records);
    strbuf_release(&dump->said);
    strbuf_release(&dump->lines);
    arena_release(&dump->arena);
    diagnostics_free(dump->diagnostics);
    free(dump->bytes);
}

#endif
