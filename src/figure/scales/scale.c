#include "figure/scales/scale.h"

#include <math.h>

#include "util/instant.h"
#include "util/number.h"

enum { LOG_DECADES = 12 };

/* Beyond this, differences and factors of doubles could overflow. */
static const double LARGEST = 1e300;

/* A range narrower than this part of its magnitude is lost in the digits of a double. */
static const double NARROWEST = 1e-12;

static double bounded(double value)
{
    return fmax(-LARGEST, fmin(LARGEST, value));
}

static const double ROUND_DIGITS[] = {1, 2, 5, 10};

double round_step_down(double most)
{
    double power = pow(10, floor(log10(most)));
    int i = 3;
    while (i > 0 && ROUND_DIGITS[i] * power > most * (1 + 1e-12))
        i--;
    return ROUND_DIGITS[i] * power;
}

double round_step_up(double least)
{
    double power = pow(10, floor(log10(least)));
    int i = 0;
    while (i < 3 && ROUND_DIGITS[i] * power < least * (1 - 1e-12))
        i++;
    return ROUND_DIGITS[i] * power;
}

/* Makes a range of no width one that can be drawn, with the value in its middle. */
static void widen(double *low, double *high)
{
    double magnitude = fmax(fabs(*low), fabs(*high));
    if (*high - *low > magnitude * NARROWEST && *high - *low > 1e-290)
        return;
    double margin = magnitude > 1e-290 ? magnitude * 0.05 : 0.5;
    *low -= margin;
    *high += margin;
}

static struct display_unit usable(struct display_unit unit)
{
    if (!(unit.factor > 0))
        unit.factor = 1;
    return unit;
}

static void use_range_without_data(double *low, double *high)
{
    *low = 0;
    *high = 1;
}

void scale_init_linear(struct scale *scale, double low, double high, bool from_zero,
                       struct display_unit unit)
{
    *scale = (struct scale){.kind = SCALE_LINEAR, .unit = usable(unit)};
    if (!isfinite(low) || !isfinite(high) || low > high)
        use_range_without_data(&low, &high);
    low = bounded(low);
    high = bounded(high);
    if (from_zero) {
        low = fmin(low, 0);
        high = fmax(high, 0);
    }
    if (from_zero && low == 0 && high < 1e-290)
        high = 1;
    widen(&low, &high);
    double factor = scale->unit.factor;
    double step = round_step_down((high - low) / factor / 8) * factor;
    scale->low = number_round(floor(low / step + 1e-9) * step, 14);
    scale->high = number_round(ceil(high / step - 1e-9) * step, 14);
}

void scale_init_log(struct scale *scale, double low, double high, struct display_unit unit)
{
    *scale = (struct scale){.kind = SCALE_LOG, .unit = usable(unit)};
    double factor = scale->unit.factor;
    if (!(high > 0) || !isfinite(high) || low > high)
        low = high = factor;
    if (!(low > 0))
        low = high;
    double bottom = floor(log10(bounded(low) / factor) + 1e-9);
    double top = ceil(log10(bounded(high) / factor) - 1e-9);
    if (top <= bottom)
        top = bottom + 1;
    bottom = fmax(bottom, top - LOG_DECADES);
    scale->low = factor * pow(10, bottom);
    scale->high = factor * pow(10, top);
}

void scale_init_time(struct scale *scale, double low, double high)
{
    *scale = (struct scale){.kind = SCALE_TIME, .unit = {.name = "s", .factor = 1}};
    if (!isfinite(low) || !isfinite(high) || low > high)
        use_range_without_data(&low, &high);
    const double shortest_s = 20e-6; /* in which Unix time has some moments */
    double missing_s = (high > low ? shortest_s : 2) - (high - low);
    if (missing_s > 0) {
        low -= missing_s / 2;
        high += missing_s / 2;
    }
    scale->low = low;
    scale->high = high;
}

void scale_init_moments(struct scale *scale, double low, double high)
{
    if (!instant_is_date(high) && low >= 0 && low <= high) {
        scale_init_linear(scale, low, high, true, display_unit_for("s", high, UNITS_SI));
        scale->high = high > 0 ? high : scale->high; /* time ends where it ends */
    } else
        scale_init_time(scale, low, high);
}

const char *scale_moments_note(const struct scale *scale, struct arena *arena)
{
    if (scale->kind != SCALE_LINEAR)
        return "";
    return arena_format(arena, "Time from the start, in %s.", scale->unit.name);
}

void scale_init_bands(struct scale *scale, const char *const *bands, size_t count)
{
    *scale = (struct scale){.kind = SCALE_BANDS,
                            .high = count ? (double)count : 1,
                            .unit = {.factor = 1},
                            .bands = count ? bands : NULL};
}

double scale_place(const struct scale *scale, double value)
{
    if (scale->kind != SCALE_LOG)
        return (value - scale->low) / (scale->high - scale->low);
    if (value <= 0)
        return 0;
    return log(value / scale->low) / log(scale->high / scale->low);
}
