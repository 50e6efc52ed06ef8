/* Attributes of tasks that mean something here: x and y on a map, at a level, and how much work the
 * task has, the size of its input. */
#ifndef ANALYSIS_DEVICES_MAP_PLACES_H
#define ANALYSIS_DEVICES_MAP_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"

struct map_place {
    uint64_t key;             /* private */
    double x, y, level, work; /* NaN: not said */
};

struct map_places {
    struct map_place *items;
    size_t count;
};

void map_places_make(struct map_places *places, const struct activity *activity);
void map_places_release(struct map_places *places);

/* Of the task of that job, else of the task of no job; NULL when it is not said. */
const struct map_place *map_places_find(const struct map_places *places, uint32_t job,
                                        uint32_t task);

#endif
