/* Compressed files, which readers see as the text that is in them.
 *
 * Adding a format is a file that defines its packing, and a line in packing.c. */
#ifndef UTIL_PACKING_H
#define UTIL_PACKING_H

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"
#include "util/region.h"

enum { PACKING_CHUNK_SIZE = 1 << 20 };

enum unpacked {
    UNPACKED_WHOLE,
    UNPACKED_CUT,     /* the file ends early: what was there is in the region */
    UNPACKED_NO_ROOM, /* the region takes no more: exceeded, or lost with errno */
    UNPACKED_FAILED,  /* with a sentence */
};

struct packing {
    const char *name;                               /* "gzip" */
    bool (*begins)(const char *bytes, size_t size); /* whether they begin as such a file */
    /* Puts the content into the region. *trailing: bytes behind it that are of no such file; 0
     * where all are zero, which pad files on tapes. */
    enum unpacked (*unpack)(const struct region *packed, struct region *region, size_t *trailing,
                            struct error *error);
};

extern const struct packing packing_gzip, packing_zstd;

/* NULL: the file is its content. */
const struct packing *packing_of(const struct region *packed);

/* For packings: the next chunk behind *taken bytes, which is added to it (what was taken before is
 * given back: a file need not be in memory beside its content); the trailing bytes of what is
 * left. */
size_t packing_take(const struct region *packed, size_t *taken, const char **chunk);
size_t packing_trailing(const char *left, size_t size);

#endif
