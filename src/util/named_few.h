/* Names of things of which only the first few are named: "a, b, c and 7 more". */
#ifndef UTIL_NAMED_FEW_H
#define UTIL_NAMED_FEW_H

#include <stddef.h>

#include "util/strbuf.h"

enum { NAMED_FEW_MOST = 12 };

/* Zeroed memory is an empty one. */
struct named_few {
    struct strbuf names; /* private */
    size_t count;        /* of all that were added */
};

void named_few_release(struct named_few *few);
/* The name is from data: it is kept so that a terminal may be shown it, and shortened. */
void named_few_add(struct named_few *few, const char *name);
/* Ends the list: nothing is added afterwards. Lives until it is released. */
const char *named_few_text(struct named_few *few);

#endif
