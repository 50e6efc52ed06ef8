#include "input/tasks/clock_column.h"

#include <math.h>
#include <stdlib.h>

#include "input/text/cell.h"
#include "input/text/sample_columns.h"
#include "util/instant.h"
#include "util/list.h"
#include "util/number.h"

enum { MOST_ROWS = 20000 /* looked at */, LEAST_ROWS = 3, LEAST_RISES = 4 };
static const double MOST_FALLS = 0.1; /* of the rows: from the last one of a host to the next's */
static const double MOST_OTHER = 0.25, MOST_JITTER = 0.05, CLOCK_TICK_S = 1; /* of intervals */

struct clocks {
    size_t rows, clocks, dated, falls;
    double latest;
    LIST_OF(double) rises; /* between rows that follow each other */
};

static void look_at(struct clocks *clocks, struct text_slice cell, struct text_slice day)
{
    double clock_s;
    if (cell_is_missing(cell))
        return;
    clocks->rows++;
    if (!instant_parse_clock(cell.text, cell.size, &clock_s))
        return;
    if (!number_is_missing(sample_time_of_day(day, cell)))
        clocks->dated++;
    if (clocks->clocks++ && clock_s > clocks->latest) {
        *list_add(&clocks->rises) = clock_s - clocks->latest;
    } else if (clocks->clocks > 1) {
        clocks->falls += clock_s < clocks->latest;
    }
    clocks->latest = clock_s;
}

static void look_at_rows(struct clocks *clocks, const struct csv_header *header, size_t column,
                         const struct mapping *content)
{
    struct arena arena;
    arena_init(&arena);
    size_t day = sample_columns_find(header).day;
    struct csv_record row = {.room = header->count, .arena = &arena};
    row.fields = arena_alloc_array(&arena, header->count, sizeof *row.fields);
    for (size_t at = header->size;
         at < content->size && clocks->rows < MOST_ROWS && clocks->rows == clocks->clocks;
         at += row.size) {
        csv_read_record(&row, content->bytes + at, content->size - at, header->dialect);
        if (!row.ended && clocks->rows) /* its last cell may be cut */
            break;
        if (!row.problem && row.count == header->count)
            look_at(clocks, csv_trim(row.fields[column]),
                    day < header->count ? row.fields[day] : (struct text_slice){"", 0});
    }
    arena_release(&arena);
}

static bool are_regular(struct clocks *clocks)
{
    size_t count = clocks->rises.count, others = 0;
    qsort(clocks->rises.items, count, sizeof *clocks->rises.items, number_compare);
    double middle = clocks->rises.items[count / 2],
           jitter = fmax(MOST_JITTER * middle, CLOCK_TICK_S);
    for (size_t i = 0; i < count; i++)
        others += fabs(clocks->rises.items[i] - middle) > jitter;
    return (double)others <= MOST_OTHER * (double)count;
}

static bool follow_each_other(struct clocks *clocks, bool are_named)
{
    if (clocks->clocks < LEAST_ROWS || (double)clocks->falls > MOST_FALLS * (double)clocks->clocks)
        return false;
    return !are_named || (clocks->rises.count >= LEAST_RISES && are_regular(clocks));
}

bool clock_column_is(const struct table_header *header, const struct table_columns *columns,
                     size_t column, const struct mapping *content)
{
    struct clocks clocks = {0};
    bool are_named =
        columns->at[TABLE_TASK] < columns->count || columns->at[TABLE_ID] < columns->count;
    if (header->dashes || column >= header->csv.count)
        return false;
    look_at_rows(&clocks, &header->csv, column, content);
    bool is = clocks.rows && clocks.clocks == clocks.rows &&
              (clocks.dated == clocks.rows || follow_each_other(&clocks, are_named));
    free(clocks.rises.items);
    return is;
}
