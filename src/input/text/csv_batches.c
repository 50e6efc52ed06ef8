#include "input/text/csv_batches.h"

#include <stdlib.h>

#include "input/parquet/parquet_file.h"
#include "input/text/csv_chunk.h"
#include "util/count_text.h"
#include "util/memory.h"

struct run {
    const struct csv_scan *scan;
    long long records;
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

static void finish_batch(void *context, void *part, uint64_t first)
{
    struct run *run = context;
    struct csv_chunk *chunk = part;
    report_rejects(run->scan, chunk, first);
    run->records += chunk->records;
    run->scan->consumer.finish(run->scan->consumer.context, chunk->part, line_of(first));
    csv_chunk_release(chunk);
    free(chunk);
}

static void discard_batch(void *context, void *part)
{
    const struct run *run = context;
    struct csv_chunk *chunk = part;
    run->scan->consumer.discard(chunk->part);
    csv_chunk_release(chunk);
    free(chunk);
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
    const struct parquet_consumer consumer = {&run, read_batch, finish_batch, discard_batch};
    if (!has_same_columns(scan))
        return -1;
    bool good = parquet_file_scan(scan->input->parquet, scan->columns, scan->column_count,
                                  scan->reading->jobs, &consumer, scan->error);
    reading_progress(scan->reading, scan->input->content.file_size);
    if (good || !run.records || scan->error->kind == ERROR_OUTPUT)
        return good ? run.records : -1;
    diagnostics_note_end(scan->reading->diagnostics, (struct place){scan->input->path, 0, 0},
                         DIAGNOSTIC_ENDS_EARLY, "read up to row %s: %s",
                         COUNT_TEXT((size_t)run.records), scan->error->text);
    return run.records;
}
