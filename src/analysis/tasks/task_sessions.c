#include "analysis/tasks/task_sessions.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

static const double LONG_BREAK = 0.05, SHORTEST_BREAK_S = 60; /* of the time that was not idle */
static const double ENOUGH_WORK = 0.1; /* of the session in which most was done */

static bool is_idle(const struct task_state *state)
{
    return !state->counts[MOMENT_RUNNING] && !state->counts[MOMENT_WAITING];
}

/* The time in which something ran or waited. */
static double busy_time(struct task_moments *moments)
{
    struct task_state state, next;
    double busy_s = 0;
    task_moments_rewind(moments, &next);
    if (!task_moments_next(moments, &next))
        return 0;
    for (state = next; task_moments_next(moments, &next); state = next)
        if (!is_idle(&state))
            busy_s += next.time - state.time;
    return busy_s;
}

struct task_sessions task_sessions_of(struct task_moments *moments)
{
    double least_break_s = fmax(LONG_BREAK * busy_time(moments), SHORTEST_BREAK_S);
    struct task_sessions sessions = {0};
    struct task_state state, next;
    size_t capacity = 0;
    task_moments_rewind(moments, &next);
    if (!task_moments_next(moments, &next))
        return sessions;
    for (state = next; task_moments_next(moments, &next); state = next) {
        if (is_idle(&state))
            continue;
        const struct task_session *before =
            sessions.count ? &sessions.items[sessions.count - 1] : NULL;
        if (!before || state.time - before->last >= least_break_s) {
            memory_reserve(&sessions.items, &capacity, sessions.count + 1, sizeof *sessions.items);
            sessions.items[sessions.count++] = (struct task_session){.first = state.time};
        }
        struct task_session *session = &sessions.items[sessions.count - 1];
        session->last = next.time;
        session->running_s += (next.time - state.time) * (double)state.counts[MOMENT_RUNNING];
    }
    return sessions;
}

void task_sessions_release(struct task_sessions *sessions)
{
    free(sessions->items);
    *sessions = (struct task_sessions){0};
}

const struct task_session *task_sessions_last(const struct task_sessions *sessions)
{
    double most_s = 0;
    for (size_t i = 0; i < sessions->count; i++)
        most_s = fmax(most_s, sessions->items[i].running_s);
    for (size_t i = sessions->count; i-- > 0;)
        if (sessions->items[i].running_s >= ENOUGH_WORK * most_s)
            return &sessions->items[i];
    return NULL;
}
