#include "input/tasks/record_times.h"

#include <math.h>
#include <stdlib.h>

#include "util/count_text.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/quantity.h"

static const double YEAR_2001 = 1e9, DAY_S = 86400;

/* ---- a block's times ---- */

enum { SUBMIT, START, END, ELAPSED, TIMES };

/* Absent columns are NULL. */
struct times {
    double *columns[TIMES];
};

static struct times times_of(const struct records_block *block)
{
    static const int columns[TIMES] = {RECORD_SUBMIT_COLUMN, RECORD_START_COLUMN, RECORD_END_COLUMN,
                                       RECORD_ELAPSED_COLUMN};
    struct times times;
    for (int i = 0; i < TIMES; i++)
        times.columns[i] =
            (size_t)columns[i] < block->column_count ? block->values[columns[i]].numbers : NULL;
    return times;
}

static double get(const struct times *times, int which, size_t row)
{
    return times->columns[which] ? times->columns[which][row] : NUMBER_MISSING;
}

static void put(const struct times *times, int which, size_t row, double value)
{
    if (times->columns[which])
        times->columns[which][row] = value;
}

/* ---- unset times ---- */

bool record_time_is_unset(double time, double date)
{
    return date >= YEAR_2001 && fabs(time) < DAY_S;
}

static double latest_of(const struct times *times, size_t rows)
{
    double latest = NUMBER_MISSING;
    for (int i = SUBMIT; i <= END; i++)
        for (size_t row = 0; times->columns[i] && row < rows; row++)
            latest = fmax(latest, times->columns[i][row]);
    return latest;
}

/* Whether how long it took was worked out of an unset time, or of two. */
static bool follows_unset(double elapsed, bool no_start, bool no_end, bool are_zero)
{
    return no_start != no_end ? elapsed >= YEAR_2001 : are_zero && elapsed <= 0;
}

/* What followed from an unset time goes with it; what another column says makes up for it. */
static void forget_unset(const struct times *times, size_t row, double latest)
{
    double start = get(times, START, row), end = get(times, END, row);
    bool no_start = record_time_is_unset(start, latest), no_end = record_time_is_unset(end, latest);
    bool are_zero = no_start && no_end;
    no_end = no_end || (no_start && end < YEAR_2001);
    no_start = no_start || (no_end && start < YEAR_2001);
    if (record_time_is_unset(get(times, SUBMIT, row), latest))
        put(times, SUBMIT, row, NUMBER_MISSING);
    if (follows_unset(get(times, ELAPSED, row), no_start, no_end, are_zero))
        put(times, ELAPSED, row, NUMBER_MISSING);
    if (no_start)
        put(times, START, row, no_end ? NUMBER_MISSING : end - get(times, ELAPSED, row));
    if (no_end)
        put(times, END, row, no_start ? NUMBER_MISSING : start + get(times, ELAPSED, row));
}

/* ---- ends before their start ---- */

struct backwards {
    size_t count, timeless; /* timeless: that do not say how long they took either */
    double most_s;
};

/* Which of the two is wrong is not known: only what its source says of how long a task took
 * shows when it was. */
static void forget_backwards(const struct times *times, size_t row, struct backwards *backwards)
{
    double back_s = get(times, START, row) - get(times, END, row);
    double elapsed = get(times, ELAPSED, row);
    if (!(back_s > RECORD_TIMES_ROUNDING_S))
        return;
    backwards->count++;
    backwards->timeless += !(elapsed >= 0);
    backwards->most_s = fmax(backwards->most_s, back_s);
    put(times, START, row, elapsed >= 0 ? get(times, START, row) : NUMBER_MISSING);
    put(times, END, row, get(times, START, row) + elapsed);
}

static void note_backwards(const struct backwards *backwards, const char *path,
                           struct diagnostics *diagnostics)
{
    enum { DURATION_SIZE = 48 };
    char most[DURATION_SIZE];
    size_t count = backwards->count;
    diagnostics_omit(diagnostics, (struct place){path, 0, 0}, count,
                     "%s task%s before %s, by up to %s: %s", COUNT_TEXT(count),
                     count == 1 ? " ends" : "s end", count == 1 ? "it starts" : "they start",
                     quantity_format(backwards->most_s, "s", UNITS_IEC, most, sizeof most),
                     backwards->timeless ? "the times are left out"
                                         : "the end is computed from the elapsed time");
}

/* ---- all ---- */

static double *latest_of_sources(const struct records *records)
{
    double *latest = memory_alloc_array(records->source_count + 1, sizeof *latest);
    for (size_t i = 0; i < records->source_count + 1; i++)
        latest[i] = NUMBER_MISSING;
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        struct times times = times_of(block);
        latest[block->source] = fmax(latest[block->source], latest_of(&times, block->rows));
    }
    return latest;
}

void record_times_settle(struct records *records, struct diagnostics *diagnostics)
{
    double *latest = latest_of_sources(records);
    struct backwards *backwards = memory_alloc_array(records->source_count + 1, sizeof *backwards);
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        struct times times = times_of(block);
        bool has_dates = times.columns[SUBMIT] || times.columns[START] || times.columns[END];
        for (size_t row = 0; has_dates && row < block->rows; row++) {
            forget_unset(&times, row, latest[block->source]);
            forget_backwards(&times, row, &backwards[block->source]);
        }
    }
    for (size_t i = 0; i < records->source_count; i++) {
        records->backwards += backwards[i].count;
        records->timeless += backwards[i].timeless;
        if (backwards[i].count)
            note_backwards(&backwards[i], records->sources[i].path, diagnostics);
    }
    free(backwards);
    free(latest);
}
