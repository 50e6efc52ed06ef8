/* Reads and copies what stands in a directory itself, and never what a link there points to.
 *
 * A web directory is written by several people and a report may come from anyone: a link in either
 * could lead to any file that we may read, or write. Handles are closed by the caller. */
#ifndef PUBLISH_TREE_H
#define PUBLISH_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

#include "util/arena.h"
#include "util/error.h"
#include "util/strbuf.h"

/* -1 with errno when there is none, or a link (ELOOP, ENOTDIR). */
int tree_open_directory(int parent, const char *name);
/* A folder of a report that is open, "data" or "data/settings"; "" is the report itself, as a
 * handle of its own. */
int tree_open_folder(int report, const char *folder);
/* The same; it and those that it is in are made when they are missing. */
int tree_make_folder(int report, const char *folder);
/* False, with nothing removed, where there is none, or something in it. */
bool tree_remove_folder(int report, const char *folder);
/* Regular files only; -1 with errno, EINVAL for what is none. */
int tree_open_file(int parent, const char *name);

/* Whether `path` still leads to that directory: when it does not, another report may have taken its
 * place, and files of the one in the handle may be gone. */
bool tree_is_at(int directory, const char *path);

/* Which file stands under a name, and of when: another one, or the same with other content, has
 * another state. */
struct tree_file_state {
    dev_t device;
    ino_t number;
    off_t size;
    struct timespec modified;
};
/* False, with errno, where there is none. */
bool tree_file_state(int parent, const char *name, struct tree_file_state *state);
bool tree_file_is(int parent, const char *name, const struct tree_file_state *state);

/* Whether something is mounted at that name: it can neither be moved nor be replaced. False where
 * the system cannot say. */
bool tree_is_mount_point(int parent, const char *name);

/* Names in the directory, sorted by bytes, hidden ones too. */
bool tree_list(int directory, struct arena *arena, const char ***names, size_t *count);

/* Letters that are harmless in paths, addresses and shells, no dot at the start, 1 to 255. */
bool tree_name_is_plain(const char *name);

struct tree_copy {
    bool (*wants)(void *context, const char *folder, const char *name);
    void *context;
    size_t copied, left_out; /* counted up; left out: wanted, but a link or the like */
};

/* Copies the wanted files of `folder` ("" is `from` itself) into the same folder of `to`, which is
 * made when the report has it. Modes follow the umask. What is no regular file is left out.
 * ERROR_INPUT when reading fails, ERROR_OUTPUT when writing does. */
bool tree_copy_folder(struct tree_copy *copy, int from, int to, const char *folder,
                      struct error *error);

#endif
