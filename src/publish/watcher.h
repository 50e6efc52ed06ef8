/* A process that outlives ours, to clean up behind it.
 *
 * It waits at the other end of a socket, in its own session, deaf to the signals that end jobs,
 * and holds nothing of ours open. When our end closes without a word it cleans up. */
#ifndef PUBLISH_WATCHER_H
#define PUBLISH_WATCHER_H

#include <stdbool.h>
#include <sys/types.h>

#include "util/error.h"

struct watcher {
    int socket;
    pid_t process;
};

/* `clean_up` is called in the watcher, at our death, with the context as it is now; its paths must
 * be absolute. */
bool watcher_start(struct watcher *watcher, void (*clean_up)(void *context), void *context,
                   struct error *error);
/* Tells the watcher that there is nothing left to do, and waits for its end. */
void watcher_dismiss(struct watcher *watcher);
/* Has it clean up as if we had died, and waits for its end. */
void watcher_leave(struct watcher *watcher);

#endif
