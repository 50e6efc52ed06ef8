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
    hash_index_release(&index->by_hash);
    name_index_init(index);
}

static uint64_t hash_of(const char *name)
{
    return hash_bytes(HASH_START, name, strlen(name));
}

uint32_t name_index_find(const struct name_index *index, const char *name)
{
    const uint64_t hash = hash_of(name);
    size_t at = hash_index_begin(hash);
    uint32_t number;
    while ((number = hash_index_next(&index->by_hash, hash, &at)) != HASH_INDEX_NONE)
        if (strcmp(index->names[number], name) == 0)
            return number;
    return NAME_INDEX_NONE;
}

uint32_t name_index_add(struct name_index *index, const char *name)
{
    hash_index_add(&index->by_hash, hash_of(name), (uint32_t)index->count);
    memory_reserve(&index->names, &index->capacity, index->count + 1, sizeof *index->names);
    index->names[index->count] = name;
    return (uint32_t)index->count++;
}
