#include "analysis/tasks/task_periods.h"

#include <math.h>
#include <stdlib.h>

#include "util/list.h"

static const double LONG_BREAK = 0.05, SHORTEST_BREAK_S = 60; /* of the time that was not idle */
static const double ENOUGH_WORK = 0.1; /* of the period in which most was done */

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

double task_periods_break(double busy_s)
{
    return fmax(LONG_BREAK * busy_s, SHORTEST_BREAK_S);
}

struct task_periods task_periods_of(struct task_moments *moments)
{
    double least_break_s = task_periods_break(busy_time(moments));
    struct task_periods periods = {0};
    struct task_state state, next;
    task_moments_rewind(moments, &next);
    if (!task_moments_next(moments, &next))
        return periods;
    for (state = next; task_moments_next(moments, &next); state = next) {
        if (is_idle(&state))
            continue;
        const struct task_period *before = periods.count ? list_last(&periods) : NULL;
        if (!before || state.time - before->last >= least_break_s) {
            *list_add(&periods) = (struct task_period){.first = state.time};
        }
        struct task_period *period = list_last(&periods);
        period->last = next.time;
        period->running_s += (next.time - state.time) * (double)state.counts[MOMENT_RUNNING];
    }
    return periods;
}

void task_periods_release(struct task_periods *periods)
{
    free(periods->items);
    *periods = (struct task_periods){0};
}

const struct task_period *task_periods_last(const struct task_periods *periods)
{
    double most_s = 0;
    for (size_t i = 0; i < periods->count; i++)
        most_s = fmax(most_s, periods->items[i].running_s);
    for (size_t i = periods->count; i-- > 0;)
        if (periods->items[i].running_s >= ENOUGH_WORK * most_s)
            return &periods->items[i];
    return NULL;
}
