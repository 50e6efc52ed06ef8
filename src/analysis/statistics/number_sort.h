/* Sorting of many numbers in linear time. */
#ifndef ANALYSIS_STATISTICS_NUMBER_SORT_H
#define ANALYSIS_STATISTICS_NUMBER_SORT_H

#include <stddef.h>

enum { NUMBER_SORT_WIDEST = 4 };

/* Sorts `count` items of `width` numbers each (1 to 4) by their first one, ascending; equal ones
 * keep their order. No NaN among the first ones. */
void number_sort(double *items, size_t count, size_t width);

#endif
