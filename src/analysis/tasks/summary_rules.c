/* Hyndman & Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996).
 */
#include "analysis/tasks/summary_rules.h"

#include <math.h>
#include <string.h>

#include "util/number.h"

static const double SLACK = 1e-9; /* relative: sums of other order, and single operations */

/* Between the order statistics h and h + 1, counted from 0. */
static double interpolate(const double *sorted, size_t count, double h)
{
    double last = (double)(count - 1);
    h = h < 0 ? 0 : h > last ? last : h;
    size_t low = (size_t)h, high = low + 1 < count ? low + 1 : low;
    return sorted[low] + (sorted[high] - sorted[low]) * (h - (double)low);
}

double summary_quantile(const double *sorted, size_t count, double p, enum summary_rule rule)
{
    if (!count)
        return NUMBER_MISSING;
    double n = (double)count, h = (n - 1) * p;
    switch (rule) {
    case SUMMARY_NEAREST:
        return sorted[(size_t)round(h)];
    case SUMMARY_LOWER:
        return sorted[(size_t)floor(h)];
    case SUMMARY_HIGHER:
        return sorted[(size_t)ceil(h)];
    case SUMMARY_MIDPOINT:
        return (sorted[(size_t)floor(h)] + sorted[(size_t)ceil(h)]) / 2;
    case SUMMARY_TYPE_6:
        return interpolate(sorted, count, (n + 1) * p - 1);
    case SUMMARY_TYPE_8:
        return interpolate(sorted, count, (n + 1.0 / 3) * p + 1.0 / 3 - 1);
    case SUMMARY_LINEAR:
        break;
    }
    return interpolate(sorted, count, h);
}

/* Half of the last decimal place, when there are places enough to be sure that it was rounded. */
static double rounding_of(double number)
{
    enum { LEAST_PLACES = 3, MOST_PLACES = 9 };
    char text[NUMBER_TEXT_SIZE];
    size_t size = number_format(number, text);
    const char *point = strchr(text, '.');
    int places = point && !strchr(text, 'e') ? (int)(text + size - point) - 1 : 0;
    return places >= LEAST_PLACES && places <= MOST_PLACES ? 0.5 * pow(10, -places) : 0;
}

bool summary_agrees(double published, double computed)
{
    double allowed = SLACK * fmax(fabs(published), fabs(computed)) + rounding_of(published);
    return fabs(published - computed) <= allowed;
}

const char *summary_reason(enum summary_unit unit, enum summary_rule rule)
{
    static const char *const reasons[SUMMARY_UNITS][SUMMARY_RULES] = {
        {NULL, "quantiles are the nearest values", "quantiles are the next lower values",
         "quantiles are the next higher values", "quantiles are middles of two values",
         "quantiles are of type 6", "quantiles are of type 8"},
        {"GB are 10^9 bytes", "GB are 10^9 bytes, and quantiles are the nearest values",
         "GB are 10^9 bytes, and quantiles are the next lower values",
         "GB are 10^9 bytes, and quantiles are the next higher values",
         "GB are 10^9 bytes, and quantiles are middles of two values",
         "GB are 10^9 bytes, and quantiles are of type 6",
         "GB are 10^9 bytes, and quantiles are of type 8"}};
    return reasons[unit][rule];
}
