/* FNV-1a (Fowler, Noll, Vo), 64 bits: for tables in memory and to distinguish short texts; whoever
 * wants to can make two texts of one hash. Its lower bits alone are not well mixed. */
#ifndef UTIL_HASH_H
#define UTIL_HASH_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* Goes on from `hash`, the first time HASH_START. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Missing numbers (NaN) are alike, and like -1. */
static inline uint64_t hash_number(uint64_t hash, double number)
{
    const double kept = isnan(number) ? -1 : number;
    return hash_bytes(hash, &kept, sizeof kept);
}

/* Of the number that an interner gave a text. */
static inline uint64_t hash_interned(uint64_t hash, uint32_t text)
{
    return hash_bytes(hash, &text, sizeof text);
}

#endif
