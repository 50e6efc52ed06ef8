#include "input/devices/row_lengths.h"

#include <math.h>
#include <string.h>

#include "input/devices/activity_time.h"
#include "input/text/sample_columns.h"
#include "util/number.h"

enum { MOST_LOOKED_AT = 1 << 16 };                 /* bytes */
static const double NEARLY_ALL = 0.75;             /* of the rows of several moments */
static const double NEAR = 0.05, CLOCK_TICK_S = 1; /* of a length */

struct lengths {
    double first_time, first_length, last_time, last_length; /* NaN: none yet */
    size_t rows, since_first, between; /* rows at another moment than the one before */
};

static size_t find_lengths(const struct csv_header *header)
{
    static const char *const names[] = {"duration", "durations", "durationsec", "durationseconds",
                                        "elapsed",  "elapseds",  "elapsedtime", "elapsedseconds",
                                        "runtime",  "runtimes",  "walltime",    "walltimes"};
    char squeezed[COLUMN_NAME_SIZE];
    for (size_t i = 0; i < header->count; i++) {
        column_name_squeeze(header->names[i], squeezed);
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
            if (strcmp(squeezed, names[k]) == 0)
                return i;
    }
    return header->count;
}

static bool is_near(double one, double other)
{
    return fabs(one - other) <= CLOCK_TICK_S + NEAR * fabs(other);
}

static void look_at(struct lengths *lengths, double time, double length)
{
    if (isnan(lengths->first_time)) {
        lengths->first_time = time;
        lengths->first_length = length;
    } else if (time != lengths->last_time) {
        lengths->rows++;
        lengths->since_first += is_near(length - lengths->first_length, time - lengths->first_time);
        lengths->between += is_near(length, fabs(time - lengths->last_time)) &&
                            is_near(length, lengths->last_length);
    }
    lengths->last_time = time;
    lengths->last_length = length;
}

static struct lengths look_at_rows(const struct activity_columns *columns,
                                   const struct csv_header *header, size_t column, const char *text,
                                   size_t size)
{
    struct lengths lengths = {
        NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, 0, 0, 0};
    const struct text_slice none = {"", 0};
    size_t end = size < MOST_LOOKED_AT ? size : MOST_LOOKED_AT, day = columns->at[ACTIVITY_DAY];
    struct arena arena;
    arena_init(&arena);
    struct csv_record row = {.room = header->count, .arena = &arena};
    row.fields = arena_alloc_array(&arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < end; at += row.size) {
        struct csv_fault fault;
        double time, length;
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (row.problem || row.count != header->count)
            continue;
        struct text_slice cell = csv_trim(row.fields[column]);
        if (number_parse(cell.text, cell.size, &length) &&
            activity_time_of(csv_trim(row.fields[columns->at[ACTIVITY_TIME]]),
                             day < header->count ? csv_trim(row.fields[day]) : none, &time, &fault))
            look_at(&lengths, time, length);
    }
    arena_release(&arena);
    return lengths;
}

bool row_lengths_are_of_runs(const struct activity_columns *columns,
                             const struct csv_header *header, const char *text, size_t size)
{
    size_t column = find_lengths(header), time = columns->at[ACTIVITY_TIME];
    if (column == header->count || column == time || time == header->count)
        return false;
    if (csv_column(header, "emissions") < header->count) /* a run each, of CodeCarbon */
        return true;
    struct lengths lengths = look_at_rows(columns, header, column, text, size);
    if (isnan(lengths.first_time))
        return false;
    return (double)lengths.since_first < NEARLY_ALL * (double)lengths.rows + 0.5 &&
           (double)lengths.between < NEARLY_ALL * (double)lengths.rows + 0.5;
}
