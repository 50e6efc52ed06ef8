/* By digits of eight bits from the lowest on; digits that all items share take no pass. */
#include "analysis/statistics/number_sort.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/number_order.h"
#include "util/memory.h"

enum { DIGITS = 8, DIGIT_VALUES = 256, FEW = 48 };

static size_t digit_of(double number, size_t digit)
{
    return number_order(number) >> (8 * digit) & (DIGIT_VALUES - 1);
}

static bool is_sorted(const double *items, size_t count, size_t width)
{
    for (size_t i = 1; i < count; i++)
        if (items[i * width] < items[(i - 1) * width])
            return false;
    return true;
}

static void copy_item(double *to, const double *from, size_t width)
{
    for (size_t k = 0; k < width; k++)
        to[k] = from[k];
}

static void sort_few(double *items, size_t count, size_t width)
{
    double item[NUMBER_SORT_WIDEST];
    for (size_t i = 1; i < count; i++) {
        size_t k = i;
        copy_item(item, items + i * width, width);
        for (; k > 0 && items[(k - 1) * width] > item[0]; k--)
            copy_item(items + k * width, items + (k - 1) * width, width);
        copy_item(items + k * width, item, width);
    }
}

static void count_digits(const double *items, size_t count, size_t width,
                         size_t counts[DIGITS][DIGIT_VALUES])
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = number_order(items[i * width]);
        for (size_t digit = 0; digit < DIGITS; digit++)
            counts[digit][bits >> (8 * digit) & (DIGIT_VALUES - 1)]++;
    }
}

static void move_items(const double *from, double *to, size_t count, size_t width, size_t digit,
                       const size_t *counts)
{
    size_t places[DIGIT_VALUES], sum = 0;
    for (size_t value = 0; value < DIGIT_VALUES; value++) {
        places[value] = sum;
        sum += counts[value];
    }
    for (size_t i = 0; i < count; i++) {
        const double *item = from + i * width;
        copy_item(to + width * places[digit_of(*item, digit)]++, item, width);
    }
}

static void sort_many(double *items, size_t count, size_t width)
{
    size_t counts[DIGITS][DIGIT_VALUES] = {{0}};
    double *other = memory_resize(NULL, count * width, sizeof *other), *from = items, *to = other;
    count_digits(items, count, width, counts);
    for (size_t digit = 0; digit < DIGITS; digit++) {
        if (counts[digit][digit_of(*items, digit)] == count)
            continue;
        move_items(from, to, count, width, digit, counts[digit]);
        double *next = from;
        from = to;
        to = next;
    }
    if (from != items)
        memcpy(items, from, count * width * sizeof *items);
    free(other);
}

void number_sort(double *items, size_t count, size_t width)
{
    if (count <= FEW)
        sort_few(items, count, width);
    else if (!is_sorted(items, count, width))
        sort_many(items, count, width);
}
