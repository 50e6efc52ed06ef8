#include "input/tasks/column_look.h"

#include <string.h>

#include "input/tasks/table_row.h"
#include "input/text/amount.h"
#include "input/text/cell.h"
#include "input/text/status_words.h"
#include "util/hash.h"
#include "util/number.h"

void table_start_at_rows(const struct table_header *header, const char *text, size_t size,
                         struct lines *lines)
{
    lines_init(lines, text, size);
    while (lines->next < header->csv.size && lines_next(lines))
        ; /* blank lines before the header, and it */
}

/* A moment since 2000 and before 2100, in s, ms, µs or ns since 1970. */
static bool is_stamp(double number)
{
    static const double FROM = 946684800, TO = 4102444800;
    for (double unit = 1; unit <= 1e9; unit *= 1000)
        if (number >= FROM * unit && number < TO * unit)
            return true;
    return false;
}

static void count_value(struct column_look *look, struct text_slice cell)
{
    if (look->values == COLUMN_LOOK_VALUES || cell_is_missing(cell))
        return;
    uint64_t hash = hash_bytes(HASH_START, cell.text, cell.size);
    for (size_t i = 0; i < look->values; i++)
        if (look->seen[i] == hash)
            return;
    look->seen[look->values++] = hash;
}

static void look_at_cell(struct column_look *look, struct text_slice cell)
{
    double value, seconds;
    struct csv_fault fault;
    bool number = number_parse(cell.text, cell.size, &value);
    look->rows++;
    count_value(look, cell);
    look->missing += cell_is_missing(cell);
    look->rising += number && look->numbers && value > look->latest;
    look->numbers += number;
    look->latest = number ? value : look->latest;
    look->lowest = number && !(look->lowest <= value) ? value : look->lowest;
    look->highest = number && !(look->highest >= value) ? value : look->highest;
    look->stamps += number && is_stamp(value);
    look->seconds += !cell_is_missing(cell) && amount_of(AMOUNT_SECONDS, cell, &seconds, &fault);
    look->flags += table_flag(cell) >= 0;
    look->several += cell.size && memchr(cell.text, ' ', cell.size);
    look->words += !number && status_of(cell).ending != ENDING_UNKNOWN;
}

static void look_at_dashed_rows(const struct table_header *header, size_t column,
                                struct text_slice *cells, const struct mapping *content,
                                struct column_look *look)
{
    struct header_names names = table_header_names(header);
    struct lines lines;
    table_start_at_rows(header, content->bytes, content->size, &lines);
    lines.size = header_rows_end(&names, lines);
    while (look->rows < look->most && lines_next(&lines))
        if (line_split(lines.line, table_dashes, cells, header->csv.count) == header->csv.count)
            look_at_cell(look, csv_trim(cells[column]));
}

static void look_at_csv_rows(const struct table_header *header, size_t column,
                             struct csv_record *record, const struct mapping *content,
                             struct column_look *look)
{
    struct header_names names = table_header_names(header);
    for (size_t at = header->csv.size; look->rows < look->most && at < content->size;
         at += record->size) {
        csv_read_record(record, content->bytes + at, content->size - at, header->csv.dialect);
        enum header_again again =
            header_again(&names, (struct text_slice){content->bytes + at, record->size});
        if (again == HEADER_CHANGED)
            break;
        if (again == HEADER_NOT_AGAIN && !record->problem && record->count == header->csv.count)
            look_at_cell(look, csv_trim(record->fields[column]));
    }
}

struct column_look table_look_at_column(const struct table_header *header, size_t column,
                                        size_t most, const struct mapping *content)
{
    struct column_look look = {.most = most, .lowest = NUMBER_MISSING, .highest = NUMBER_MISSING};
    struct arena arena;
    if (column >= header->csv.count)
        return look;
    arena_init(&arena);
    struct text_slice *cells = arena_alloc_array(&arena, header->csv.count, sizeof *cells);
    struct csv_record record = {.fields = cells, .room = header->csv.count, .arena = &arena};
    if (header->dashes)
        look_at_dashed_rows(header, column, cells, content, &look);
    else
        look_at_csv_rows(header, column, &record, content, &look);
    arena_release(&arena);
    return look;
}
