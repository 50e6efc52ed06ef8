/* Files to read: those that were named, and those in directories that were named. */
#ifndef INPUT_FOUND_FILES_H
#define INPUT_FOUND_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "input/reader.h"
#include "util/arena.h"

enum { FOUND_FILES_OPEN = 256 }; /* at most so many stay open from recognising to reading */

struct found_file {
    const char *path;
    const char *format; /* name of a reader to use without detection, or NULL */
    bool named;         /* not found in a directory */
    dev_t device;
    ino_t number;
    unsigned long long size; /* on disk */
    /* Of what is read, once it was opened: inflated where it is packed; of its first and last
     * bytes. */
    size_t content_size;
    uint64_t fingerprint;
    struct mapping content;
    bool open;
    const struct reader *reader; /* NULL: not to be read */
};

/* Files that hash alike: heads[hash] and next[file] are a file's number + 1, 0 ends. */
struct found_chains {
    size_t *heads, head_count;
    size_t *next, next_capacity;
    size_t count; /* files in it */
};

struct found_files {
    struct arena arena;
    struct found_file *items;
    size_t count, capacity, open_count;
    struct found_chains inodes, contents;
};

void found_files_init(struct found_files *files);
void found_files_release(struct found_files *files);

/* Adds a file, or all files in a directory to any depth in the order of their names; "-" is
 * standard input. What is there already (by device and inode) is noted and left out. */
bool found_files_add(struct found_files *files, const char *path, const char *format,
                     struct diagnostics *diagnostics, struct error *error);

/* Does nothing when it is open. */
bool found_file_open(struct found_file *file, struct error *error);
void found_file_close(struct found_file *file);

/* An earlier file of the same content as the one at `index`, which is open; NULL when none is.
 * Asked once for each file that has a reader, in their order. */
const struct found_file *found_files_same(struct found_files *files, size_t index);

#endif
