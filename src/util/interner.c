#include "util/interner.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

/* Slots are far apart in memory: those that are needed soon are asked for early. */
enum { FIRST_SLOTS = 64, AHEAD = 16 };

void interner_init(struct interner *interner)
{
    *interner = (struct interner){0};
    arena_init(&interner->arena);
}

void interner_release(struct interner *interner)
{
    arena_release(&interner->arena);
    free(interner->items);
    free(interner->slots);
    interner_init(interner);
}

static uint64_t fold(uint64_t left, uint64_t right)
{
    unsigned __int128 product = (unsigned __int128)left * right;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const char *text)
{
    uint64_t word;
    memcpy(&word, text, sizeof word);
    return word;
}

static uint64_t load_few(const char *text, size_t size)
{
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++)
        word = word << 8 | (unsigned char)text[i];
    return word;
}

/* Multiplied and folded sixteen bytes at a time, as wyhash does (Wang Yi, 2019); the last words
 * overlap those before them. */
static uint32_t hash_of(const char *text, size_t size)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15), other = UINT64_C(0xd6e8feb86659fd93);
    const char *end = text + size;
    uint64_t hash = size * odd;
    if (size < sizeof hash) {
        hash = fold(hash ^ load_few(text, size), other);
    } else {
        for (; end - text > 16; text += 16)
            hash = fold(hash ^ load(text), other ^ load(text + 8));
        hash = fold(hash ^ load(end - text > 8 ? text : end - 8), other ^ load(end - 8));
    }
    return (uint32_t)(hash ^ hash >> 32);
}

static bool is_text(const struct interned *item, const char *text, size_t size)
{
    return item->size == size && memcmp(item->text, text, size) == 0;
}

static size_t home_of(const struct interner *interner, uint32_t hash)
{
    return hash & (interner->slot_count - 1);
}

static size_t next_slot(const struct interner *interner, size_t slot)
{
    return (slot + 1) & (interner->slot_count - 1);
}

/* The slot that holds the text, or the free one where it belongs. */
static size_t slot_of(const struct interner *interner, uint32_t hash, const char *text, size_t size)
{
    for (size_t slot = home_of(interner, hash);; slot = next_slot(interner, slot)) {
        uint64_t entry = interner->slots[slot];
        if (!entry)
            return slot;
        if (entry >> 32 == hash && is_text(&interner->items[(uint32_t)entry], text, size))
            return slot;
    }
}

static void put_slot(struct interner *interner, uint64_t entry)
{
    size_t slot = home_of(interner, (uint32_t)(entry >> 32));
    while (interner->slots[slot])
        slot = next_slot(interner, slot);
    interner->slots[slot] = entry;
}

/* In the order of the old slots: each half of the new ones is filled from its begin to its end. */
static void grow_slots(struct interner *interner)
{
    uint64_t *old = interner->slots;
    size_t old_count = interner->slot_count;
    interner->slot_count = old_count ? old_count * 2 : FIRST_SLOTS;
    interner->slots = memory_alloc_array(interner->slot_count, sizeof *interner->slots);
    for (size_t i = 0; i < old_count; i++)
        if (old[i])
            put_slot(interner, old[i]);
    free(old);
}

/* Makes room for one more text. */
static void make_room(struct interner *interner)
{
    if (interner->count >= UINT32_MAX)
        memory_exhausted();
    if (interner->count == 0)
        interner->count = 1;
    memory_reserve(&interner->items, &interner->capacity, interner->count + 1,
                   sizeof *interner->items);
    interner->items[0] = (struct interned){0};
    if (interner->count * 4 >= interner->slot_count * 3)
        grow_slots(interner);
}

static uint32_t add_hashed(struct interner *interner, uint32_t hash, const char *text, size_t size)
{
    make_room(interner);
    size_t slot = slot_of(interner, hash, text, size);
    if (interner->slots[slot])
        return (uint32_t)interner->slots[slot];
    text = arena_text_of_size(&interner->arena, text, size);
    interner->items[interner->count] = (struct interned){text, (uint32_t)size, hash};
    interner->slots[slot] = (uint64_t)hash << 32 | interner->count;
    return (uint32_t)interner->count++;
}

uint32_t interner_add(struct interner *interner, const char *text, size_t size)
{
    if (size > UINT32_MAX)
        memory_exhausted();
    return add_hashed(interner, hash_of(text, size), text, size);
}

uint32_t interner_find(const struct interner *interner, const char *text, size_t size)
{
    if (!interner->slot_count)
        return 0;
    return (uint32_t)interner->slots[slot_of(interner, hash_of(text, size), text, size)];
}

const char *interner_text(const struct interner *interner, uint32_t number)
{
    return number ? interner->items[number].text : NULL;
}

void interner_adopt(struct interner *interner, struct interner *from, uint32_t *numbers)
{
    for (size_t i = 0; i < from->count; i++) {
        const struct interned *item = &from->items[i];
        numbers[i] = i ? add_hashed(interner, item->hash, item->text, item->size) : 0;
        if (i && i + AHEAD < from->count)
            __builtin_prefetch(&interner->slots[home_of(interner, item[AHEAD].hash)]);
    }
    interner_release(from);
}
