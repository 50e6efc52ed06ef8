#include "input/devices/lone_card.h"

#include <math.h>
#include <stdlib.h>

#include "input/devices/activity_table.h"
#include "util/memory.h"

enum { MOST_LOOKED_AT = 1 << 16 };     /* bytes */
static const double LEAST_OTHER = 0.4; /* of the intervals between rows: those within one moment */

static const double LEAST_PAUSE_S = 0.02; /* nobody samples more often */

static const char advice[] =
    "it has several rows of GPUs at a time and no column that tells the GPUs apart: add index "
    "(or uuid) to the columns, as in nvidia-smi --query-gpu=timestamp,index,...";

static int compare(const void *left, const void *right)
{
    double l = *(const double *)left, r = *(const double *)right;
    return (l > r) - (l < r);
}

/* One GPU is sampled about every so often; of several, rows follow each other at once, then comes
 * the pause. A few pauses are much longer than the others. */
static bool come_in_turns(double *intervals, size_t count)
{
    size_t short_ones = 0;
    if (!count)
        return false;
    qsort(intervals, count, sizeof *intervals, compare);
    double pause = intervals[(count - 1) * 19 / 20];
    for (size_t i = 0; i < count; i++)
        short_ones += intervals[i] < fmax(pause / 2, LEAST_PAUSE_S);
    return (double)short_ones >= LEAST_OTHER * (double)count;
}

bool lone_card_is_many(const struct activity_columns *columns, const struct csv_header *header,
                       const char *text, size_t size)
{
    if (!activity_columns_are_of_one_card(columns))
        return false;
    struct arena arena;
    double *intervals = NULL, latest = NAN, time;
    size_t count = 0, capacity = 0, end = size < MOST_LOOKED_AT ? size : MOST_LOOKED_AT;
    const struct csv_span none = {"", 0};
    arena_init(&arena);
    struct csv_record row = {.room = header->count, .arena = &arena};
    size_t day = columns->at[ACTIVITY_DAY];
    row.fields = arena_alloc_array(&arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < end; at += row.size) {
        struct csv_fault fault;
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (row.problem || row.count != header->count ||
            !activity_time_of(csv_trim(row.fields[columns->at[ACTIVITY_TIME]]),
                              day < header->count ? csv_trim(row.fields[day]) : none, &time,
                              &fault))
            continue;
        memory_reserve(&intervals, &capacity, count + 1, sizeof *intervals);
        if (!isnan(latest))
            intervals[count++] = fabs(time - latest);
        latest = time;
    }
    bool is_many = come_in_turns(intervals, count);
    free(intervals);
    arena_release(&arena);
    return is_many;
}

const char *lone_card_columns_advice(const struct activity_columns *columns,
                                     const struct csv_header *header, const char *text, size_t size)
{
    return lone_card_is_many(columns, header, text, size) ? advice : NULL;
}

const char *lone_card_advice(const char *text, size_t size)
{
    struct csv_header header;
    struct activity_columns columns;
    struct arena arena;
    const char *found = NULL;
    arena_init(&arena);
    if (csv_read_header(&header, text, size, true, &arena)) {
        activity_columns_make(&columns, &header, NULL, 0, &arena);
        found = lone_card_columns_advice(&columns, &header, text, size);
    }
    arena_release(&arena);
    return found;
}
