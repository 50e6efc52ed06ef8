/* Knows which files of a directory a report there owns.
 *
 * People put notes, inputs and other things beside a report. Whoever replaces a report asks its
 * owner first: what is not owned is kept. */
#ifndef PUBLISH_FILE_OWNER_H
#define PUBLISH_FILE_OWNER_H

#include <stdbool.h>
#include <stddef.h>

#include "util/error.h"

struct owned_files; /* opaque: of one directory */

struct file_owner {
    /* NULL with *error when what is in the open directory is no report that may be replaced. Where
     * nothing is there that a report would have, its number says so (path_says_absent). */
    struct owned_files *(*open)(int directory, struct error *error);
    /* The folder "" is the directory itself. */
    bool (*has)(const struct owned_files *files, const char *folder, const char *name);
    void (*close)(struct owned_files *files); /* NULL does nothing */

    const char *const
        *folders; /* that a report may have, without ""; "data/settings" before "data" */
    size_t folder_count;
    /* The file by which a report is known, in the last of the folders: it is removed last. */
    const char *proof;
};

#endif
