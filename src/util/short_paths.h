/* Names of files for people who do not know, and need not know, where they were: the last parts of
 * their paths, as many as distinguish each from the others. */
#ifndef UTIL_SHORT_PATHS_H
#define UTIL_SHORT_PATHS_H

#include <stddef.h>

struct short_paths; /* opaque: an index by whole path */

/* The paths live as long as the result. */
struct short_paths *short_paths_new(const char *const *paths, size_t count);
void short_paths_free(struct short_paths *names); /* may be NULL */

/* The end of the path itself, without a slash before it; of one that was not among the paths its
 * last part. `names` NULL: the whole path. A path that is NULL stays so. */
const char *short_paths_get(const struct short_paths *names, const char *path);

#endif
