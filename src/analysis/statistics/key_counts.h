/* How often each key occurs: keys ascending, each with its count. Adding and merging give the same
 * in any order. */
#ifndef ANALYSIS_STATISTICS_KEY_COUNTS_H
#define ANALYSIS_STATISTICS_KEY_COUNTS_H

#include <stddef.h>
#include <stdint.h>

/* All zeroes: of nothing. */
struct key_counts {
    int64_t *keys;    /* ascending, no two equal */
    uint64_t *counts; /* of each key; none is 0 */
    size_t count, capacity;
};

void key_counts_release(struct key_counts *counts);

/* Adds each of the keys once. They are within ±2^53. */
void key_counts_add(struct key_counts *counts, const int64_t *keys, size_t count);
void key_counts_merge(struct key_counts *counts, const struct key_counts *more);

/* Puts a key behind all that are there; the caller knows that it is greater. */
void key_counts_append(struct key_counts *counts, int64_t key, uint64_t count);

uint64_t key_counts_total(const struct key_counts *counts);

#endif
