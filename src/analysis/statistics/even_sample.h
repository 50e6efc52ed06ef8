/* Some of many items, spread evenly over them. */
#ifndef ANALYSIS_STATISTICS_EVEN_SAMPLE_H
#define ANALYSIS_STATISTICS_EVEN_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

/* Which of `count` items is the one numbered `index` of a sample of `size`: one of each of as many
 * equal stretches, ascending, at a place in it that no period of the items follows. Where there are
 * no more items than `size` each is its own. */
static inline size_t even_sample(size_t index, size_t size, size_t count)
{
    if (count <= size)
        return index;
    size_t from = index * count / size, to = (index + 1) * count / size;
    uint64_t hash = (uint64_t)(index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return from + (size_t)(hash >> 32) % (to - from);
}

#endif
