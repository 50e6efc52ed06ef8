/* Which items may be equal to one that is sought, by hash: for a caller that keeps the items in an
 * array and compares them itself.
 *
 *     size_t at = hash_index_begin(hash);
 *     uint32_t i;
 *     while ((i = hash_index_next(&index, hash, &at)) != HASH_INDEX_NONE)
 *         if (is_equal(&items[i], sought))
 *             return i;
 *     hash_index_add(&index, hash, (uint32_t)count);
 *
 * An index of zeroes is empty. It owns its slots, nothing of the items. Looking up and adding take
 * the same time on average however many items there are, but for items of one hash, all of which
 * are passed. */
#ifndef UTIL_HASH_INDEX_H
#define UTIL_HASH_INDEX_H

#include <stddef.h>
#include <stdint.h>

#define HASH_INDEX_NONE UINT32_MAX

struct hash_index {
    uint64_t *slots; /* private: half the hash << 32 | item + 1, 0 when free; a power of two */
    size_t slot_count, count;
};

void hash_index_release(struct hash_index *index);
/* Makes it empty again; takes no longer than adding what it held did. */
void hash_index_clear(struct hash_index *index);

/* Adds a number of an item, less than HASH_INDEX_NONE. */
void hash_index_add(struct hash_index *index, uint64_t hash, uint32_t item);

/* Slots are taken from the lower bits, which are not well mixed in every hash. */
static inline uint32_t hash_index_key(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32);
}

static inline size_t hash_index_begin(uint64_t hash)
{
    return hash_index_key(hash);
}

/* The next item that was added with this hash (or, rarely, one of the same half), in the order of
 * adding; HASH_INDEX_NONE after the last one. */
static inline uint32_t hash_index_next(const struct hash_index *index, uint64_t hash, size_t *at)
{
    const uint32_t key = hash_index_key(hash);
    if (!index->slot_count)
        return HASH_INDEX_NONE;
    for (;;) {
        uint64_t entry = index->slots[*at & (index->slot_count - 1)];
        if (!entry)
            return HASH_INDEX_NONE;
        ++*at;
        if (entry >> 32 == key)
            return (uint32_t)entry - 1;
    }
}

/* Slots are far apart in memory: one that is needed soon can be asked for early. */
static inline void hash_index_prefetch(const struct hash_index *index, uint64_t hash)
{
    if (index->slot_count)
        __builtin_prefetch(&index->slots[hash_index_begin(hash) & (index->slot_count - 1)]);
}

#endif
