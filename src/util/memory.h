/* Memory from the heap, checked in one place.
 *
 * No function here ever returns NULL: when memory runs out the program says so and ends through
 * the handler that main() installed, so that nothing else has to think about it. */
#ifndef UTIL_MEMORY_H
#define UTIL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Called once when memory runs out; must not return. The default prints a sentence and aborts. */
void memory_set_exhausted_handler(void (*handler)(void));

/* Ends the program through the handler. */
_Noreturn void memory_exhausted(void);

/* Whether a mapping of `size` bytes could be had just now: two bare system calls, which keep
 * nothing that a signal could find half changed, though no standard promises it. */
bool memory_is_free(size_t size);
/* Ends the program unless that much is free: before calls into a library that crashes, or waits for
 * ever, when it gets no memory. */
void memory_require(size_t size);

void *memory_alloc(size_t size);                     /* zeroed */
void *memory_alloc_array(size_t count, size_t size); /* zeroed; the product is checked */
void *memory_resize(void *memory, size_t count, size_t size);

/* From now on up to that much of what is freed stays with the process: for work that needs large
 * pieces again and again, each of which would else cost its page faults anew. */
void memory_keep_freed(int size);

void memory_grow(void *items_pointer, size_t *capacity, size_t needed, size_t size); /* private */
/* Grows *items (each `size` bytes) so that `needed` fit; *capacity doubles. Nearly all calls find
 * room, one for each row of a table. */
static inline void memory_reserve(void *items_pointer, size_t *capacity, size_t needed, size_t size)
{
    if (needed > *capacity)
        memory_grow(items_pointer, capacity, needed, size);
}

#endif
