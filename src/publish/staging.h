/* A report is written beside its target and swapped in whole.
 *
 * The staging directory is a hidden sibling of the target that carries our process number. Whatever
 * ends the run (an error, a signal, SIGKILL, too little memory), a watcher process that waits for
 * our end removes it; should the watcher be killed too, the next run that stages the same target
 * does. Until staging_commit the target is untouched. */
#ifndef PUBLISH_STAGING_H
#define PUBLISH_STAGING_H

#include <stdbool.h>

#include "util/error.h"

struct staging {
    char *path;   /* write here */
    char *target; /* absolute */
    int watcher_pipe;
    int watcher;
};

/* False when the target's parent is missing or not writable, or when the target exists and is no
 * report of ours (a directory without data/manifest.json) nor empty. */
bool staging_begin(struct staging *staging, const char *target, struct error *error);
/* Syncs the files, then swaps: the former report is replaced in one rename and removed after. */
bool staging_commit(struct staging *staging, struct error *error);
/* Removes what was staged; a no-op after a commit. */
void staging_abandon(struct staging *staging);

#endif
