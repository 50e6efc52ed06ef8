/* The known name that a mistyped one resembles most: "titel" is "title".
 *
 * Offer each known name in turn. At most a third of the letters may differ: added, missing, another
 * one, or two neighbours exchanged. */
#ifndef UTIL_NEAREST_H
#define UTIL_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *name; /* as it was typed, of `size` bytes */
    size_t size;
    const char *found; /* the best so far, the first of equals; NULL: none is near */
    size_t distance;
};

struct nearest nearest_begin(const char *name, size_t size);
/* `known` has to live as long as the result is used. */
void nearest_offer(struct nearest *nearest, const char *known);

#endif
