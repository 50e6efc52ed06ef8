/* A lock file beside what one process is making, so that others distinguish the living from the
 * dead.
 *
 * The kernel takes the lock away when the last process that holds it ends, however it ends and
 * whatever number it has in its container. Forked children hold it, too. */
#ifndef PUBLISH_CLAIM_H
#define PUBLISH_CLAIM_H

#include <stdbool.h>

/* Makes the file and locks it; it must not exist. -1 with errno, EEXIST when it does or somebody
 * else was faster. *is_locked is false where the file system has no locks. */
int claim_new(const char *path, bool *is_locked);
/* Takes over a file that the dead left behind. -1 when its owner lives, nobody can know, or it is
 * another user's. */
int claim_of_the_dead(const char *path);
/* The same for who knows that the owner is dead or about to be: waits for its children, and needs
 * no locks. -1 when the file is gone. */
int claim_of_the_dying(const char *path);
/* Removes the file, then lets it go. */
void claim_release(int handle, const char *path);

#endif
