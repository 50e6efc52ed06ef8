#include "input/text/csv_batches.h"

#include <stdlib.h>

#include "input/parquet/parquet_file.h"
#include "input/text/csv_chunk.h"
#include "util/list.h"
#include "util/memory.h"

struct read_part {
    struct csv_chunk *chunk;
    uint64_t first; /* row */
};

/* Nothing is handed over before all was read: a file that is damaged somewhere is refused as a
 * whole, for which rows come before depends on which thread was faster. */
struct run {
    const struct csv_scan *scan;
    LIST_OF(struct read_part) parts;
};

enum { FAULT_TEXT_SIZE = 200, HEADER_LINES = 1 };

/* Lines are those that the rows would have as CSV. */
static size_t line_of(uint64_t row)
{
    return (size_t)row + HEADER_LINES + 1;
}

static void add_reject(struct csv_chunk *chunk, size_t row, struct csv_fault fault)
{
    if (fault.text.size > FAULT_TEXT_SIZE)
        fault.text.size = FAULT_TEXT_SIZE;
    fault.text.text = arena_text_of_size(&chunk->arena, fault.text.text, fault.text.size);
    *list_add(&chunk->rejects) = (struct csv_reject){0, row, fault, false};
}

static bool take_cells(const struct csv_scan *scan, void *part, const struct column_batch *batch,
                       size_t row, struct text_slice *fields, char *digits, struct csv_fault *fault)
{
    for (size_t i = 0; i < scan->column_count; i++)
        fields[i] = column_batch_cell(batch, i, row, digits + i * COLUMN_BATCH_CELL_SIZE);
    return scan->consumer.record(part, fields, row, fault);
}

static void take_rows(const struct csv_scan *scan, struct csv_chunk *chunk,
                      const struct column_batch *batch)
{
    struct text_slice *fields = memory_alloc_array(scan->column_count, sizeof *fields);
    char *digits = memory_alloc_array(scan->column_count, COLUMN_BATCH_CELL_SIZE);
    for (size_t row = 0; row < batch->rows; row++) {
        struct csv_fault fault = {"invalid row", {"", 0}};
        bool good = scan->consumer.row
                        ? scan->consumer.row(chunk->part, batch, row, &fault)
                        : take_cells(scan, chunk->part, batch, row, fields, digits, &fault);
        if (good)
            chunk->records++;
        else
            add_reject(chunk, row, fault);
    }
    free(fields);
    free(digits);
}

static void *read_batch(void *context, const struct column_batch *batch)
{
    const struct run *run = context;
    const struct csv_consumer *consumer = &run->scan->consumer;
    struct csv_chunk *chunk = memory_alloc(sizeof *chunk);
    arena_init(&chunk->arena);
    chunk->part = consumer->begin(consumer->context);
    if (consumer->rows && consumer->rows(chunk->part, batch))
        chunk->records = (long long)batch->rows;
    else
        take_rows(run->scan, chunk, batch);
    return chunk;
}

static void report_rejects(const struct csv_scan *scan, const struct csv_chunk *chunk,
                           uint64_t first)
{
    for (size_t i = 0; i < chunk->rejects.count; i++) {
        const struct csv_reject *reject = &chunk->rejects.items[i];
        struct place place = {scan->input->path, line_of(first + reject->line), 0};
        csv_reject(scan->reading->diagnostics, place, reject->fault);
    }
}

static void keep_batch(void *context, void *part, uint64_t first)
{
    struct run *run = context;
    *list_add(&run->parts) = (struct read_part){part, first};
}

static void release_chunk(struct csv_chunk *chunk)
{
    csv_chunk_release(chunk);
    free(chunk);
}

static void discard_batch(void *context, void *part)
{
    const struct run *run = context;
    struct csv_chunk *chunk = part;
    run->scan->consumer.discard(chunk->part);
    release_chunk(chunk);
}

static long long finish_parts(const struct run *run)
{
    const struct csv_consumer *consumer = &run->scan->consumer;
    long long records = 0;
    for (size_t i = 0; i < run->parts.count; i++) {
        const struct read_part *part = &run->parts.items[i];
        report_rejects(run->scan, part->chunk, part->first);
        records += part->chunk->records;
        consumer->finish(consumer->context, part->chunk->part, line_of(part->first));
        release_chunk(part->chunk);
    }
    return records;
}

static bool has_same_columns(const struct csv_scan *scan)
{
    return scan->header->count == scan->input->parquet->column_count ||
           error_set(scan->error, ERROR_INPUT, "%s: names of its columns cannot be distinguished",
                     scan->input->path);
}

long long csv_batches_scan(const struct csv_scan *scan)
{
    struct run run = {.scan = scan};
    const struct parquet_consumer consumer = {&run, read_batch, keep_batch, discard_batch};
    long long records = -1;
    if (!has_same_columns(scan))
        return -1;
    if (parquet_file_scan(scan->input->parquet, scan->columns, scan->column_count,
                          scan->reading->jobs, &consumer, scan->error))
        records = finish_parts(&run);
    else
        for (size_t i = 0; i < run.parts.count; i++)
            discard_batch(&run, run.parts.items[i].chunk);
    free(run.parts.items);
    reading_progress(scan->reading, scan->input->content.file_size);
    return records;
}
