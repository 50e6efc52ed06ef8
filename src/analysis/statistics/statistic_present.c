#include "analysis/statistics/statistic_present.h"

#include <math.h>

/* Side by side: one would wait for each comparison. */
enum { LANES = 4 };

size_t present_count(const double *values, size_t count)
{
    size_t present = 0;
    for (size_t i = 0; i < count; i++)
        present += values[i] == values[i];
    return present;
}

size_t present_copy(const double *values, size_t count, double *present)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        present[used] = values[i];
        used += values[i] == values[i];
    }
    return used;
}

static inline void look_at(double value, size_t *present, double *min, double *max)
{
    *present += value == value;
    *min = value < *min ? value : *min;
    *max = value > *max ? value : *max;
}

size_t present_survey(const double *values, size_t count, struct extremes *extremes)
{
    double min[LANES], max[LANES];
    size_t present[LANES] = {0};
    size_t whole = count - count % LANES;
    for (size_t lane = 0; lane < LANES; lane++) {
        min[lane] = INFINITY;
        max[lane] = -INFINITY;
    }
    for (size_t i = 0; i < whole; i += LANES)
        for (size_t lane = 0; lane < LANES; lane++)
            look_at(values[i + lane], &present[lane], &min[lane], &max[lane]);
    for (size_t i = whole; i < count; i++)
        look_at(values[i], &present[0], &min[0], &max[0]);
    *extremes = (struct extremes){min[0], max[0]};
    for (size_t lane = 1; lane < LANES; lane++) {
        extremes->min = fmin(extremes->min, min[lane]);
        extremes->max = fmax(extremes->max, max[lane]);
    }
    return present[0] + present[1] + present[2] + present[3];
}

struct extremes present_extremes(const double *values, size_t count)
{
    struct extremes extremes;
    present_survey(values, count, &extremes);
    return extremes;
}
