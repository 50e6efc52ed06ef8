/* Numbers as text, exactly and independent of the locale. */
#ifndef UTIL_NUMBER_H
#define UTIL_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NUMBER_MISSING (__builtin_nan(""))
#define number_is_missing(number) __builtin_isnan(number)

enum { NUMBER_TEXT_SIZE = 32 };

/* Writes the shortest digits that read back as the same double, with a NUL; "" for NaN; plain
 * decimals for 1e-5 ≤ |number| < 1e15, else with an exponent; "0" for -0. Infinite numbers are
 * written "inf", "-inf". Returns the length. */
size_t number_format(double number, char text[NUMBER_TEXT_SIZE]);

/* Reads the whole of text[0..size) as a decimal number (C syntax, optional sign, exponent). False
 * when anything is left over, when it is empty, or when it is not finite. */
bool number_parse(const char *text, size_t size, double *number);

/* Writes exactly `decimals` digits behind the point, rounded to the nearest; halves away from zero,
 * as people round: "13" for 12.5, "0.29" for 0.285, whose double lies a little below (halves are
 * told by 15 significant digits). False when text is too small. */
bool number_format_fixed(double number, int decimals, char *text, size_t size);

/* Rounded to so many significant decimal digits, halves away from zero in the same way. */
double number_round(double number, int digits);

/* A factor by which a half that lost a little in binary is one again before it is rounded, and
 * nothing else of up to 12 digits becomes another number. */
#define NUMBER_HALVES (1 + 2e-15)

/* Adds to a sum what is not missing; a sum of nothing is missing. */
static inline void number_add(double *sum, double number)
{
    if (!number_is_missing(number))
        *sum = number_is_missing(*sum) ? number : *sum + number;
}

/* What some programs write as 0, or below it, they did not measure: missing. */
static inline double number_above_zero(double number)
{
    return number > 0 ? number : NUMBER_MISSING;
}

/* Which of two comes first: below 0 the left one, 0: neither. */
static inline int numbers_order(double left, double right)
{
    return (left > right) - (left < right);
}
/* The same, where a missing one comes last. */
static inline int numbers_order_known(double left, double right)
{
    bool left_missing = number_is_missing(left), right_missing = number_is_missing(right);
    return left_missing || right_missing ? left_missing - right_missing
                                         : numbers_order(left, right);
}
/* For qsort of doubles, none of them missing: ascending. */
int number_compare(const void *left, const void *right);

#ifdef __cplusplus
}
#endif

#endif
