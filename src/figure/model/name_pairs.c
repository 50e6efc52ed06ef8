#include "figure/model/name_pairs.h"

#include <string.h>

const char *name_pairs_find(const struct name_pairs *pairs, const char *name)
{
    for (size_t i = 0; i < pairs->count; i++)
        if (strcmp(pairs->items[i].name, name) == 0)
            return pairs->items[i].value;
    return NULL;
}
