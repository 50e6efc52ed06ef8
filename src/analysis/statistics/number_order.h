/* Numbers as integers of the same order. */
#ifndef ANALYSIS_STATISTICS_NUMBER_ORDER_H
#define ANALYSIS_STATISTICS_NUMBER_ORDER_H

#include <stdint.h>
#include <string.h>

/* Bits of a double are ordered as its value when the sign bit is turned over, of negative ones all
 * bits. Not for NaN. */
static inline uint64_t number_order(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits ^ (-(bits >> 63) | UINT64_C(1) << 63);
}

/* The number of that order. */
static inline double number_at_order(uint64_t order)
{
    double number;
    uint64_t bits = order ^ (((order >> 63) - 1) | UINT64_C(1) << 63);
    memcpy(&number, &bits, sizeof number);
    return number;
}

#endif
