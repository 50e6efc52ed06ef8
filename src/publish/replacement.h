/* Puts what is not a report's own from a former report into the one that replaces it.
 *
 * Before the two are swapped, files are linked into the new report, so that each name is in both
 * and no moment is without it. Directories, and files on file systems without links, are moved
 * after the swap. The new report and its folders get the permissions of the former ones. Symbolic
 * links are kept as links and never followed. */
#ifndef PUBLISH_REPLACEMENT_H
#define PUBLISH_REPLACEMENT_H

#include <stdbool.h>

#include "publish/file_owner.h"
#include "util/error.h"

/* Both are open directories. False with ERROR_OUTPUT when `former` is no report, or when the new
 * report has a file of the same name as one that is not the former report's; nothing has changed in
 * `former` then. */
bool replacement_carry(const struct file_owner *owner, int former, int next, struct error *error);

/* Removes the directory `name` in `parent`, which is or was a report: what the report owns is
 * removed, what is linked in `target` is unlinked here, the rest is moved there. `target` is an
 * open directory, or -1: then the rest stays. False when something stayed. Does nothing twice. */
bool replacement_settle(const struct file_owner *owner, int parent, const char *name, int target);

#endif
