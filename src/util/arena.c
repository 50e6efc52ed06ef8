#include "util/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/strbuf.h"

enum { FIRST_BLOCK_SIZE = 4 << 10, LARGE_BLOCK_SIZE = 4 << 20, LARGEST_BLOCK_SIZE = 16 << 20 };

struct arena_block {
    struct arena_block *older;
    size_t capacity;
    alignas(max_align_t) char bytes[];
};

void arena_init(struct arena *arena)
{
    *arena = (struct arena){0};
}

void arena_init_large(struct arena *arena)
{
    *arena = (struct arena){.first_size = LARGE_BLOCK_SIZE};
}

void arena_release(struct arena *arena)
{
    struct arena_block *block = arena->newest;
    while (block) {
        struct arena_block *older = block->older;
        free(block);
        block = older;
    }
    arena_init(arena);
}

void arena_adopt(struct arena *arena, struct arena *from)
{
    if (!from->newest)
        return;
    if (!arena->newest) {
        *arena = *from;
    } else {
        struct arena_block *oldest = from->newest;
        while (oldest->older)
            oldest = oldest->older;
        oldest->older = arena->newest->older;
        arena->newest->older = from->newest;
    }
    arena_init(from);
}

static struct arena_block *block_new(size_t capacity)
{
    size_t size;
    if (__builtin_add_overflow(sizeof(struct arena_block), capacity, &size))
        memory_exhausted();
    struct arena_block *block = memory_alloc(size);
    block->capacity = capacity;
    return block;
}

static size_t next_block_size(const struct arena *arena)
{
    if (!arena->newest)
        return arena->first_size ? arena->first_size : FIRST_BLOCK_SIZE;
    size_t doubled = arena->newest->capacity * 2;
    return doubled < LARGEST_BLOCK_SIZE ? doubled : LARGEST_BLOCK_SIZE;
}

/* Has its own block, behind the newest one, whose rest stays in use. */
static void *alloc_large(struct arena *arena, size_t size)
{
    struct arena_block *block = block_new(size);
    block->older = arena->newest->older;
    arena->newest->older = block;
    return block->bytes;
}

static void add_block(struct arena *arena)
{
    struct arena_block *block = block_new(next_block_size(arena));
    block->older = arena->newest;
    arena->newest = block;
    arena->used = 0;
}

/* `size` bytes at a multiple of `alignment`. Blocks begin and end at such. */
static void *take(struct arena *arena, size_t size, size_t alignment)
{
    if (!arena->newest)
        add_block(arena);
    size_t at = (arena->used + alignment - 1) / alignment * alignment;
    if (arena->newest->capacity - at < size) {
        if (size > next_block_size(arena) / 4)
            return alloc_large(arena, size);
        add_block(arena);
        at = 0;
    }
    arena->used = at + size;
    return arena->newest->bytes + at;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return take(arena, size ? size : 1, alignof(max_align_t));
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t size)
{
    size_t product;
    if (__builtin_mul_overflow(count, size, &product))
        memory_exhausted();
    return arena_alloc(arena, product);
}

void *arena_resize(struct arena *arena, const void *items, size_t count, size_t capacity,
                   size_t size)
{
    void *larger = arena_alloc_array(arena, capacity, size);
    if (count)
        memcpy(larger, items, count * size);
    return larger;
}

void *arena_reserve(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? 2 * *capacity : 16;
    return arena_resize(arena, items, count, *capacity, size);
}

char *arena_text(struct arena *arena, const char *text)
{
    return text ? arena_text_of_size(arena, text, strlen(text)) : NULL;
}

char *arena_text_of_size(struct arena *arena, const char *text, size_t size)
{
    if (size == SIZE_MAX)
        memory_exhausted();
    char *copy = take(arena, size + 1, 1);
    if (size)
        memcpy(copy, text, size);
    return copy;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_format_list(arena, format, arguments);
    va_end(arguments);
    return text;
}

char *arena_format_list(struct arena *arena, const char *format, va_list arguments)
{
    struct strbuf formatted;
    strbuf_init(&formatted);
    strbuf_format_list(&formatted, format, arguments);
    char *text = arena_text_of_size(arena, formatted.text, formatted.size);
    strbuf_release(&formatted);
    return text;
}
