#include "figure/colour_ramp.h"

#include <math.h>

#include "analysis/statistics/statistic.h"

/* Colours span all cells unless that leaves under this share of the ramp to nine tenths of them. */
static const double LEAST_SHARE_OF_RAMP = 0.7;

bool colour_ramp_find(const double *values, size_t count, bool is_log, struct arena *scratch,
                      struct colour_ramp *ramp)
{
    static const double p[] = {0, 0.02, 0.98, 1};
    double q[4];
    double *known = arena_alloc_array(scratch, count, sizeof *known);
    size_t known_count = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i]) && (!is_log || values[i] > 0))
            known[known_count++] = values[i];
    if (known_count == 0)
        return false;
    statistic_quantiles(known, known_count, p, 4, q);
    *ramp = (struct colour_ramp){q[0], q[3], false};
    double middle = is_log ? log(q[2] / q[1]) : q[2] - q[1];
    double whole = is_log ? log(q[3] / q[0]) : q[3] - q[0];
    if (middle > 0 && middle < LEAST_SHARE_OF_RAMP * whole)
        *ramp = (struct colour_ramp){q[1], q[2], true};
    return true;
}

void colour_ramp_scale(const struct colour_ramp *ramp, bool is_log, struct display_unit unit,
                       struct scale *scale)
{
    *scale = (struct scale){.kind = is_log ? SCALE_LOG : SCALE_LINEAR,
                            .low = ramp->low,
                            .high = ramp->high,
                            .unit = unit};
    if (ramp->low < ramp->high)
        return;
    double margin = ramp->low == 0 ? 0.5 : fabs(ramp->low) * 0.05;
    scale->low -= margin;
    scale->high += margin;
}
