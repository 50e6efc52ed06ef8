#include "util/packing.h"

#include <sys/mman.h>

static const struct packing *const packings[] = {&packing_gzip, &packing_zstd};

const struct packing *packing_of(const struct region *packed)
{
    for (size_t i = 0; i < sizeof packings / sizeof packings[0]; i++)
        if (packings[i]->begins(packed->bytes, packed->size))
            return packings[i];
    return NULL;
}

size_t packing_take(const struct region *packed, size_t *taken, const char **chunk)
{
    size_t left = packed->size - *taken;
    size_t size = left < PACKING_CHUNK_SIZE ? left : PACKING_CHUNK_SIZE;
    if (packed->is_file && *taken)
        madvise(packed->bytes + *taken - PACKING_CHUNK_SIZE, PACKING_CHUNK_SIZE, MADV_DONTNEED);
    *chunk = packed->bytes + *taken;
    *taken += size;
    return size;
}

size_t packing_trailing(const char *left, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (left[i])
            return size;
    return 0;
}
