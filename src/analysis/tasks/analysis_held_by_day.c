/* held_by_day: what the attempts that started in a day, a week, a month held, used and lost, and
 * how long they waited; held_by_day_parts: their core time in parts, in the shortest periods of
 * which there are few enough for a chart.
 *
 * Of batch systems, and of sources that name users and the like, where starts are more than two
 * days apart. Days are those of the report's time zone. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/held_sums.h"
#include "analysis/tasks/held_waits.h"
#include "analysis/tasks/holders.h"
#include "analysis/tasks/task_times.h"
#include "table/held_names.h"
#include "table/rows.h"
#include "util/instant.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

enum { DAY_S = 86400, DAYS_OF_WEEK = 7, DAY_TEXT = 10 /* 2025-03-01 */ };
static const double LEAST_SPAN_S = 2 * DAY_S;

/* ---- the days ---- */

struct days {
    struct group_index index; /* .task: the day, counted from 1970-01-01 */
    LIST_OF(struct held_sums) sums;
    uint32_t *groups;   /* of each record; HELD_NO_ROW: no attempt, or its start is unknown */
    double first, last; /* starts */
    double slot;        /* the quarter of an hour of the start before, and its day */
    uint32_t day;
};

/* Days of all zones begin with a quarter of an hour: neighbours are mostly in the same. */
static uint32_t day_of(struct days *days, double start)
{
    const double SLOT_S = 900, slot = floor(start / SLOT_S);
    if (slot != days->slot) {
        days->slot = slot;
        days->day = (uint32_t)instant_day(start);
    }
    return days->day;
}

static void add_attempt(struct days *days, const struct held_columns *columns,
                        const struct records_block *block, size_t row, double start,
                        uint32_t *group)
{
    static const double MOST = 1e11; /* in the year 5138 */
    *group = HELD_NO_ROW;
    if (!instant_is_date(start) || start > MOST || !task_is_attempt(block, row))
        return;
    const struct held_amounts amounts = held_amounts_at(columns, block, row);
    *group = group_index_add(&days->index, (struct group_key){0, day_of(days, start)});
    list_reach(&days->sums, days->index.count, (struct held_sums){0});
    held_sums_add(&days->sums.items[*group], &amounts);
    days->first = fmin(days->first, start);
    days->last = fmax(days->last, start);
}

static struct days days_make(const struct task_groups *groups)
{
    const struct records *records = groups->records;
    const struct held_columns columns = held_columns_of(records);
    struct days days = {.groups = memory_alloc_array(records->rows, sizeof *days.groups),
                        .first = INFINITY,
                        .last = -INFINITY,
                        .slot = NUMBER_MISSING};
    uint32_t *group = days.groups;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        struct task_time_columns times = task_time_columns_of(block);
        for (size_t row = 0; row < block->rows; row++)
            add_attempt(&days, &columns, block, row, task_times_at(&times, row).start, group++);
    }
    return days;
}

/* ---- periods ---- */

static long day_itself(long day)
{
    return day;
}

/* The first of 1970 was a Thursday. */
static long monday_of(long day)
{
    const long thursday = 3;
    return day - (day + thursday) % DAYS_OF_WEEK;
}

static const char *day_text(long day, char text[64])
{
    instant_format((double)day * DAY_S, INSTANT_ISO, text, 64);
    text[DAY_TEXT] = '\0';
    return text;
}

static long first_of_month(long day)
{
    char text[64];
    day_text(day, text);
    text[DAY_TEXT - 2] = '0';
    text[DAY_TEXT - 1] = '1';
    return instant_parse_day(text, DAY_TEXT, &day) ? day : 0;
}

static const struct period {
    const char *name;
    long (*first_day)(long day);
} periods[] = {{HELD_BY_DAYS, day_itself},
               {HELD_BY_WEEKS, monday_of},
               {HELD_BY_MONTHS, first_of_month}};
enum { PERIODS = sizeof periods / sizeof periods[0] };

struct period_row {
    long day; /* its first */
    struct held_sums sums;
};

struct period_rows {
    struct period_row *items; /* in the order of time; to be freed, as is row_of */
    size_t count;
    uint32_t *row_of; /* of each group of days */
};

static int by_day(const void *left, const void *right)
{
    const struct period_row *l = left, *r = right;
    return (l->day > r->day) - (l->day < r->day);
}

