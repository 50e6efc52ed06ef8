#include "input/text/csv_chunk.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "input/text/csv_index.h"
#include "input/text/header_again.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/utf8.h"

enum { FAULT_TEXT_SIZE = 200, LONGEST_HEADER = 1 << 16 };

struct walk {
    const struct csv_scan *scan;
    struct csv_chunk *chunk;
    const char *text; /* the whole file */
    size_t size;
    struct text_slice *fields; /* the wanted ones of a record */
    struct text_slice *all;    /* those of a record that is read the slow way */
    /* By first letter, of how many bytes columns' names are: bit 0 of 1, …, bit 63 of more. */
    uint64_t name_sizes[UCHAR_MAX + 1];
};

void csv_chunk_release(struct csv_chunk *chunk)
{
    free(chunk->rejects.items);
    arena_release(&chunk->arena);
    *chunk = (struct csv_chunk){0};
}

/* ---- what becomes of a record ---- */

static struct text_slice start_of(struct walk *walk, struct text_slice text)
{
    if (text.size > FAULT_TEXT_SIZE)
        text.size = FAULT_TEXT_SIZE;
    return (struct text_slice){arena_text_of_size(&walk->chunk->arena, text.text, text.size),
                               text.size};
}

static void add_reject(struct walk *walk, size_t offset, struct csv_fault fault, bool cut)
{
    struct csv_chunk *chunk = walk->chunk;
    fault.text = start_of(walk, fault.text);
    *list_add(&chunk->rejects) = (struct csv_reject){offset, chunk->lines, fault, cut};
}

static struct text_slice line_at(const struct walk *walk, size_t offset)
{
    const char *line = walk->text + offset;
    size_t size = walk->size - offset < FAULT_TEXT_SIZE ? walk->size - offset : FAULT_TEXT_SIZE;
    const char *end = memchr(line, walk->scan->header->dialect.line_end, size);
    return csv_trim((struct text_slice){line, end ? (size_t)(end - line) : size});
}

/* Whether the record is no reject, but a line of names or of what they are: the part ends before
 * other names. */
static bool is_header(struct walk *walk, size_t offset)
{
    const struct csv_scan *scan = walk->scan;
    const char *text = walk->text + offset;
    size_t left = walk->size - offset, most = left < LONGEST_HEADER ? left : LONGEST_HEADER;
    const char *end = memchr(text, scan->header->dialect.line_end, most);
    struct text_slice line = {text, end ? (size_t)(end - text) : most};
    if (csv_is_annotation(line))
        return true;
    struct header_names names = {.names = scan->header->names,
                                 .count = scan->header->count,
                                 .separator = {&scan->header->dialect.separator, 1}};
    enum header_again again = header_again(&names, line);
    if (again != HEADER_CHANGED || !scan->reading->rest || offset == 0)
        return again == HEADER_SAME_AGAIN;
    walk->chunk->is_last = true;
    walk->chunk->end = offset;
    return true;
}

static void reject_line(struct walk *walk, size_t offset, const char *reason, bool cut)
{
    if (!is_header(walk, offset))
        add_reject(walk, offset, (struct csv_fault){reason, line_at(walk, offset)}, cut);
}

static uint64_t size_bit(size_t size)
{
    return UINT64_C(1) << (size < 64 ? size - 1 : 63);
}

/* Whether the first wanted field is a column's name, as in a line of names that can be read as a
 * record. */
static bool begins_with_name(const struct walk *walk)
{
    const struct csv_header *header = walk->scan->header;
    struct text_slice field = csv_first_name(walk->fields[0]);
    if (!field.size || !(walk->name_sizes[(unsigned char)*field.text] & size_bit(field.size)))
        return false;
    for (size_t i = 0; i < header->count; i++)
        if (strlen(header->names[i]) == field.size &&
            memcmp(header->names[i], field.text, field.size) == 0)
            return true;
    return false;
}

static void deliver(struct walk *walk, size_t offset)
{
    struct csv_fault fault = {"invalid row", {"", 0}};
    struct csv_chunk *chunk = walk->chunk;
    bool may_be_header = walk->text[offset] == '#' || begins_with_name(walk);
    if (may_be_header && is_header(walk, offset))
        return;
    if (walk->scan->consumer.record(chunk->part, walk->fields, chunk->lines, &fault))
        chunk->records++;
    else if (!is_header(walk, offset))
        add_reject(walk, offset, fault, false);
}

static const char *wrong_text(const char *text, size_t size)
{
    if (utf8_is_valid(text, size))
        return NULL;
    return memchr(text, '\0', size) ? "NUL character" : "not valid UTF-8";
}

static const char *wrong_count(const struct walk *walk, size_t count)
{
    return count < walk->scan->header->count ? "fewer fields than the header"
                                             : "more fields than the header";
}

/* ---- any record ---- */

static const char *problem_of(const struct walk *walk, const struct csv_record *record,
                              size_t offset)
{
    if (record->problem)
        return record->problem;
    if (record->count != walk->scan->header->count)
        return wrong_count(walk, record->count);
    return wrong_text(walk->text + offset, record->size);
}

