#include "util/memory.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The one handler of the process: memory can run out anywhere, far from any argument. */
static void (*exhausted_handler)(void);

void memory_set_exhausted_handler(void (*handler)(void))
{
    exhausted_handler = handler;
}

_Noreturn void memory_exhausted(void)
{
    if (exhausted_handler)
        exhausted_handler();
    fputs("jobreport: there is too little memory\n", stderr);
    abort();
}

bool memory_is_free(size_t size)
{
    void *room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    munmap(room, size);
    return true;
}

void memory_require(size_t size)
{
    if (!memory_is_free(size))
        memory_exhausted();
}

static size_t checked_product(size_t count, size_t size)
{
    size_t product;
    if (__builtin_mul_overflow(count, size, &product) || product > PTRDIFF_MAX)
        memory_exhausted();
    return product;
}

enum { LARGE = 4 << 20 };

/* Large arrays in large pages: a five-hundredth of the page faults, and random access to what the
 * processor's table of pages holds. It is a hint: where there are none it costs nothing. With the
 * head that malloc keeps before the array: only what is one mapping grows without being copied. */
static void use_large_pages(void *memory, size_t size)
{
    if (size < LARGE)
        return;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), head = (uintptr_t)memory % page;
    madvise((char *)memory - head, (head + size + page - 1) / page * page, MADV_HUGEPAGE);
}

void *memory_alloc(size_t size)
{
    return memory_alloc_array(size, 1);
}

void *memory_alloc_array(size_t count, size_t size)
{
    size_t product = checked_product(count, size);
    void *memory = calloc(product ? product : 1, 1);
    if (!memory)
        memory_exhausted();
    use_large_pages(memory, product);
    return memory;
}

void *memory_resize(void *memory, size_t count, size_t size)
{
    size_t product = checked_product(count, size);
    void *resized = realloc(memory, product ? product : 1);
    if (!resized)
        memory_exhausted();
    use_large_pages(resized, product);
    return resized;
}

void memory_keep_freed(int size)
{
    mallopt(M_TRIM_THRESHOLD, size);
    mallopt(M_MMAP_THRESHOLD, size);
}

void memory_grow(void *items_pointer, size_t *capacity, size_t needed, size_t size)
{
    size_t grown = *capacity < 8 ? 8 : *capacity;
    while (grown < needed)
        grown = grown > SIZE_MAX / 2 ? needed : grown * 2;
    void *items; /* items_pointer is a T **, which may not be read as a void ** */
    memcpy(&items, items_pointer, sizeof items);
    items = memory_resize(items, grown, size);
    memcpy(items_pointer, &items, sizeof items);
    *capacity = grown;
}
