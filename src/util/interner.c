#include "util/interner.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

enum { AHEAD = 16 }; /* texts whose slots are asked for early */

void interner_init(struct interner *interner)
{
    *interner = (struct interner){0};
    arena_init(&interner->arena);
}

void interner_release(struct interner *interner)
{
    arena_release(&interner->arena);
    free(interner->items);
    hash_index_release(&interner->by_hash);
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

static uint32_t find_hashed(const struct interner *interner, uint32_t hash, const char *text,
                            size_t size)
{
    size_t at = hash_index_begin(hash);
    uint32_t number;
    while ((number = hash_index_next(&interner->by_hash, hash, &at)) != HASH_INDEX_NONE)
        if (is_text(&interner->items[number], text, size))
            return number;
    return 0;
}

/* Makes room for one more text. */
static void make_room(struct interner *interner)
{
    if (interner->count == 0)
        interner->count = 1;
    memory_reserve(&interner->items, &interner->capacity, interner->count + 1,
                   sizeof *interner->items);
    interner->items[0] = (struct interned){0};
}

static uint32_t add_hashed(struct interner *interner, uint32_t hash, const char *text, size_t size)
{
    uint32_t known = find_hashed(interner, hash, text, size);
    if (known)
        return known;
    make_room(interner);
    hash_index_add(&interner->by_hash, hash, (uint32_t)interner->count);
    text = arena_text_of_size(&interner->arena, text, size);
    interner->items[interner->count] = (struct interned){text, (uint32_t)size, hash};
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
    return find_hashed(interner, hash_of(text, size), text, size);
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
            hash_index_prefetch(&interner->by_hash, item[AHEAD].hash);
    }
    interner_release(from);
}
