#include "analysis/nodes/sampling_gaps.h"

#include <math.h>

enum { STEADY_GAPS = 5 };

static const double WHOLE = 1.5;  /* × the interval */
static const double ALIKE = 0.25; /* of the gap */

static double gap_at(const double *times, size_t from)
{
    return times[from + 1] - times[from];
}

static bool is_steady(const double *times, size_t count, size_t from)
{
    double gap = gap_at(times, from);
    size_t first = from, last = from;
    while (first > 0 && from - first + 1 < STEADY_GAPS &&
           fabs(gap_at(times, first - 1) - gap) <= ALIKE * gap)
        first--;
    while (last + 2 < count && last - first + 1 < STEADY_GAPS &&
           fabs(gap_at(times, last + 1) - gap) <= ALIKE * gap)
        last++;
    return last - first + 1 >= STEADY_GAPS;
}

bool sampling_gap_is_whole(const double *times, size_t count, double interval_s, size_t from)
{
    return gap_at(times, from) <= WHOLE * interval_s || is_steady(times, count, from);
}

void sampling_changes(const double *times, size_t count, double interval_s, bool *slows,
                      bool *quickens)
{
    *slows = *quickens = false;
    for (size_t i = 0; i + 1 < count; i++) {
        double gap = gap_at(times, i);
        if (!*slows && gap > (1 + ALIKE) * interval_s)
            *slows = is_steady(times, count, i);
        if (!*quickens && gap > 0 && gap < (1 - ALIKE) * interval_s)
            *quickens = is_steady(times, count, i);
    }
}
