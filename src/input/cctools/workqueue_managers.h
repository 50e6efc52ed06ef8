/* The managers whose lines are in one transactions log. Most logs are of one manager, or of several
 * one after the other; managers may also append to one log at the same time. Each line has the
 * process id of its manager, by which it goes to the runs of that manager: another process begins
 * with the first line of its id, or with the next MANAGER START where an id comes again. */
#ifndef INPUT_CCTOOLS_WORKQUEUE_MANAGERS_H
#define INPUT_CCTOOLS_WORKQUEUE_MANAGERS_H

#include "input/cctools/workqueue_attempts.h"
#include "util/list.h"

/* The runs of managers of which none began before the one before it was over. */
struct workqueue_manager {
    struct workqueue_log log;
    size_t last_event; /* its number among all */
};

struct workqueue_managers {
    struct workqueue_manager **items; /* in the order in which they began */
    size_t count, capacity;
    size_t latest;               /* that of the event before */
    size_t events, latest_begin; /* the number of the event with which a manager began last */
    bool at_once;                /* lines of some are among those of others */
};

/* Sums over all of them. */
struct workqueue_totals {
    size_t runs, unfinished, restarts, waiting, running, libraries, library_exits, backwards, odd;
};

void workqueue_managers_release(struct workqueue_managers *managers);

/* In the order of the log. */
void workqueue_managers_add(struct workqueue_managers *managers,
                            const struct workqueue_event *event);
/* After the last event: settles what is still open. */
void workqueue_managers_end(struct workqueue_managers *managers);

struct workqueue_totals workqueue_managers_totals(const struct workqueue_managers *managers);

#endif
