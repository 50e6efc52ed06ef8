#include "util/hash_index.h"

#include "check.h"

static uint32_t nth(const struct hash_index *index, uint64_t hash, size_t n)
{
    size_t at = hash_index_begin(hash);
    uint32_t item = hash_index_next(index, hash, &at);
    while (n-- && item != HASH_INDEX_NONE)
        item = hash_index_next(index, hash, &at);
    return item;
}

static void an_empty_index_finds_nothing(void)
{
    struct hash_index index = {0};
    CHECK(nth(&index, 0, 0) == HASH_INDEX_NONE);
    hash_index_prefetch(&index, 7);
    hash_index_clear(&index);
    CHECK(nth(&index, 7, 0) == HASH_INDEX_NONE);
    hash_index_release(&index);
}

static void many_items_are_found_while_it_grows(void)
{
    struct hash_index index = {0};
    enum { ITEMS = 5000 };
    for (uint32_t i = 0; i < ITEMS; i++)
        hash_index_add(&index, i * UINT64_C(0x9e3779b97f4a7c15), i);
    CHECK_INT(index.count, ITEMS);
    size_t wrong = 0;
    for (uint32_t i = 0; i < ITEMS; i++)
        wrong += nth(&index, i * UINT64_C(0x9e3779b97f4a7c15), 0) != i;
    CHECK_INT(wrong, 0);
    hash_index_release(&index);
}

/* Their home is the last slot: they go on at the first one, while it grows too. */
static void items_of_one_hash_come_in_the_order_of_adding(void)
{
    struct hash_index index = {0};
    const uint64_t last = UINT32_MAX;
    for (uint32_t i = 0; i < 200; i++) {
        hash_index_add(&index, last, i);
        hash_index_add(&index, i, 1000 + i);
    }
    size_t wrong = 0;
    for (uint32_t i = 0; i < 200; i++)
        wrong += nth(&index, last, i) != i;
    CHECK_INT(wrong, 0);
    CHECK(nth(&index, last, 200) == HASH_INDEX_NONE);
    hash_index_release(&index);
}

static void a_cleared_index_is_empty(void)
{
    struct hash_index index = {0};
    for (uint32_t i = 0; i < 100; i++)
        hash_index_add(&index, i, i);
    hash_index_clear(&index);
    CHECK(nth(&index, 5, 0) == HASH_INDEX_NONE);
    hash_index_add(&index, 5, 1);
    CHECK_INT(nth(&index, 5, 0), 1);
    CHECK_INT(index.count, 1);
    hash_index_clear(&index);
    CHECK_INT(index.slot_count, 0);
    hash_index_release(&index);
}

CHECK_MAIN(TEST(an_empty_index_finds_nothing), TEST(many_items_are_found_while_it_grows),
           TEST(items_of_one_hash_come_in_the_order_of_adding), TEST(a_cleared_index_is_empty))
