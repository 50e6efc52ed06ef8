/* Cells of memory against run time: each octave of both has eight columns or rows, whose bounds are
 * the doubles with a mantissa of 3 bits. */
#ifndef ANALYSIS_CAMPAIGN_POINT_CELLS_H
#define ANALYSIS_CAMPAIGN_POINT_CELLS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { POINT_CELL_BITS = 3, POINT_CELL_SHIFT = 52 - POINT_CELL_BITS };
static const int64_t POINT_CELL_PLACES = (int64_t)0x7ff << POINT_CELL_BITS;

struct point_cell {
    double run_time_low_s, run_time_high_s, memory_low_B, memory_high_B;
};

static inline int64_t point_cell_place(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> POINT_CELL_SHIFT;
}

static inline double point_cell_bound(int64_t place)
{
    int64_t bits = place << POINT_CELL_SHIFT;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Of finite numbers above 0. */
static inline int64_t point_cell_of(double run_time_s, double memory_B)
{
    return point_cell_place(run_time_s) * POINT_CELL_PLACES + point_cell_place(memory_B);
}

static inline bool point_cell_is_one(int64_t cell)
{
    return cell >= 0 && cell < POINT_CELL_PLACES * POINT_CELL_PLACES;
}

static inline struct point_cell point_cell_at(int64_t cell)
{
    int64_t run_time = cell / POINT_CELL_PLACES, memory = cell % POINT_CELL_PLACES;
    return (struct point_cell){point_cell_bound(run_time), point_cell_bound(run_time + 1),
                               point_cell_bound(memory), point_cell_bound(memory + 1)};
}

#endif
