/* Texts that repeat, kept once and known by number.
 *
 * Numbers count from 1 in the order of first appearance; 0 is the missing text. Texts are the
 * interner's own, end in a NUL, and stay where they are until it is released. */
#ifndef UTIL_INTERNER_H
#define UTIL_INTERNER_H

#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/hash_index.h"

struct interned {
    const char *text;
    uint32_t size, hash;
};

struct interner {
    struct arena arena;
    struct interned *items; /* [0] is the missing text, once there is any other */
    size_t count, capacity; /* with the missing one */
    struct hash_index by_hash;
};

void interner_init(struct interner *interner);
void interner_release(struct interner *interner);

/* The number of the text, added when new. Texts hold no NUL. */
uint32_t interner_add(struct interner *interner, const char *text, size_t size);
/* The number of the text, or 0 when it is not there. */
uint32_t interner_find(const struct interner *interner, const char *text, size_t size);
/* NULL for 0. */
const char *interner_text(const struct interner *interner, uint32_t number);

/* Adds all texts of `from` in their order; numbers[i] is what number i of `from` has become
 * (from->count of them). `from` is empty afterwards. */
void interner_adopt(struct interner *interner, struct interner *from, uint32_t *numbers);

#endif
