#include "figure/scales/colour_ramp.h"

#include <float.h>
#include <math.h>

#include "analysis/statistics/statistic.h"

/* Colours span all cells unless that leaves under this share of the ramp to nine tenths of them. */
static const double LEAST_SHARE_OF_RAMP = 0.7;

/* Noise of values that are alike must not take all colours: a ramp spans this much of its middle to
 * either side at least. */
static const double LEAST_REACH = 0.05;

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

static double middle_of(const struct colour_ramp *ramp, bool is_log)
{
    return is_log ? sqrt(ramp->low) * sqrt(ramp->high) : ramp->low / 2 + ramp->high / 2;
}

static double least_reach(const struct colour_ramp *ramp, bool is_log)
{
    double middle = middle_of(ramp, is_log);
    return middle == 0 && ramp->low == ramp->high ? 0.5 : LEAST_REACH * fabs(middle);
}

void colour_ramp_scale(const struct colour_ramp *ramp, bool is_log, struct display_unit unit,
                       struct scale *scale)
{
    double middle = middle_of(ramp, is_log), reach = least_reach(ramp, is_log);
    *scale = (struct scale){.kind = is_log ? SCALE_LOG : SCALE_LINEAR,
                            .low = fmax(fmin(ramp->low, middle - reach), -DBL_MAX),
                            .high = fmin(fmax(ramp->high, middle + reach), DBL_MAX),
                            .unit = unit};
}

const char *colour_ramp_note(const struct colour_ramp *ramp, bool is_log)
{
    double middle = middle_of(ramp, is_log), reach = least_reach(ramp, is_log);
    if (!ramp->cut)
        return "";
    return ramp->low > middle - reach || ramp->high < middle + reach
               ? "The colour scale spans ±5 % of its middle; values beyond have the end colours."
               : "The colour scale spans p2 to p98; values beyond have the end colours.";
}
