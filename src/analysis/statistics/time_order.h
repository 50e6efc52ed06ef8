/* Orders of many rows by group and time, in linear time. */
#ifndef ANALYSIS_STATISTICS_TIME_ORDER_H
#define ANALYSIS_STATISTICS_TIME_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"

/* Numbers of the ends in the order of time, those of one moment as they were; NULL when they are in
 * order already. To be freed. */
uint32_t *time_order_of_ends(const struct span_edge *ends, size_t count);

/* Rows that are to be sorted by group, then time (a double at `time_offset` of each), those of one
 * moment as they were, or, with `longer_first`, the longer first (a double at `length_offset`). */
struct time_rows {
    void *rows; /* from memory_alloc and its like; another one afterwards */
    size_t count, size;
    size_t time_offset, length_offset;
    int longer_first;
    const uint32_t *group_of; /* of each row; NULL: one group */
    size_t group_count;
};

/* Sorts them and makes first[group] .. first[group + 1] the places of each group. Returns which row
 * each was before (to be freed). Scratch memory: a second copy of the rows. */
uint32_t *time_rows_sort(struct time_rows *rows, size_t *first, int jobs);

#endif
