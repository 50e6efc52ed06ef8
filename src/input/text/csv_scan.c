#include "input/text/csv_scan.h"

#include <string.h>

#include "input/batches.h"
#include "input/text/csv_batches.h"
#include "input/text/csv_chunk.h"
#include "util/count_text.h"
#include "util/parallel.h"

/* So much is worked on at a time: enough for many threads, little enough to be still in the
 * processor's cache when it is read a second time. The first batch is of one chunk: of tables that
 * follow in the same file, little is read in vain. */
enum { CHUNK_SIZE = 1 << 19, BATCH_CHUNKS = 64 };

struct run {
    const struct csv_scan *scan;
    size_t cut;      /* where the next chunk begins */
    size_t expected; /* where the record begins that comes behind those taken */
    size_t line;     /* in which the next chunk begins */
    bool has_quotes; /* or had them in the batch before: only then they are counted */
    long long records;
    struct csv_chunk *chunks; /* those whose quotes are counted */
};

void csv_reject(struct diagnostics *diagnostics, struct place place, struct csv_fault fault)
{
    enum { SHOWN = 200 };
    char text[SHOWN + 1];
    size_t size = fault.text.size < SHOWN ? fault.text.size : SHOWN;
    memcpy(text, fault.text.text, size);
    text[size] = '\0';
    diagnostics_reject(diagnostics, place, text, "%s", fault.reason);
}

/* ---- where the records of a chunk start ---- */

static void count_quotes(void *context, size_t number)
{
    const struct run *run = context;
    struct csv_chunk *chunk = &run->chunks[number];
    const char *at = run->scan->input->content.bytes + chunk->begin;
    const char *end = run->scan->input->content.bytes + chunk->stop;
    bool odd = false;
    while (at < end && (at = memchr(at, '"', (size_t)(end - at)))) {
        odd = !odd;
        at++;
    }
    chunk->odd = odd;
}

/* The first byte behind a line end that is not in quotes; the chunk's stop when there is none. */
static size_t find_start(const struct csv_scan *scan, const struct csv_chunk *chunk, bool in_quotes)
{
    const char *text = scan->input->content.bytes;
    char line_end = scan->header->dialect.line_end;
    bool quotes = scan->header->dialect.quotes;
    for (size_t i = chunk->begin - 1; i < chunk->stop; i++) {
        if (i >= chunk->begin && text[i] == '"' && quotes)
            in_quotes = !in_quotes;
        else if (text[i] == line_end && !in_quotes)
            return i + 1;
    }
    return chunk->stop;
}

/* A guess that holds for all files in which quotes come in pairs. */
static void guess_starts(const struct csv_scan *scan, struct csv_chunk *chunks, size_t count)
{
    bool in_quotes = chunks[0].odd;
    for (size_t i = 1; i < count; i++) {
        chunks[i].start = find_start(scan, &chunks[i], in_quotes);
        in_quotes = in_quotes != chunks[i].odd;
    }
}

static bool cut_chunk(void *context, void *chunk)
{
    struct run *run = context;
    size_t size = run->scan->input->content.size, begin = run->cut;
    size_t most = run->scan->chunk_size ? run->scan->chunk_size : CHUNK_SIZE;
    if (begin >= size)
        return false;
    run->cut = size - begin > most ? begin + most : size;
    *(struct csv_chunk *)chunk =
        (struct csv_chunk){.begin = begin, .stop = run->cut, .start = begin};
    return true;
}

/* The first chunk of a batch begins with a record. */
static void find_starts(void *context, void *chunks, size_t count)
{
    struct run *run = context;
    run->chunks = chunks;
    if (run->has_quotes && count > 1)
        parallel_threads(run->scan->reading->jobs, count, count_quotes, run);
    guess_starts(run->scan, chunks, count);
    run->has_quotes = false;
}

/* ---- reading ---- */

static void read_chunk(void *context, void *chunk_pointer)
{
    const struct run *run = context;
    struct csv_chunk *chunk = chunk_pointer;
    csv_chunk_read(chunk, run->scan);
    reading_progress(run->scan->reading, chunk->stop - chunk->begin);
}

