#include "figure/charts/inputs_apart.h"

#include <math.h>
#include <stdlib.h>

#include "table/rows.h"
#include "util/memory.h"

/* A gap between inputs that is shorter than this share of the whole time does not part them. */
static const double LEAST_GAP = 0.02, MOST_COVERED = 0.5;

static int by_first(const void *left, const void *right)
{
    const struct input_period *l = left, *r = right;
    return (l->first > r->first) - (l->first < r->first);
}

static size_t join(struct input_period *periods, size_t count, double gap_s)
{
    size_t joined = 0;
    for (size_t i = 0; i < count; i++) {
        if (joined && periods[i].first - periods[joined - 1].last <= gap_s)
            periods[joined - 1].last = fmax(periods[joined - 1].last, periods[i].last);
        else
            periods[joined++] = periods[i];
    }
    return joined;
}

size_t input_periods(const struct tables *tables, struct input_period *periods)
{
    const struct input_times_rows times = input_times_rows(tables);
    double last = -INFINITY;
    size_t count = 0;
    if (!times.rows)
        return 0;
    struct input_period *all = memory_alloc_array(times.rows, sizeof *all);
    for (size_t row = 0; row < times.rows; row++)
        if (times.first[row] <= times.last[row]) {
            all[count++] = (struct input_period){times.first[row], times.last[row]};
            last = fmax(last, times.last[row]);
        }
    qsort(all, count, sizeof *all, by_first);
    count = join(all, count, count ? LEAST_GAP * (last - all[0].first) : 0);
    for (size_t i = 0; i < count && i < INPUT_MOST_PERIODS; i++)
        periods[i] = all[i];
    free(all);
    return count;
}

bool inputs_are_apart(const struct tables *tables)
{
    struct input_period periods[INPUT_MOST_PERIODS];
    size_t count = input_periods(tables, periods);
    double covered_s = 0;
    if (count < 2 || count > INPUT_MOST_PERIODS)
        return false;
    for (size_t i = 0; i < count; i++)
        covered_s += periods[i].last - periods[i].first;
    return covered_s < MOST_COVERED * (periods[count - 1].last - periods[0].first);
}
