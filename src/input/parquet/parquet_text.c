#include "input/parquet/parquet_text.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/region.h"
#include "util/strbuf.h"

/* A file of so many cells is taken as a whole; of a larger one, the rows by which formats are
 * known. */
enum { WHOLE_CELLS = 1 << 17, HEAD_CELLS = 1 << 13, HEAD_LEAST_ROWS = 128 };

struct writing {
    struct region region;
    bool lost; /* it takes no more */
};

static bool needs_quotes(struct text_slice cell)
{
    for (size_t i = 0; i < cell.size; i++)
        if (strchr(",;|\t\"\r\n", cell.text[i]))
            return true;
    return cell.size && (cell.text[0] == ' ' || cell.text[cell.size - 1] == ' ');
}

static void add_cell(struct strbuf *line, struct text_slice cell)
{
    if (!needs_quotes(cell)) {
        strbuf_add(line, cell.text, cell.size);
        return;
    }
    strbuf_add_text(line, "\"");
    for (size_t i = 0; i < cell.size; i++)
        strbuf_add(line, cell.text[i] == '"' ? "\"\"" : &cell.text[i], cell.text[i] == '"' ? 2 : 1);
    strbuf_add_text(line, "\"");
}

static void *write_rows(void *context, const struct column_batch *batch)
{
    char digits[COLUMN_BATCH_CELL_SIZE];
    struct strbuf *lines = memory_alloc(sizeof *lines);
    (void)context;
    strbuf_init(lines);
    for (size_t row = 0; row < batch->rows; row++) {
        for (size_t i = 0; i < batch->column_count; i++) {
            if (i)
                strbuf_add_text(lines, ",");
            add_cell(lines, column_batch_cell(batch, i, row, digits));
        }
        strbuf_add_text(lines, "\n");
    }
    return lines;
}

static void discard_rows(void *context, void *part)
{
    (void)context;
    strbuf_release(part);
    free(part);
}

static void add_bytes(struct writing *writing, const char *bytes, size_t size)
{
    while (size && !writing->lost && !writing->region.exceeded) {
        size_t room;
        char *to = region_room(&writing->region, &room);
        if (!to) {
            writing->lost = !writing->region.exceeded;
            return;
        }
        size_t some = room < size ? room : size;
        memcpy(to, bytes, some);
        region_fill(&writing->region, some);
        bytes += some;
        size -= some;
    }
}

static void finish_rows(void *context, void *part, uint64_t first)
{
    const struct strbuf *lines = part;
    (void)first;
    add_bytes(context, lines->text, lines->size);
    discard_rows(context, part);
}

static void add_names(const struct parquet_file *file, struct writing *writing)
{
    struct strbuf line;
    strbuf_init(&line);
    for (size_t i = 0; i < file->column_count; i++) {
        const char *name = file->columns[i].name;
        if (i)
            strbuf_add_text(&line, ",");
        add_cell(&line, (struct text_slice){name, strlen(name)});
    }
    strbuf_add_text(&line, "\n");
    add_bytes(writing, line.text, line.size);
    strbuf_release(&line);
}

static void begin(struct writing *writing, const struct parquet_file *file, size_t size)
{
    size_t most = mapping_inflated_limit(file->bytes.size, file->limits);
    *writing = (struct writing){.lost = false};
    region_init(&writing->region, size < most ? size : most, most);
    writing->region.scratch = file->limits.scratch;
    add_names(file, writing);
}

static bool end(struct writing *writing, const struct parquet_file *file, bool good,
                struct mapping *text, struct error *error)
{
    if (good && !writing->lost && !writing->region.exceeded && region_settle(&writing->region)) {
        *text = mapping_of_region(&writing->region);
        text->file_size = file->bytes.file_size;
        text->state = file->bytes.state;
        return true;
    }
    if (good && writing->region.exceeded)
        mapping_refuse_size(writing->region.most, true, file->limits, file->path, error);
    else if (good)
        error_set_errno(error, ERROR_INPUT,
                        "%s: no room for it as text (set TMPDIR to another directory)", file->path);
    region_release(&writing->region);
    return false;
}

bool parquet_text_of_head(const struct parquet_file *file, struct mapping *text, bool *whole,
                          struct error *error)
{
    enum { FIRST_SIZE = 1 << 20 };
    struct writing writing;
    uint64_t rows = HEAD_CELLS / file->column_count;
    *whole = file->rows <= WHOLE_CELLS / file->column_count || file->rows <= HEAD_LEAST_ROWS;
    if (*whole)
        rows = file->rows;
    else if (rows < HEAD_LEAST_ROWS)
        rows = HEAD_LEAST_ROWS;
    begin(&writing, file, FIRST_SIZE);
    const struct parquet_consumer consumer = {&writing, write_rows, finish_rows, discard_rows};
    bool good = parquet_file_scan_first(file, rows, &consumer, error);
    return end(&writing, file, good, text, error);
}

bool parquet_text_of_all(const struct parquet_file *file, int jobs, struct mapping *text,
                         struct error *error)
{
    struct writing writing;
    begin(&writing, file, REGION_IN_MEMORY);
    const struct parquet_consumer consumer = {&writing, write_rows, finish_rows, discard_rows};
    bool good = parquet_file_scan(file, NULL, file->column_count, jobs, &consumer, error);
    return end(&writing, file, good, text, error);
}
