/* A report is written beside its target and swapped in whole.
 *
 * The staging directory is a hidden sibling of the target; a lock file beside it says that its run
 * lives. Whatever ends the run (an error, a signal, SIGKILL, too little memory), a watcher process
 * that waits for our end removes both; should the watcher be killed too, the next run that stages
 * the same target on this host does. Where the file system has no locks nobody else can know, and
 * what both left stays until somebody removes it. Until staging_commit the target is untouched. A
 * target that exists passes its permissions on; until then what is staged is closed to others. */
#ifndef PUBLISH_STAGING_H
#define PUBLISH_STAGING_H

#include <stdbool.h>

#include "publish/file_owner.h"
#include "publish/new_directories.h"
#include "publish/tree.h"
#include "publish/watcher.h"
#include "util/arena.h"
#include "util/error.h"

struct staging {
    const char *path;   /* write here */
    const char *target; /* absolute, links followed */
    const struct file_owner *owner;
    /* May be set between begin and commit: gets a sentence when something that is not of the former
     * report could not be put into the new one and stays beside it, and when the target was the
     * directory that we run in. */
    void (*note)(void *context, const char *line);
    void *context;
    /* May be set between begin and commit: what the owner's proof in the target was when the report
     * there was read, from which this one is made. NULL: it is not made from that. */
    const struct tree_file_state *source;
    int lock;
    struct new_directories made; /* above the target */
    struct arena arena;
    struct watcher watcher;
};

/* Missing directories above the target are made, and are removed again unless it comes to be. False
 * when the target's parent cannot be made or is not writable, or when the target is a mount point,
 * or exists and is neither empty nor a report that the owner knows. A target that is a link stays
 * one: the report goes where it points. */
bool staging_begin(struct staging *staging, const char *target, const struct file_owner *owner,
                   struct error *error);
/* Syncs the files, then swaps: the former report is replaced in one rename and its files are
 * removed after; what is not of it is in the new one. On failure the former report is as it was;
 * abandon then. Fails when the target is no longer the `source`: somebody replaced it, and what
 * they made is newer than what we made of it. */
bool staging_commit(struct staging *staging, struct error *error);
/* Removes what was staged; a no-op after a commit. Releases the staging in any case. */
void staging_abandon(struct staging *staging);

#endif
