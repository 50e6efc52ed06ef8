#include "input/text/csv_scan.h"

#include <stdlib.h>
#include <string.h>

#include "input/text/csv_chunk.h"
#include "util/memory.h"
#include "util/parallel.h"

/* So much is worked on at a time: enough for many threads, little enough to be still in the
 * processor's cache when it is read a second time. The first wave is of one chunk, each further one
 * of twice as many: of tables that follow in the same file, little is read in vain. */
enum { CHUNK_SIZE = 1 << 19, WAVE_CHUNKS = 64 };

struct wave {
    const struct csv_scan *scan;
    struct csv_chunk chunks[WAVE_CHUNKS];
    bool has_quotes;       /* or had them in the wave before: only then they are counted */
    bool odd[WAVE_CHUNKS]; /* an odd number of quotes lies in the chunk */
    size_t count, most;    /* most: chunks of this wave */
    size_t line;           /* in which the next chunk begins */
    long long records;
};

/* ---- where the records of a chunk start ---- */

static void count_quotes(void *context, size_t number)
{
    struct wave *wave = context;
    const struct csv_chunk *chunk = &wave->chunks[number];
    const char *at = wave->scan->input->content.bytes + chunk->begin;
    const char *end = wave->scan->input->content.bytes + chunk->stop;
    bool odd = false;
    while (at < end && (at = memchr(at, '"', (size_t)(end - at)))) {
        odd = !odd;
        at++;
    }
    wave->odd[number] = odd;
}

/* The first byte behind a line end that is not in quotes; the chunk's stop when there is none. */
static size_t find_start(const struct wave *wave, const struct csv_chunk *chunk, bool in_quotes)
{
    const char *text = wave->scan->input->content.bytes;
    char line_end = wave->scan->header->dialect.line_end;
    bool quotes = wave->scan->header->dialect.quotes;
    for (size_t i = chunk->begin - 1; i < chunk->stop; i++) {
        if (i >= chunk->begin && text[i] == '"' && quotes)
            in_quotes = !in_quotes;
        else if (text[i] == line_end && !in_quotes)
            return i + 1;
    }
    return chunk->stop;
}

/* A guess that holds for all files in which quotes come in pairs. */
static void guess_starts(struct wave *wave)
{
    bool in_quotes = wave->odd[0];
    for (size_t i = 1; i < wave->count; i++) {
        wave->chunks[i].start = find_start(wave, &wave->chunks[i], in_quotes);
        in_quotes = in_quotes != wave->odd[i];
    }
}

/* `start` is the start of a record. */
static void cut_wave(struct wave *wave, size_t start, size_t size)
{
    size_t chunk_size = wave->scan->chunk_size ? wave->scan->chunk_size : CHUNK_SIZE;
    for (wave->count = 0; wave->count < wave->most && start < size; wave->count++) {
        size_t stop = size - start > chunk_size ? start + chunk_size : size;
        wave->chunks[wave->count] =
            (struct csv_chunk){.begin = start, .stop = stop, .start = start};
        start = stop;
    }
    if (wave->count == 1)
        return;
    memset(wave->odd, 0, sizeof wave->odd);
    if (wave->has_quotes)
        parallel_threads(wave->scan->reading->jobs, wave->count, count_quotes, wave);
    guess_starts(wave);
}

/* ---- reading ---- */

static void read_chunk(void *context, size_t number)
{
    struct wave *wave = context;
    const struct reading *reading = wave->scan->reading;
    struct csv_chunk *chunk = &wave->chunks[number];
    csv_chunk_read(chunk, wave->scan);
    if (reading->progress)
        reading->progress(reading->progress_context, chunk->stop - chunk->begin);
}

static size_t lines_of_header(const struct csv_scan *scan)
{
    const char *text = scan->input->content.bytes;
    size_t lines = 0;
    for (size_t i = 0; i < scan->header->size; i++)
        lines += text[i] == scan->header->dialect.line_end;
    return lines;
}

static void report_rejects(const struct wave *wave, const struct csv_chunk *chunk)
{
    struct diagnostics *diagnostics = wave->scan->reading->diagnostics;
    for (size_t i = 0; i < chunk->rejects.count; i++) {
        const struct csv_reject *reject = &chunk->rejects.items[i];
        struct place place = {wave->scan->input->path, wave->line + reject->line, reject->offset};
        if (reject->cut)
            diagnostics_note_end(diagnostics, place,
                                 wave->scan->is_log ? DIAGNOSTIC_ENDS_UNFINISHED
                                                    : DIAGNOSTIC_ENDS_IN_RECORD,
                                 "the last line is cut off: it is left out");
        else
            diagnostics_reject(diagnostics, place, reject->fault.text.text, "%s",
                               reject->fault.reason);
    }
}

/* Where quotes do not come in pairs, a chunk may have begun in the wrong place: it is read again.
 */
static void settle_chunk(struct wave *wave, struct csv_chunk *chunk, size_t expected)
{
    size_t start = expected < chunk->stop ? expected : chunk->stop;
    if (chunk->start != start) {
        wave->scan->consumer.discard(chunk->part);
        chunk->start = start;
        csv_chunk_read(chunk, wave->scan);
    }
    report_rejects(wave, chunk);
    wave->records += chunk->records;
    wave->scan->consumer.finish(wave->scan->consumer.context, chunk->part, wave->line);
    wave->line += chunk->lines;
}

/* Returns where the next wave starts. */
static size_t read_wave(struct wave *wave, size_t start)
{
    parallel_threads(wave->scan->reading->jobs, wave->count, read_chunk, wave);
    size_t expected = start;
    bool is_over = false;
    wave->has_quotes = false;
    for (size_t i = 0; i < wave->count; i++) {
        if (is_over) {
            wave->scan->consumer.discard(wave->chunks[i].part);
            csv_chunk_release(&wave->chunks[i]);
            continue;
        }
        settle_chunk(wave, &wave->chunks[i], expected);
        if (wave->chunks[i].end > expected)
            expected = wave->chunks[i].end;
        wave->has_quotes = wave->has_quotes || wave->chunks[i].has_quotes;
        is_over = wave->chunks[i].is_last && reading_leave_rest(wave->scan->reading, expected);
        csv_chunk_release(&wave->chunks[i]);
    }
    return is_over ? wave->scan->input->content.size : expected;
}

/* What was inflated is not there a second time. */
static void give_back(const struct mapping *content, size_t from, size_t to)
{
    if (content->is_file)
        mapping_done_with(content, from, to);
}

long long csv_scan(const struct csv_scan *scan)
{
    const struct mapping *content = &scan->input->content;
    struct wave *wave = memory_alloc(sizeof *wave);
    wave->scan = scan;
    wave->has_quotes = scan->header->dialect.quotes;
    size_t start = scan->header->size;
    wave->line = 1 + lines_of_header(scan);
    for (wave->most = 1; start < content->size; wave->most *= wave->most < WAVE_CHUNKS ? 2 : 1) {
        cut_wave(wave, start, content->size);
        size_t next = read_wave(wave, start);
        give_back(content, start, next);
        start = next;
    }
    long long records = wave->records;
    free(wave);
    return records;
}

void csv_note_left_out(size_t columns, size_t wanted, const struct input *input,
                       const struct reading *reading)
{
    size_t count = columns - wanted;
    if (count && input->content.size > CSV_ATTRIBUTES_LIMIT)
        diagnostics_omit(reading->diagnostics, (struct place){input->path, 0, 0}, count,
                         "%zu further %s left out, since the file is over %d MiB", count,
                         count == 1 ? "column is" : "columns are", CSV_ATTRIBUTES_LIMIT >> 20);
}
