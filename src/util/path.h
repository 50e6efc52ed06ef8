/* Files and directories. Paths are built from the user's words and from our own fixed names only,
 * never from names in the data. */
#ifndef UTIL_PATH_H
#define UTIL_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"
#include "util/error.h"
#include "util/strbuf.h"

const char *path_join(struct arena *arena, const char *directory, const char *name);
const char *path_base_name(const char *path); /* what is behind the last '/' */
const char *path_parent(struct arena *arena, const char *path);
bool path_is_directory(const char *path);
bool path_exists(const char *path);
/* Of two real paths (realpath): whether one is the other or below it. */
bool path_is_inside(const char *path, const char *directory);

/* True of an errno with which open says that a name is not there, or is no regular file or
 * directory. Any other reason says nothing about what is there. */
bool path_says_absent(int reason);

/* Names in a directory, sorted by bytes, without "." and ".."; hidden files left out. */
bool path_list(struct arena *arena, const char *directory, const char ***names, size_t *count,
               struct error *error);

/* Makes the directory when it is not there; its parent must exist. */
bool path_make_directory(const char *path, struct error *error);
/* Removes a tree; never follows links. */
bool path_remove_tree(const char *path, struct error *error);

/* Whole small files. Reading refuses files over `limit` bytes, and FIFOs, devices and the like
 * without waiting for them. */
bool path_read(const char *path, size_t limit, struct strbuf *content, struct error *error);
/* Writes, checks every call (also close), and fsyncs nothing: staging does that. */
bool path_write(const char *path, const char *bytes, size_t size, struct error *error);

/* The same on what is open; false with errno. Reading stops one byte beyond the limit. */
bool path_read_handle(int handle, size_t limit, struct strbuf *content);
bool path_write_handle(int handle, const char *bytes, size_t size);
/* Of what was read, or -1 for nothing; errno stays as it was. */
void path_close(int handle);
/* A full disk may show only here; false with errno, closed all the same. Has the disk begin to
 * write without waiting for it: who syncs many files later finds them written. */
bool path_close_written(int handle);

#endif
