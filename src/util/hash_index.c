#include "util/hash_index.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { FIRST_SLOTS = 64 };

void hash_index_release(struct hash_index *index)
{
    free(index->slots);
    *index = (struct hash_index){0};
}

/* Many slots for few items would take longer to clear than the items took to add. */
void hash_index_clear(struct hash_index *index)
{
    if (index->count * 4 < index->slot_count) {
        hash_index_release(index);
        return;
    }
    if (index->slots)
        memset(index->slots, 0, index->slot_count * sizeof *index->slots);
    index->count = 0;
}

static void put(struct hash_index *index, uint64_t entry)
{
    size_t mask = index->slot_count - 1, slot = (size_t)(entry >> 32) & mask;
    while (index->slots[slot])
        slot = (slot + 1) & mask;
    index->slots[slot] = entry;
}

/* A free slot: what lies behind it was added in this order as far as it has one hash. */
static size_t free_slot(const struct hash_index *index)
{
    size_t slot = 0;
    while (slot < index->slot_count && index->slots[slot])
        slot++;
    return slot;
}

/* In the order of the old slots: each half of the new ones is filled from its begin to its end. */
static void grow(struct hash_index *index)
{
    struct hash_index old = *index;
    size_t first = free_slot(&old);
    index->slot_count = old.slot_count ? old.slot_count * 2 : FIRST_SLOTS;
    index->slots = memory_alloc_array(index->slot_count, sizeof *index->slots);
    for (size_t i = 0; i < old.slot_count; i++) {
        uint64_t entry = old.slots[(first + i) & (old.slot_count - 1)];
        if (entry)
            put(index, entry);
    }
    free(old.slots);
}

void hash_index_add(struct hash_index *index, uint64_t hash, uint32_t item)
{
    if (item == HASH_INDEX_NONE)
        memory_exhausted();
    if (index->count * 4 >= index->slot_count * 3)
        grow(index);
    put(index, (uint64_t)hash_index_key(hash) << 32 | (item + 1));
    index->count++;
}
