#include "analysis/tasks/group_index.h"

#include <stdlib.h>

#include "util/memory.h"

static size_t hash_of(struct group_key key)
{
    uint64_t hash = ((uint64_t)key.step << 32 | key.task) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash ^ hash >> 32);
}

static bool same(struct group_key left, struct group_key right)
{
    return left.step == right.step && left.task == right.task;
}

static size_t slot_of(const struct group_index *index, struct group_key key)
{
    size_t mask = index->slot_count - 1, slot = hash_of(key) & mask;
    while (index->slots[slot] && !same(index->keys[index->slots[slot] - 1], key))
        slot = (slot + 1) & mask;
    return slot;
}

static void grow(struct group_index *index)
{
    free(index->slots);
    index->slot_count = index->slot_count ? index->slot_count * 2 : 64;
    index->slots = memory_alloc_array(index->slot_count, sizeof *index->slots);
    for (size_t i = 0; i < index->count; i++)
        index->slots[slot_of(index, index->keys[i])] = (uint32_t)(i + 1);
}

uint32_t group_index_add(struct group_index *index, struct group_key key)
{
    if (index->count * 2 >= index->slot_count)
        grow(index);
    size_t slot = slot_of(index, key);
    if (index->slots[slot])
        return index->slots[slot] - 1;
    memory_reserve(&index->keys, &index->capacity, index->count + 1, sizeof *index->keys);
    index->keys[index->count] = key;
    index->slots[slot] = (uint32_t)(index->count + 1);
    return (uint32_t)index->count++;
}

static uint32_t number_at(const uint32_t *texts, size_t row)
{
    return texts ? texts[row] : 0;
}

static void number_block(struct group_index *index, const struct records_block *block,
                         uint32_t *numbers)
{
    const uint32_t *steps = records_texts(block, RECORD_STEP_COLUMN);
    const uint32_t *tasks = records_texts(block, RECORD_TASK_COLUMN);
    struct group_key latest = {0, 0};
    for (size_t row = 0; row < block->rows; row++) {
        struct group_key key = {number_at(steps, row), number_at(tasks, row)};
        numbers[row] = row && same(key, latest) ? numbers[row - 1] : group_index_add(index, key);
        latest = key;
    }
}

void group_index_make(struct group_index *index, const struct records *records, uint32_t *numbers)
{
    *index = (struct group_index){0};
    for (size_t i = 0; i < records->block_count; i++) {
        number_block(index, &records->blocks[i], numbers);
        numbers += records->blocks[i].rows;
    }
}

void group_index_release(struct group_index *index)
{
    free(index->keys);
    free(index->slots);
    *index = (struct group_index){0};
}
