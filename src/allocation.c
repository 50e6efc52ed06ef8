/* The program's malloc, calloc and realloc: glibc's, but they never return NULL.
 *
 * Libraries do not all look whether they got memory: one draws nothing and says so nowhere, one
 * leaves a member out, one ends by a fault. What is defined here holds for all of them, so that a
 * lack of memory ends the run as it does everywhere else. Sanitizers bring functions of their own.
 */
#include <features.h>
#include <stddef.h>

#include "util/memory.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_OWN_MALLOC 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#define HAS_OWN_MALLOC 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_OWN_MALLOC)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size)
{
    void *memory = __libc_malloc(size);
    if (!memory)
        memory_exhausted();
    return memory;
}

void *calloc(size_t count, size_t size)
{
    void *memory = __libc_calloc(count, size);
    if (!memory)
        memory_exhausted();
    return memory;
}

/* Nothing is right for a size of 0: the memory was given back. */
void *realloc(void *memory, size_t size)
{
    void *moved = __libc_realloc(memory, size);
    if (!moved && size > 0)
        memory_exhausted();
    return moved;
}

#endif
