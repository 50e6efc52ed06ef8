#include "input/nodes/sample_values.h"

#include <math.h>
#include <string.h>

#include "util/number.h"

static const double ENDLESS = 0x1p63;
static const double ROUNDED = -0.5; /* in the source's unit: differences may be a little below 0 */

bool sample_value_is_endless(double value)
{
    return fabs(value) >= ENDLESS;
}

static bool is_never_negative(const char *unit, enum metric_kind kind)
{
    return kind != METRIC_LEVEL || strcmp(unit, "%") == 0 || strcmp(unit, "B") == 0;
}

size_t sample_values_clean(double *values, size_t count, const char *unit, enum metric_kind kind)
{
    double least = is_never_negative(unit, kind) ? ROUNDED : -ENDLESS;
    size_t cleaned = 0;
    for (size_t i = 0; i < count; i++)
        if (sample_value_is_endless(values[i]) || values[i] < least) {
            values[i] = NUMBER_MISSING;
            cleaned++;
        }
    return cleaned;
}