static uint32_t find_row(const struct period_rows *rows, long day)
{
    const struct period_row wanted = {.day = day};
    const struct period_row *found =
        bsearch(&wanted, rows->items, rows->count, sizeof wanted, by_day);
    return (uint32_t)(found - rows->items);
}

static struct period_rows rows_of(const struct days *days, const struct period *period)
{
    size_t all = days->index.count;
    struct period_rows rows = {.items = memory_alloc_array(all, sizeof *rows.items),
                               .row_of = memory_alloc_array(all, sizeof *rows.row_of)};
    for (size_t i = 0; i < all; i++)
        rows.items[i].day = period->first_day((long)days->index.keys[i].task);
    qsort(rows.items, all, sizeof *rows.items, by_day);
    for (size_t i = 0; i < all; i++)
        if (!rows.count || rows.items[rows.count - 1].day != rows.items[i].day)
            rows.items[rows.count++].day = rows.items[i].day;
    for (size_t i = 0; i < all; i++) {
        rows.row_of[i] = find_row(&rows, period->first_day((long)days->index.keys[i].task));
        held_sums_merge(&rows.items[rows.row_of[i]].sums, &days->sums.items[i]);
    }
    return rows;
}

/* ---- the tables ---- */

static void put_rows(struct tables *tables, const struct period *period,
                     const struct period_rows *rows, const struct held_wait *waits)
{
    char text[64];
    for (size_t i = 0; i < rows->count; i++) {
        struct held_by_day_row cells = held_by_day_row_missing();
        cells.period = period->name;
        cells.day = day_text(rows->items[i].day, text);
        cells.start = instant_of_day(rows->items[i].day, 0);
        row_set_held(&cells, &rows->items[i].sums);
        row_set_waits(&cells, &waits[i]);
        held_by_day_row_put(tables_at(tables, TABLE_held_by_day), &cells);
    }
}

static void put_parts(struct tables *tables, const struct period *period,
                      const struct period_rows *rows, const struct held_sums *all)
{
    char text[64];
    for (size_t i = 0; i < rows->count; i++)
        for (size_t part = 0; part < HELD_PARTS; part++) {
            if (!held_has_part(all, (enum held_part)part))
                continue;
            struct held_by_day_parts_row cells = held_by_day_parts_row_missing();
            cells.period = period->name;
            cells.day = day_text(rows->items[i].day, text);
            cells.part = held_part_names[part];
            cells.core_s = held_part(&rows->items[i].sums, (enum held_part)part);
            held_by_day_parts_row_put(tables_at(tables, TABLE_held_by_day_parts), &cells);
        }
}

static void put_periods(struct tables *tables, const struct days *days,
                        const struct queued_attempts *queue)
{
    struct held_sums all = {0};
    bool is_drawn = false;
    for (size_t i = 0; i < days->sums.count; i++)
        held_sums_merge(&all, &days->sums.items[i]);
    for (size_t i = 0; i < PERIODS; i++) {
        struct period_rows rows = rows_of(days, &periods[i]);
        const struct held_rows counted = {days->groups, rows.row_of, rows.count};
        struct held_wait *waits = held_waits_make(queue, &counted);
        if (rows.count > 1)
            put_rows(tables, &periods[i], &rows, waits);
        if (!is_drawn && rows.count > 1 &&
            (rows.count <= HELD_BY_MOST_PERIODS || i == PERIODS - 1)) {
            put_parts(tables, &periods[i], &rows, &all);
            is_drawn = true;
        }
        free(waits);
        free(rows.items);
        free(rows.row_of);
    }
}

/* ---- the analysis ---- */

static bool is_of_interest(const struct records *records)
{
    struct holder_columns columns;
    bool is_named = false, has_queue = false;
    for (enum holder holder = 0; holder < HOLDERS; holder++)
        is_named = is_named || holder_columns_find(&columns, records, holder);
    for (size_t i = 0; i < records->source_count; i++)
        has_queue = has_queue || records->sources[i].has_queue;
    return is_named || has_queue;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !is_of_interest(groups->records) || !task_times_known(groups->records))
        return;
    struct days days = days_make(groups);
    if (days.last - days.first > LEAST_SPAN_S) {
        struct queued_attempts queue = queued_attempts_make(groups);
        put_periods(tables, &days, &queue);
        free(queue.items);
    }
    group_index_release(&days.index);
    free(days.sums.items);
    free(days.groups);
}

const struct analysis analysis_held_by_day = {"held_by_day", run};
