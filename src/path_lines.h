/* Files that list paths: one a line, or with NUL between them, since a path may hold line feeds. */
#ifndef PATH_LINES_H
#define PATH_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/error.h"

struct path_lines {
    const char **items; /* in the arena; the array is the caller's to free */
    size_t count, capacity;
};

/* Adds the paths of a file; empty ones are none. */
bool path_lines_read(struct path_lines *lines, const char *path, struct arena *arena,
                     struct error *error);

#endif
