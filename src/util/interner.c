#include "util/interner.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

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

/* Multiply and fold eight bytes at a time, as wyhash does (Wang Yi, 2019). */
static uint64_t fold(uint64_t left, uint64_t right)
{
    unsigned __int128 product = (unsigned __int128)left * right;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t load(const char *text, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, text, size);
    return word;
}

static uint32_t hash_of(const char *text, size_t size)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15), other = UINT64_C(0xd6e8feb86659fd93);
    uint64_t hash = size * odd;
    for (; size > 8; text += 8, size -= 8)
        hash = fold(hash ^ load(text, 8), odd);
    hash = fold(hash ^ load(text, size), other);
    return (uint32_t)(hash ^ hash >> 32);
}

static bool is_text(const struct interned *item, const char *text, size_t size)
{
    return item->size == size && memcmp(item->text, text, size) == 0;
}

/* The slot that holds the text, or the free one where it belongs. */
static size_t slot_of(const struct interner *interner, uint32_t hash, const char *text, size_t size)
{
    size_t mask = interner->slot_count - 1, slot = hash & mask;
    for (;; slot = (slot + 1) & mask) {
        uint64_t entry = interner->slots[slot];
        if (!entry)
            return slot;
        if (entry >> 32 == hash && is_text(&interner->items[(uint32_t)entry], text, size))
            return slot;
    }
}

/* Slots are far apart in memory: those that are needed soon are asked for early. */
enum { AHEAD = 16 };

static void ask_for_slot(const struct interner *interner, const struct interned *items,
                         size_t count, size_t index)
{
    if (index < count && interner->slot_count)
        __builtin_prefetch(&interner->slots[items[index].hash & (interner->slot_count - 1)]);
}

static void grow_slots(struct interner *interner)
{
    size_t count = interner->slot_count ? interner->slot_count * 2 : 64, mask = count - 1;
    free(interner->slots);
    interner->slots = memory_alloc_array(count, sizeof *interner->slots);
    interner->slot_count = count;
    for (size_t i = 1; i < interner->count; i++) {
        ask_for_slot(interner, interner->items, interner->count, i + AHEAD);
        size_t slot = interner->items[i].hash & mask;
        while (interner->slots[slot])
            slot = (slot + 1) & mask;
        interner->slots[slot] = (uint64_t)interner->items[i].hash << 32 | i;
    }
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
    if (interner->count * 2 >= interner->slot_count)
        grow_slots(interner);
}

static uint32_t add_hashed(struct interner *interner, uint32_t hash, const char *text, size_t size,
                           bool copy)
{
    make_room(interner);
    size_t slot = slot_of(interner, hash, text, size);
    if (interner->slots[slot])
        return (uint32_t)interner->slots[slot];
    if (copy)
        text = arena_text_of_size(&interner->arena, text, size);
    interner->items[interner->count] = (struct interned){text, (uint32_t)size, hash};
    interner->slots[slot] = (uint64_t)hash << 32 | interner->count;
    return (uint32_t)interner->count++;
}

uint32_t interner_add(struct interner *interner, const char *text, size_t size)
{
    if (size > UINT32_MAX)
        memory_exhausted();
    return add_hashed(interner, hash_of(text, size), text, size, true);
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
        ask_for_slot(interner, from->items, from->count, i + AHEAD);
        numbers[i] = i ? add_hashed(interner, item->hash, item->text, item->size, false) : 0;
    }
    arena_adopt(&interner->arena, &from->arena);
    interner_release(from);
}
