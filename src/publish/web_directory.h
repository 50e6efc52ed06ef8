/* A directory that visitors read while it is changed.
 *
 * What is new is made under hidden names inside of it, brought to the disk, and then renamed into
 * place, one after the other, in the order in which it was staged. One publisher at a time works
 * there: the others wait for its lock, which the kernel takes away from whoever dies. So whatever
 * hidden name of ours the holder of the lock finds was left by a dead one, and is removed. */
#ifndef PUBLISH_WEB_DIRECTORY_H
#define PUBLISH_WEB_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "publish/file_owner.h"
#include "util/arena.h"
#include "util/error.h"
#include "util/list.h"

#define WEB_DIRECTORY_LOCK ".jobreport-lock"

struct staged_name {
    const char *ready, *target; /* names in the directory; ready NULL: nothing left to do */
    bool is_report;
};

struct web_directory {
    const char *path;
    const struct file_owner *owner; /* of the reports in it */
    void (*note)(void *context, const char *line);
    void *context;
    int handle, lock; /* lock -1: there are no locks on this file system */
    struct arena arena;
    LIST_OF(struct staged_name) staged;
};

/* Makes the directory when it is not there (its parent must be), waits for the lock, and cleans up
 * behind the dead. `note` is called with a sentence when others are waited for, when there are no
 * locks (then nothing is cleaned up), and, until the end, when something that is not of a report
 * could not be put into its successor. */
bool web_directory_open(struct web_directory *web, const char *path, const struct file_owner *owner,
                        void (*note)(void *context, const char *line), void *context,
                        struct error *error);

/* A new hidden directory that will be `target`, for nobody else to enter where there is one
 * already; returns its handle, or -1 with *error. */
int web_directory_stage(struct web_directory *web, const char *target, struct error *error);
bool web_directory_stage_file(struct web_directory *web, const char *target, const char *bytes,
                              size_t size, struct error *error);
/* Removes what was staged last. What is staged twice for one name is renamed twice. */
void web_directory_unstage(struct web_directory *web);

/* Syncs all that was staged, then renames; what is in a report that is replaced and not of it is
 * kept. When syncing fails, or what is to be replaced is no report, nothing was changed. */
bool web_directory_commit(struct web_directory *web, struct error *error);

/* Removes what was staged and not committed; lets the next one in. */
void web_directory_close(struct web_directory *web);

#endif
