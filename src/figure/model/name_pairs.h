/* What members of an object of a definition say: a role and its column, a column and its text. */
#ifndef FIGURE_MODEL_NAME_PAIRS_H
#define FIGURE_MODEL_NAME_PAIRS_H

#include <stddef.h>

struct name_pair {
    const char *name, *value;
};
struct name_pairs {
    struct name_pair *items;
    size_t count;
};

/* NULL when no pair has that name. */
const char *name_pairs_find(const struct name_pairs *pairs, const char *name);

#endif
