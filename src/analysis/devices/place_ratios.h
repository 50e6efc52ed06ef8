/* How long tasks took beside others at their place, such as the tile of an image: what the place
 * explains is taken out before devices are compared.
 *
 * A task is compared with other devices alone. Where other devices ran tasks at the same place, by
 * the median of theirs (a paired comparison). Where none did, by the median of the eight nearest
 * places, if other devices ran tasks on at least half of them: nearest-neighbour regression (Stone,
 * Consistent nonparametric regression, The Annals of Statistics 5, 1977) with a median, which a few
 * places unlike their neighbours do not move (Tukey, Exploratory Data Analysis, 1977, chapter 7).
 * Each device counts at a place with the median of its tasks there. */
#ifndef ANALYSIS_DEVICES_PLACE_RATIOS_H
#define ANALYSIS_DEVICES_PLACE_RATIOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLACE_NEIGHBOURS = 8, PLACE_LEAST_OTHERS = 4 };

struct placed_time {
    double x, y;     /* finite */
    double time;     /* 0 or more */
    uint64_t device; /* equal ones are one device */
    uint32_t task;   /* a number of its own */
};

/* ratios[task]: its time ÷ that of others there; NaN where too few others are near, or took no
 * time. around[task]: whether these are at neighbouring places. `tasks` become sorted. */
void place_ratios(struct placed_time *tasks, size_t count, double *ratios, bool *around);

#endif
