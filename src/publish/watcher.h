/* A process that outlives ours, to clean up behind it.
 *
 * It waits at the other end of a socket, in its own session, deaf to the signals that end jobs,
 * and holds nothing of ours open. When our end closes without a word it puts back a former report
 * that was moved aside and removes what was staged. */
#ifndef PUBLISH_WATCHER_H
#define PUBLISH_WATCHER_H

#include <stdbool.h>
#include <sys/types.h>

#include "util/arena.h"
#include "util/error.h"

#define WATCHER_ASIDE_SUFFIX ".old"

struct watcher {
    int socket;
    pid_t process;
};

/* Watches over what is staged at `path` for `target`; both must be absolute. */
bool watcher_start(struct watcher *watcher, const char *path, const char *target,
                   struct error *error);
/* Tells the watcher that there is nothing left to do, and waits for its end. */
void watcher_dismiss(struct watcher *watcher);

/* What the watcher does at our death. Does nothing twice. */
void watcher_clean_up(const char *path, const char *target);

/* Where a former report is moved while its successor takes its place in two steps. */
const char *watcher_aside(struct arena *arena, const char *path);

#endif
