/* Names cut to a length so that different ones stay different. */
#ifndef UTIL_DISTINCT_NAMES_H
#define UTIL_DISTINCT_NAMES_H

#include <stddef.h>

#include "util/arena.h"

/* Replaces each name by one of at most `most` code points, its middle cut as short_name does. Where
 * two different names would look alike, the part in which they differ is kept instead; where that
 * is not enough, more of them is kept. NULL stays NULL. */
void distinct_names(const char **names, size_t count, size_t most, struct arena *arena);

/* The same for one name among others, of any count and each of which may be NULL or the name
 * itself. */
const char *distinct_name(const char *name, const char *const *others, size_t count, size_t most,
                          struct arena *arena);

#endif
