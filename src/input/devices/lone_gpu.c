#include "input/devices/lone_gpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "input/devices/activity_time.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_LOOKED_AT = 1 << 16 };     /* bytes */
static const double LEAST_OTHER = 0.4; /* of the intervals between rows: those within one moment */

static const double LEAST_PAUSE_S = 0.02; /* nobody samples more often */

static const char advice[] =
    "it has several GPU rows per time stamp, but no column that identifies the GPU: add index or "
    "uuid, as in nvidia-smi --query-gpu=timestamp,index,...";

/* Stamps of whole seconds leave several samples of one GPU at a moment; what it measures from one
 * to the next, within a second or not, changes less than from second to second. */
static const double MOST_CHANGE = 0.75;
enum { LEAST_SECONDS = 8 };

enum { METRICS = ACTIVITY_MEANINGS - ACTIVITY_ENERGY };

/* The first rows: their times and, of each, what its metrics are, in whatever unit. */
struct row {
    double time, values[METRICS];
};
struct rows {
    const struct activity_columns *columns;
    struct row *items;
    size_t count, capacity;
};

/* ---- rows ---- */

/* Of "95 %" and "300.12 W"; missing where the cell begins with none. */
static double number_before_unit(struct text_slice cell)
{
    double number = NUMBER_MISSING;
    size_t size = 0;
    cell = csv_trim(cell);
    while (size < cell.size && strchr("+-.0123456789eE", cell.text[size]))
        size++;
    return number_parse(cell.text, size, &number) ? number : NUMBER_MISSING;
}

static void add_row(struct rows *rows, double time, const struct csv_record *row)
{
    struct row *added = list_add(rows);
    added->time = time;
    for (int i = 0; i < METRICS; i++) {
        size_t column = rows->columns->at[ACTIVITY_ENERGY + i];
        added->values[i] =
            column < row->count ? number_before_unit(row->fields[column]) : NUMBER_MISSING;
    }
}

static void read_rows(struct rows *rows, const struct csv_header *header, const char *text,
                      size_t size)
{
    struct arena arena;
    const struct text_slice none = {"", 0};
    size_t end = size < MOST_LOOKED_AT ? size : MOST_LOOKED_AT;
    arena_init(&arena);
    struct csv_record row = {.room = header->count, .arena = &arena};
    size_t day = rows->columns->at[ACTIVITY_DAY];
    row.fields = arena_alloc_array(&arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < end; at += row.size) {
        struct csv_fault fault;
        double time;
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (!row.problem && row.count == header->count &&
            activity_time_of(csv_trim(row.fields[rows->columns->at[ACTIVITY_TIME]]),
                             day < header->count ? csv_trim(row.fields[day]) : none, &time, &fault))
            add_row(rows, time, &row);
    }
    arena_release(&arena);
}

/* ---- by the times ---- */

/* One GPU is sampled about every so often; of several, rows follow each other at once, then comes
 * the pause. A few pauses are much longer than the others. */
static bool come_in_turns(const struct rows *rows)
{
    size_t short_ones = 0, count = rows->count ? rows->count - 1 : 0;
    if (!count)
        return false;
    double *intervals = memory_alloc_array(count, sizeof *intervals);
    for (size_t i = 0; i < count; i++)
        intervals[i] = fabs(rows->items[i + 1].time - rows->items[i].time);
    qsort(intervals, count, sizeof *intervals, number_compare);
    double pause = intervals[(count - 1) * 19 / 20];
    for (size_t i = 0; i < count; i++)
        short_ones += intervals[i] < fmax(pause / 2, LEAST_PAUSE_S);
    free(intervals);
    return (double)short_ones >= LEAST_OTHER * (double)count;
}

/* ---- by the values ---- */

/* How many rows a second has; 0: not every second has rows, or stamps are not of whole ones. */
static size_t rows_per_second(const struct rows *rows)
{
    size_t seconds = 0;
    for (size_t i = 0; i < rows->count; i++) {
        double step = i ? rows->items[i].time - rows->items[i - 1].time : 1;
        if (fmod(rows->items[i].time, 1) != 0 || !(step == 0 || step == 1))
            return 0;
        seconds += step > 0;
    }
    return seconds < LEAST_SECONDS ? 0 : (rows->count + seconds / 2) / seconds;
}

/* The mean change of a metric from a row to the one `lag` rows later, of those that are at the same
 * time, or not; missing where there are none. */
static double mean_change(const struct rows *rows, int metric, size_t lag, bool at_once)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = lag; i < rows->count; i++) {
        double change = fabs(rows->items[i].values[metric] - rows->items[i - lag].values[metric]);
        if (isnan(change) || (rows->items[i].time == rows->items[i - lag].time) != at_once)
            continue;
        sum += change;
        count++;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

/* Values of several GPUs change by turns, or all from one second to the next; where it cannot be
 * known they may be. */
static bool go_on_within_seconds(const struct rows *rows)
{
    size_t per_second = rows_per_second(rows);
    bool any = false;
    for (int i = 0; per_second > 1 && i < METRICS; i++) {
        double within = mean_change(rows, i, 1, true), onward = mean_change(rows, i, 1, false);
        double later = mean_change(rows, i, per_second, false);
        if (later < MOST_CHANGE * within)
            return false;
        any |= fmax(within, onward) < MOST_CHANGE * later;
    }
    return any;
}

bool lone_gpu_is_many(const struct activity_columns *columns, const struct csv_header *header,
                      const char *text, size_t size)
{
    if (!activity_columns_are_of_one_gpu(columns))
        return false;
    struct rows rows = {.columns = columns};
    read_rows(&rows, header, text, size);
    bool is_many = come_in_turns(&rows) && !go_on_within_seconds(&rows);
    free(rows.items);
    return is_many;
}

const char *lone_gpu_columns_advice(const struct activity_columns *columns,
                                    const struct csv_header *header, const char *text, size_t size)
{
    return lone_gpu_is_many(columns, header, text, size) ? advice : NULL;
}

const char *lone_gpu_advice(const char *text, size_t size)
{
    struct csv_header header;
    struct activity_columns columns;
    struct arena arena;
    const char *found = NULL;
    arena_init(&arena);
    if (csv_read_header(&header, text, size, true, &arena)) {
        activity_columns_make(&columns, &header, NULL, 0, &arena);
        found = lone_gpu_columns_advice(&columns, &header, text, size);
    }
    arena_release(&arena);
    return found;
}
