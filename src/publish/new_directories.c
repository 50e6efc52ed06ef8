#include "publish/new_directories.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/path.h"

/* The last one first; "." and "/" are always there. */
static size_t count_missing(const char *path, struct arena *arena)
{
    struct stat status;
    size_t count = 0;
    while (stat(path, &status) != 0 && errno == ENOENT) {
        const char *parent = path_parent(arena, path);
        count++;
        if (strcmp(parent, path) == 0)
            break;
        path = parent;
    }
    return count;
}

/* The directory that is `levels` above. */
static const char *above(const char *path, size_t levels, struct arena *arena)
{
    while (levels--)
        path = path_parent(arena, path);
    return path;
}

/* Absolute: who removes it may be in another directory. */
static void note(struct new_directories *made, const char *path, struct arena *arena)
{
    char resolved[PATH_MAX];
    if (realpath(path, resolved))
        made->paths[made->count++] = arena_text(arena, resolved);
}

bool new_directories_make(struct new_directories *made, const char *path, struct arena *arena)
{
    size_t missing = count_missing(path, arena);
    made->paths = arena_alloc_array(arena, missing + 1, sizeof *made->paths);
    made->count = 0;
    while (missing--) {
        const char *next = above(path, missing, arena);
        struct stat status;
        if (mkdir(next, 0777) == 0) {
            note(made, next, arena);
        } else if (errno != EEXIST || stat(next, &status) != 0 || !S_ISDIR(status.st_mode)) {
            int reason = errno;
            new_directories_remove(made);
            errno = reason;
            return false;
        }
    }
    return true;
}

void new_directories_remove(struct new_directories *made)
{
    while (made->count && rmdir(made->paths[made->count - 1]) == 0)
        made->count--;
    made->count = 0;
}
