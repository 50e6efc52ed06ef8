#include "input/text/clock_alone.h"

#include "input/text/cell.h"
#include "input/text/sample_columns.h"
#include "util/instant.h"
#include "util/number.h"

enum { MOST_ROWS = 64 /* looked at */ };

static const char no_day[] =
    "its times are times of day without a date: add a column date (YYYY-MM-DD), or, if they are "
    "run times of tasks, use --mapping run_time=COLUMN";
static const char other_day[] = "its dates cannot be read: write them as YYYY-MM-DD or YYYYMMDD";

bool clock_is_alone(const struct csv_header *header, size_t time, size_t day, const char *text,
                    size_t size)
{
    struct arena arena;
    size_t rows = 0, alone = 0;
    double clock_s;
    if (time >= header->count)
        return false;
    arena_init(&arena);
    struct csv_record row = {.room = header->count, .arena = &arena};
    row.fields = arena_alloc_array(&arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < size && rows < MOST_ROWS; at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (!row.ended && rows)
            break;
        if (row.problem || row.count != header->count || cell_is_missing(row.fields[time]))
            continue;
        struct text_slice clock = csv_trim(row.fields[time]);
        bool is_dated =
            day < header->count && !number_is_missing(sample_time_of_day(row.fields[day], clock));
        rows++;
        alone += !is_dated && instant_parse_clock(clock.text, clock.size, &clock_s);
    }
    arena_release(&arena);
    return rows && alone == rows;
}

const char *clock_alone_advice(const char *text, size_t size)
{
    struct csv_header header;
    struct arena arena;
    arena_init(&arena);
    const char *advice = NULL;
    if (csv_read_header(&header, text, size, true, &arena)) {
        struct sample_columns columns = sample_columns_find(&header);
        if (clock_is_alone(&header, columns.time, columns.day, text, size))
            advice = columns.day < header.count ? other_day : no_day;
    }
    arena_release(&arena);
    return advice;
}
