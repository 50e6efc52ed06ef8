/* Directories that are made for something to be put into, and go again when it does not come. */
#ifndef PUBLISH_NEW_DIRECTORIES_H
#define PUBLISH_NEW_DIRECTORIES_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

struct new_directories {
    const char **paths; /* those that were made, absolute, each in the one before it */
    size_t count;
};

/* Makes a directory and those above it that are missing, as `mkdir -p` does, with the modes that
 * the umask leaves. On failure none of them stays, and errno says why. */
bool new_directories_make(struct new_directories *made, const char *path, struct arena *arena);
/* Removes those that were made and hold nothing. */
void new_directories_remove(struct new_directories *made);

#endif
