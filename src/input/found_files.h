/* Files to read: those that were named, and those in directories that were named. */
#ifndef INPUT_FOUND_FILES_H
#define INPUT_FOUND_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "input/parquet/parquet_file.h"
#include "input/reader.h"
#include "input/text/encoding.h"
#include "util/arena.h"
#include "util/hash_index.h"

/* At most so many stay open from recognising to reading, and so many bytes that are not a file's
 * own pages, but inflated; what came through a pipe is there once and always stays. */
enum { FOUND_FILES_OPEN = 256, FOUND_FILES_HELD = 512 << 20 };
#define FOUND_FILES_SPOOLED ((size_t)4 << 30)

struct found_file {
    const char *path;     /* as it is shown, and as readers take names from it: UTF-8 */
    const char *location; /* as the system knows it: any bytes */
    const char *format;   /* name of a reader to use without detection, or NULL */
    bool named;           /* not found in a directory */
    const char *root;     /* real path of the named directory in which it was found, or NULL */
    bool is_regular;      /* can be opened again */
    dev_t device;
    ino_t number;
    unsigned long long size; /* on disk */
    struct file_state state; /* when it was opened first */
    /* Of what is read, once it was opened: inflated where it is packed; of its first and last
     * bytes. */
    size_t content_size;
    uint64_t fingerprint;
    enum encoding encoding; /* of what is on disk; the content is UTF-8, or no text */
    struct mapping content;
    struct parquet_file *parquet; /* the content is its names and first rows as CSV; or NULL */
    bool parquet_is_whole;        /* all rows are there */
    bool open;
    const struct reader *reader; /* NULL: not to be read */
    const char *table_advice;    /* of a table that was skipped: how it can be read; NULL: none */
};

struct found_files {
    struct arena arena;
    struct found_file *items;
    size_t count, capacity, open_count;
    size_t held;    /* bytes of open files that are in memory, not in the page cache */
    size_t spooled; /* and of those that were inflated to disk */
    struct mapping_limits limits;
    struct parquet_service *service; /* private, as what follows */
    struct hash_index inodes, contents;
};

void found_files_init(struct found_files *files, struct mapping_limits limits);
void found_files_release(struct found_files *files);

/* Adds a file, or all files in a directory to any depth in the order of their names; "-" is
 * standard input. What is there already (by device and inode) is noted and left out, and so is what
 * symbolic links outside of the directory lead to. False when a named file is none, or when one
 * that was found cannot be read for a reason that is not its own, such as a failing disk. */
bool found_files_add(struct found_files *files, const char *path, const char *format,
                     struct diagnostics *diagnostics, struct error *error);

/* Does nothing when it is open. */
bool found_file_open(const struct found_files *files, struct found_file *file, struct error *error);
void found_file_close(struct found_file *file);
/* Until it is read: closes it where too many are open, or too much is in memory. */
void found_files_keep(struct found_files *files, struct found_file *file);

/* Whether a file that was found may be left out for that reason: because of what it is, not
 * because the disk fails or memory or descriptors have run out. */
bool found_file_may_be_skipped(const struct error *error);

/* An earlier file of the same content as the one at `index`, which is open; NULL when none is.
 * Asked once for each file that has a reader, in their order. */
const struct found_file *found_files_same(struct found_files *files, size_t index);

#endif