static size_t lines_of_header(const struct csv_scan *scan)
{
    const char *text = scan->input->content.bytes;
    size_t lines = 0;
    for (size_t i = 0; i < scan->header->size; i++)
        lines += text[i] == scan->header->dialect.line_end;
    return lines;
}

static void report_rejects(const struct run *run, const struct csv_chunk *chunk)
{
    struct diagnostics *diagnostics = run->scan->reading->diagnostics;
    for (size_t i = 0; i < chunk->rejects.count; i++) {
        const struct csv_reject *reject = &chunk->rejects.items[i];
        struct place place = {run->scan->input->path, run->line + reject->line, reject->offset};
        if (reject->cut)
            diagnostics_note_end(diagnostics, place,
                                 run->scan->is_log ? DIAGNOSTIC_ENDS_UNFINISHED
                                                   : DIAGNOSTIC_ENDS_IN_RECORD,
                                 "truncated: the last line is ignored");
        else
            diagnostics_reject(diagnostics, place, reject->fault.text.text, "%s",
                               reject->fault.reason);
    }
}

/* Where quotes do not come in pairs, a chunk may have begun in the wrong place: it is read again.
 */
static void settle_start(const struct run *run, struct csv_chunk *chunk)
{
    size_t start = run->expected < chunk->stop ? run->expected : chunk->stop;
    if (chunk->start == start)
        return;
    run->scan->consumer.discard(chunk->part);
    chunk->start = start;
    csv_chunk_read(chunk, run->scan);
}

static bool take_chunk(void *context, void *chunk_pointer)
{
    struct run *run = context;
    struct csv_chunk *chunk = chunk_pointer;
    settle_start(run, chunk);
    report_rejects(run, chunk);
    run->records += chunk->records;
    run->scan->consumer.finish(run->scan->consumer.context, chunk->part, run->line);
    run->line += chunk->lines;
    run->has_quotes = run->has_quotes || chunk->has_quotes;
    if (chunk->end > run->expected)
        run->expected = chunk->end;
    run->cut = run->expected;
    bool is_over = chunk->is_last && reading_leave_rest(run->scan->reading, run->expected);
    mapping_give_back(&run->scan->input->content, chunk->begin, chunk->stop);
    csv_chunk_release(chunk);
    return !is_over;
}

static void drop_chunk(void *context, void *chunk_pointer)
{
    const struct run *run = context;
    struct csv_chunk *chunk = chunk_pointer;
    run->scan->consumer.discard(chunk->part);
    csv_chunk_release(chunk);
}

long long csv_scan(const struct csv_scan *scan)
{
    if (scan->input->parquet)
        return csv_batches_scan(scan);
    size_t start = scan->header->size;
    struct run run = {.scan = scan,
                      .cut = start,
                      .expected = start,
                      .line = 1 + lines_of_header(scan),
                      .has_quotes = scan->header->dialect.quotes};
    batches_read(&(struct batches){.jobs = scan->reading->jobs,
                                   .chunk_size = sizeof(struct csv_chunk),
                                   .first = 1,
                                   .most = BATCH_CHUNKS,
                                   .context = &run,
                                   .cut = cut_chunk,
                                   .prepare = find_starts,
                                   .read = read_chunk,
                                   .take = take_chunk,
                                   .drop = drop_chunk});
    return run.records;
}

void csv_note_left_out(size_t columns, size_t wanted, const struct input *input,
                       const struct reading *reading)
{
    size_t count = columns - wanted;
    if (count && input_text_size(input) > CSV_ATTRIBUTES_LIMIT)
        diagnostics_omit(reading->diagnostics, (struct place){input->path, 0, 0}, count,
                         "%s more %s left out, since the table is over %d MiB as text",
                         COUNT_TEXT(count), count == 1 ? "column is" : "columns are",
                         CSV_ATTRIBUTES_LIMIT >> 20);
}
