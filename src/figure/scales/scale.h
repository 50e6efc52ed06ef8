/* From data to a place on an axis. */
#ifndef FIGURE_SCALES_SCALE_H
#define FIGURE_SCALES_SCALE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/quantity.h"

enum scale_kind { SCALE_LINEAR, SCALE_LOG, SCALE_TIME, SCALE_BANDS };

struct scale {
    enum scale_kind kind;
    double low, high;         /* of what is shown, in base units; SCALE_BANDS: 0 … count */
    struct display_unit unit; /* ticks are labelled in it */
    const char *const *bands; /* SCALE_BANDS: names from the top (y) or left (x) */
    /* Of each what it is called where its name has no room, or NULL; NULL: none has one. */
    const char *const *short_bands;
    bool whole; /* SCALE_LINEAR: whole numbers of its unit, with no ticks between */
};

/* A linear scale over [low, high], zero included when `from_zero`, ends on round numbers. A range
 * of no width is widened; low > high (no data) becomes 0 … 1. */
void scale_init_linear(struct scale *scale, double low, double high, bool from_zero,
                       struct display_unit unit);
/* A log scale over whole decades, at most 12 of them (the lowest are cut); values ≤ 0 fall on the
 * lower end. */
void scale_init_log(struct scale *scale, double low, double high, struct display_unit unit);
void scale_init_time(struct scale *scale, double low, double high);
/* Of moments that may be Unix time or, linear then, seconds from a begin (instant_is_date). */
void scale_init_moments(struct scale *scale, double low, double high);
/* "Time from the begin, in ms." or, of an axis of dates, "". */
const char *scale_moments_note(const struct scale *scale, struct arena *arena);
void scale_init_bands(struct scale *scale, const char *const *bands, size_t count);

/* 0 … 1 along the axis; NaN stays NaN; not clamped except SCALE_LOG at ≤ 0. */
double scale_place(const struct scale *scale, double value);

/* The largest of 1, 2, 5 × 10ⁿ that is not above `most`, or the smallest that is not below `least`.
 */
double round_step_down(double most);
double round_step_up(double least);

#endif
