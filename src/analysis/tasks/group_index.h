/* Which pairs of step and kind there are, in the order of first appearance. */
#ifndef ANALYSIS_TASKS_GROUP_INDEX_H
#define ANALYSIS_TASKS_GROUP_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/tasks/kind_choice.h"
#include "table/records.h"
#include "util/hash_index.h"

struct group_key {
    uint32_t step, task; /* numbers of texts, 0 when missing */
};

struct group_index {
    struct group_key *keys;
    size_t count, capacity;
    struct hash_index by_hash;
};

/* The number of a pair, added when new. An index is all zeroes at first. */
uint32_t group_index_add(struct group_index *index, struct group_key key);

/* Fills numbers[], one a record, with the number of its pair; kinds NULL: the names of tasks. */
void group_index_make(struct group_index *index, const struct records *records,
                      const struct kind_choice *kinds, uint32_t *numbers);
void group_index_release(struct group_index *index);

#endif
