#include "analysis/statistics/thin.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/number.h"

#define NONE SIZE_MAX

/* Samples of one column that stay, by number. */
struct column {
    size_t first, low, high, last; /* NONE: nothing present yet */
    size_t before_gap;             /* the present sample behind which a gap begins, or NONE */
    double gap_time;
};

struct thinning {
    const double *times, *values;
    double gap_s;
    double *out_times, *out_values;
    size_t written;
    size_t previous; /* the present sample before, or NONE */
    bool lead_gap;   /* a gap lies before the column's first sample */
    double lead_time;
    struct column column;
};

static void put(struct thinning *thinning, double time, double value)
{
    thinning->out_times[thinning->written] = time;
    thinning->out_values[thinning->written++] = value;
}

/* Is there a gap between present samples a < b? A missing sample lends its time. */
static bool find_gap(const struct thinning *thinning, size_t a, size_t b, double *time)
{
    double left = thinning->times[a], right = thinning->times[b];
    *time = b > a + 1 ? thinning->times[a + 1] : left + (right - left) / 2;
    return b > a + 1 || right - left > thinning->gap_s;
}

static void start_column(struct thinning *thinning)
{
    thinning->lead_gap = false;
    thinning->column = (struct column){.first = NONE, .before_gap = NONE};
}

static void add_to_column(struct thinning *thinning, size_t i)
{
    struct column *column = &thinning->column;
    double time = 0;
    bool gap = thinning->previous != NONE && find_gap(thinning, thinning->previous, i, &time);
    if (column->first == NONE) {
        column->first = column->low = column->high = i;
        thinning->lead_gap = gap;
        thinning->lead_time = time;
    } else if (gap && column->before_gap == NONE) {
        column->before_gap = thinning->previous;
        column->gap_time = time;
    }
    if (thinning->values[i] < thinning->values[column->low])
        column->low = i;
    if (thinning->values[i] > thinning->values[column->high])
        column->high = i;
    column->last = i;
    thinning->previous = i;
}

/* At most four points and one gap: a gap at the front matters more than one inside. */
static void finish_column(struct thinning *thinning)
{
    const struct column *column = &thinning->column;
    if (column->first == NONE)
        return;
    bool low_first = column->low < column->high;
    size_t kept[] = {column->first, low_first ? column->low : column->high,
                     low_first ? column->high : column->low, column->last};
    size_t gap = thinning->lead_gap ? NONE : column->before_gap;
    if (thinning->lead_gap)
        put(thinning, thinning->lead_time, NUMBER_MISSING);
    for (size_t i = 0; i < 4; i++) {
        if (i > 0 && kept[i] == kept[i - 1])
            continue;
        if (gap != NONE && kept[i] > gap) {
            put(thinning, column->gap_time, NUMBER_MISSING);
            gap = NONE;
        }
        put(thinning, thinning->times[kept[i]], thinning->values[kept[i]]);
    }
}

static void keep_all(struct thinning *thinning, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double time;
        if (isnan(thinning->values[i]))
            continue;
        if (thinning->previous != NONE && find_gap(thinning, thinning->previous, i, &time))
            put(thinning, time, NUMBER_MISSING);
        put(thinning, thinning->times[i], thinning->values[i]);
        thinning->previous = i;
    }
}

static size_t column_of(double time, double start, double span, size_t columns)
{
    double column = span > 0 ? (time - start) / span * (double)columns : 0;
    return column < (double)columns ? (size_t)column : columns - 1;
}

static void keep_columns(struct thinning *thinning, size_t count, size_t columns)
{
    double start = thinning->times[0], span = thinning->times[count - 1] - start;
    size_t current = 0;
    start_column(thinning);
    for (size_t i = 0; i < count; i++) {
        if (isnan(thinning->values[i]))
            continue;
        size_t column = column_of(thinning->times[i], start, span, columns);
        if (column != current) {
            finish_column(thinning);
            start_column(thinning);
            current = column;
        }
        add_to_column(thinning, i);
    }
    finish_column(thinning);
}

size_t thin_series(const double *times, const double *values, size_t count, size_t columns,
                   double gap_s, double *out_times, double *out_values)
{
    struct thinning thinning = {.times = times,
                                .values = values,
                                .gap_s = gap_s,
                                .out_times = out_times,
                                .out_values = out_values,
                                .previous = NONE};
    if (columns == 0)
        return 0;
    if (count <= 2 * columns)
        keep_all(&thinning, count);
    else
        keep_columns(&thinning, count, columns);
    return thinning.written;
}
