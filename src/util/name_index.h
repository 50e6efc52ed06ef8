/* Numbers for names: 0, 1, 2 … in order of first appearance, found by hash.
 *
 * The names themselves belong to the caller and must outlive the index. */
#ifndef UTIL_NAME_INDEX_H
#define UTIL_NAME_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "util/hash_index.h"

#define NAME_INDEX_NONE UINT32_MAX

struct name_index {
    const char **names;
    size_t count, capacity;
    struct hash_index by_hash;
};

void name_index_init(struct name_index *index);
void name_index_release(struct name_index *index);

/* The number of that name, or NAME_INDEX_NONE. */
uint32_t name_index_find(const struct name_index *index, const char *name);
/* Adds a name that is not there yet and returns its number. */
uint32_t name_index_add(struct name_index *index, const char *name);

#endif
