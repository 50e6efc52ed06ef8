/* Numbers as text, exactly and independent of the locale. */
#ifndef UTIL_NUMBER_H
#define UTIL_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

#define NUMBER_MISSING (__builtin_nan(""))
#define number_is_missing(number) __builtin_isnan(number)

enum { NUMBER_TEXT_SIZE = 32 };

/* Writes the shortest digits that read back as the same double, with a NUL; "" for NaN; integers
 * below 1e15 without exponent. Infinite numbers are written "inf", "-inf". Returns the length. */
size_t number_format(double number, char text[NUMBER_TEXT_SIZE]);

/* Reads the whole of text[0..size) as a decimal number (C syntax, optional sign, exponent). False
 * when anything is left over, when it is empty, or when it is not finite. */
bool number_parse(const char *text, size_t size, double *number);

/* Rounded to so many significant decimal digits. */
double number_round(double number, int digits);

#endif
