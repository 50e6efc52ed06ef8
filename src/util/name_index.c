#include "util/name_index.h"

#include <stdlib.h>
#include <string.h>

#include "util/hash.h"
#include "util/memory.h"

void name_index_init(struct name_index *index)
{
    *index = (struct name_index){0};
}

void name_index_release(struct name_index *index)
{
    free(index->names);
    free(index->slots);
    name_index_init(index);
}

/* The upper half is mixed in because slots are taken from the lower bits. */
static size_t hash_of(const char *name)
{
    uint64_t hash = hash_bytes(HASH_START, name, strlen(name));
    return (size_t)(hash ^ hash >> 32);
}

/* The slot that holds the name, or the free one where it belongs. */
static size_t slot_of(const struct name_index *index, const char *name)
{
    size_t mask = index->slot_count - 1, slot = hash_of(name) & mask;
    while (index->slots[slot] && strcmp(index->names[index->slots[slot] - 1], name) != 0)
        slot = (slot + 1) & mask;
    return slot;
}

uint32_t name_index_find(const struct name_index *index, const char *name)
{
    if (!index->slot_count)
        return NAME_INDEX_NONE;
    uint32_t entry = index->slots[slot_of(index, name)];
    return entry ? entry - 1 : NAME_INDEX_NONE;
}

static void grow(struct name_index *index)
{
    free(index->slots);
    index->slot_count = index->slot_count ? index->slot_count * 2 : 64;
    index->slots = memory_alloc_array(index->slot_count, sizeof *index->slots);
    for (size_t i = 0; i < index->count; i++)
        index->slots[slot_of(index, index->names[i])] = (uint32_t)(i + 1);
}

uint32_t name_index_add(struct name_index *index, const char *name)
{
    if (index->count >= UINT32_MAX - 1)
        memory_exhausted();
    if (index->count * 2 >= index->slot_count)
        grow(index);
    memory_reserve(&index->names, &index->capacity, index->count + 1, sizeof *index->names);
    index->slots[slot_of(index, name)] = (uint32_t)(index->count + 1);
    index->names[index->count] = name;
    return (uint32_t)index->count++;
}
