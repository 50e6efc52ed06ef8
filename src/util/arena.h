/* Memory that is freed all at once.
 *
 * Model data (tables, figures, documents) lives in an arena of its phase and is never freed piece
 * by piece. An arena is not safe for use by two threads at a time. */
#ifndef UTIL_ARENA_H
#define UTIL_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *newest;
    size_t used;       /* bytes of the newest block */
    size_t first_size; /* of the first block; 0: a small one */
};

void arena_init(struct arena *arena);
/* For many megabytes: they lie in large pages from the first one on. */
void arena_init_large(struct arena *arena);
void arena_release(struct arena *arena);

/* Takes over all memory of `from`, which is empty afterwards. */
void arena_adopt(struct arena *arena, struct arena *from);

/* Zeroed, aligned for any type. Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);
void *arena_alloc_array(struct arena *arena, size_t count, size_t size);

/* A copy of `count` items with room for `capacity`; the old ones stay behind, freed with the rest.
 */
void *arena_resize(struct arena *arena, const void *items, size_t count, size_t capacity,
                   size_t size);
/* The items, where one more has room, else a copy of twice the capacity. */
void *arena_reserve(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size);

/* Copies that end in a NUL. arena_text(NULL) is NULL. */
char *arena_text(struct arena *arena, const char *text);
char *arena_text_of_size(struct arena *arena, const char *text, size_t size);
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_format_list(struct arena *arena, const char *format, va_list arguments);

#endif
