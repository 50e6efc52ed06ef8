#include "analysis/tasks/group_index.h"

#include <stdlib.h>

#include "util/memory.h"

static uint64_t hash_of(struct group_key key)
{
    return ((uint64_t)key.step << 32 | key.task) * UINT64_C(0x9e3779b97f4a7c15);
}

static bool same(struct group_key left, struct group_key right)
{
    return left.step == right.step && left.task == right.task;
}

uint32_t group_index_add(struct group_index *index, struct group_key key)
{
    const uint64_t hash = hash_of(key);
    size_t at = hash_index_begin(hash);
    uint32_t number;
    while ((number = hash_index_next(&index->by_hash, hash, &at)) != HASH_INDEX_NONE)
        if (same(index->keys[number], key))
            return number;
    hash_index_add(&index->by_hash, hash, (uint32_t)index->count);
    memory_reserve(&index->keys, &index->capacity, index->count + 1, sizeof *index->keys);
    index->keys[index->count] = key;
    return (uint32_t)index->count++;
}

static struct group_key key_at(const uint32_t *steps, const uint32_t *tasks, size_t row)
{
    return (struct group_key){steps ? steps[row] : 0, tasks ? tasks[row] : 0};
}

static void number_block(struct group_index *index, const struct records_block *block,
                         uint32_t *numbers)
{
    const uint32_t *steps = records_texts(block, RECORD_STEP_COLUMN);
    const uint32_t *tasks = records_texts(block, RECORD_TASK_COLUMN);
    for (size_t row = 0; row < block->rows;) {
        struct group_key key = key_at(steps, tasks, row);
        uint32_t number = group_index_add(index, key);
        do
            numbers[row++] = number;
        while (row < block->rows && same(key_at(steps, tasks, row), key));
    }
}

/* Where kinds are not names: few records, for names of most are their own. */
static void number_by_choice(struct group_index *index, const struct records_block *block,
                             const struct kind_choice *kinds, uint32_t *numbers)
{
    const uint32_t *steps = records_texts(block, RECORD_STEP_COLUMN);
    for (size_t row = 0; row < block->rows; row++) {
        const uint32_t kind = kind_choice_at(kinds, block, row);
        numbers[row] = group_index_add(index, (struct group_key){steps ? steps[row] : 0, kind});
    }
}

void group_index_make(struct group_index *index, const struct records *records,
                      const struct kind_choice *kinds, uint32_t *numbers)
{
    const bool by_names = !kinds || kinds->by == KINDS_BY_NAME;
    *index = (struct group_index){0};
    for (size_t i = 0; i < records->block_count; i++) {
        if (by_names)
            number_block(index, &records->blocks[i], numbers);
        else
            number_by_choice(index, &records->blocks[i], kinds, numbers);
        numbers += records->blocks[i].rows;
    }
}

void group_index_release(struct group_index *index)
{
    free(index->keys);
    hash_index_release(&index->by_hash);
    *index = (struct group_index){0};
}
