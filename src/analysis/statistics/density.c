#include "analysis/statistics/density.h"

#include <math.h>

#include "analysis/statistics/statistic.h"

enum { PLACES = 512 };

static double deviation_of(const double *values, size_t count)
{
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        mean += (values[i] - mean) / (double)(i + 1);
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return sqrt(squares / (double)(count - 1));
}

/* The quartiles of a normal distribution are 1.349 standard deviations apart. */
static double width_of(const double *values, size_t count, double iqr, double range)
{
    double spread = deviation_of(values, count);
    if (iqr > 0)
        spread = fmin(spread, iqr / 1.349);
    return fmax(0.9 * spread * pow((double)count, -0.2), range / (PLACES - 1));
}

/* Each value's weight goes to the two places around it, in proportion to nearness. */
static void share_out(const double *values, size_t count, double range, double *weights)
{
    for (size_t i = 0; i < count; i++) {
        double place = values[i] / range * (PLACES - 1);
        if (!(place >= 0 && place <= PLACES - 1))
            continue;
        size_t low = (size_t)place;
        double share = place - (double)low;
        weights[low] += 1 - share;
        if (share > 0)
            weights[low + 1] += share;
    }
}

/* Of a normal distribution around 0, what lies below. */
static double share_below(double distance)
{
    return erfc(-distance / sqrt(2)) / 2;
}

/* Of one kernel, what lies within `half` of x. */
static double share_around(double x, double half, double place, double width)
{
    if (fabs(x - place) > half + 6 * width)
        return 0;
    return share_below((x + half - place) / width) - share_below((x - half - place) / width);
}

static double share_of(double x, double half, const double *weights, double range, double width)
{
    double sum = 0;
    for (size_t i = 0; i < PLACES; i++) {
        double place = range * (double)i / (PLACES - 1);
        if (weights[i] > 0)
            sum += weights[i] *
                   (share_around(x, half, place, width) + share_around(x, half, -place, width));
    }
    return sum;
}

bool density_make(double *values, size_t count, double *x, double *density)
{
    static const double p[] = {0.25, 0.75, 0.99};
    double quantiles[3], weights[PLACES] = {0};
    if (count < 2)
        return false;
    statistic_quantiles(values, count, p, 3, quantiles);
    double range = 1.1 * fmax(1, quantiles[2]);
    double width = width_of(values, count, quantiles[1] - quantiles[0], range);
    double step = range / (DENSITY_POINTS - 1);
    share_out(values, count, range, weights);
    for (size_t i = 0; i < DENSITY_POINTS; i++) {
        x[i] = range * (double)i / (DENSITY_POINTS - 1);
        density[i] = share_of(x[i], step / 2, weights, range, width) / ((double)count * step);
    }
    return true;
}
