/* Sessions of a campaign: stretches between which nothing ran for long, and nothing waited either.
 *
 * A campaign that is resumed on Monday did not run over the weekend: what is said of how many tasks
 * ran at a time is of a session. A break is that long beside all the time in which something ran.
 */
#ifndef ANALYSIS_TASKS_TASK_SESSIONS_H
#define ANALYSIS_TASKS_TASK_SESSIONS_H

#include "analysis/tasks/task_moments.h"

struct task_session {
    double first, last; /* moments: something began to run, or to wait; nothing did any more */
    double running_s;   /* of all its attempts */
};

struct task_sessions {
    struct task_session *items; /* in the order of time */
    size_t count;
};

struct task_sessions task_sessions_of(struct task_moments *moments);
void task_sessions_release(struct task_sessions *sessions);

/* The last one in which much was done, of those of one campaign; NULL: there is none. */
const struct task_session *task_sessions_last(const struct task_sessions *sessions);

#endif