static bool is_cut(const struct walk *walk, const struct csv_record *record)
{
    bool short_of = !record->problem && record->count < walk->scan->header->count;
    return !record->ended && (record->open || short_of);
}

static void use_record(struct walk *walk, const struct csv_record *record, size_t offset)
{
    const char *problem = problem_of(walk, record, offset);
    if (problem) {
        reject_line(walk, offset, problem, is_cut(walk, record));
        return;
    }
    for (size_t i = 0; i < walk->scan->column_count; i++)
        walk->fields[i] = record->fields[walk->scan->columns[i]];
    deliver(walk, offset);
}

static size_t count_lines(const struct walk *walk, size_t offset, size_t size)
{
    const char *at = walk->text + offset, *end = at + size;
    char line_end = walk->scan->header->dialect.line_end;
    size_t lines = 0;
    for (; at < end && (at = memchr(at, line_end, (size_t)(end - at))); at++)
        lines++;
    return lines;
}

/* Returns its size. */
static size_t take_any(struct walk *walk, size_t offset)
{
    struct csv_record record = {.fields = walk->all,
                                .room = walk->scan->header->count,
                                .arena = &walk->chunk->arena};
    walk->chunk->has_quotes = true;
    csv_read_record(&record, walk->text + offset, walk->size - offset, walk->scan->header->dialect);
    if (!csv_record_is_blank(&record))
        use_record(walk, &record, offset);
    walk->chunk->lines += count_lines(walk, offset, record.size);
    return record.size;
}

/* ---- records without quotes, by the index ---- */

/* `marks` are those of the record; it lies in text[row..). */
static void take_indexed(struct walk *walk, const char *text, size_t row, const uint32_t *marks)
{
    const struct csv_scan *scan = walk->scan;
    for (size_t i = 0; i < scan->column_count; i++) {
        size_t column = scan->columns[i], from = column ? marks[column - 1] + 1 : row;
        walk->fields[i] = (struct text_slice){text + from, marks[column] - from};
    }
    size_t last = scan->column_count - 1;
    struct text_slice *field = &walk->fields[last];
    if (scan->columns[last] + 1 == scan->header->count && field->size &&
        field->text[field->size - 1] == '\r')
        field->size--;
    deliver(walk, (size_t)(text - walk->text) + row);
}

static void take_line(struct walk *walk, const struct csv_index *index, const char *text,
                      size_t row, size_t first, size_t last)
{
    size_t offset = (size_t)(text - walk->text) + row, size = index->marks[last] - row;
    size_t count = last - first + 1;
    const char *problem = NULL;
    if (count == 1 && !csv_trim((struct text_slice){text + row, size}).size)
        return;
    if (count != walk->scan->header->count)
        problem = wrong_count(walk, count);
    else if (!index->plain)
        problem = wrong_text(text + row, size);
    if (problem)
        reject_line(walk, offset, problem, false);
    else
        take_indexed(walk, text, row, index->marks + first);
}

/* Reads the records that lie in the window and start before the chunk's stop; returns where the
 * next one starts. */
static size_t read_window(struct walk *walk, struct csv_index *index, size_t position)
{
    size_t left = walk->size - position, limit = walk->chunk->stop - position;
    const char *text = walk->text + position, line_end = walk->scan->header->dialect.line_end;
    csv_index_make(index, text, left < CSV_WINDOW ? left : CSV_WINDOW, walk->scan->header->dialect);
    size_t row = 0, first = 0;
    for (size_t i = 0; i < index->stop_count && row < limit && !walk->chunk->is_last; i++) {
        size_t mark = index->stops[i];
        if (mark < first)
            continue;
        if (text[index->marks[mark]] == line_end) {
            take_line(walk, index, text, row, first, mark);
            walk->chunk->lines++;
            row = index->marks[mark] + 1;
            first = mark + 1;
            continue;
        }
        row += take_any(walk, position + row);
        while (first < index->mark_count && index->marks[first] < row)
            first++;
    }
    return position + (row ? row : take_any(walk, position));
}

void csv_chunk_read(struct csv_chunk *chunk, const struct csv_scan *scan)
{
    struct csv_index *index = malloc(sizeof *index);
    if (!index)
        memory_exhausted();
    struct walk walk = {
        .scan = scan,
        .chunk = chunk,
        .text = scan->input->content.bytes,
        .size = scan->input->content.size,
        .fields = memory_alloc_array(scan->column_count, sizeof *walk.fields),
        .all = memory_alloc_array(scan->header->count, sizeof *walk.all),
    };
    for (size_t i = 0; i < scan->header->count; i++)
        if (*scan->header->names[i])
            walk.name_sizes[(unsigned char)*scan->header->names[i]] |=
                size_bit(strlen(scan->header->names[i]));
    chunk->has_quotes = false;
    chunk->is_last = false;
    chunk->records = 0;
    chunk->lines = 0;
    chunk->rejects.count = 0;
    chunk->part = scan->consumer.begin(scan->consumer.context);
    size_t position = chunk->start;
    while (position < chunk->stop && !chunk->is_last)
        position = read_window(&walk, index, position);
    if (!chunk->is_last)
        chunk->end = position;
    free(walk.fields);
    free(walk.all);
    free(index);
}
