#include "analysis/traces/self_time.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/activity/aligned_timeline.h"
#include "util/memory.h"

enum { MOST_TASKS = 256 }; /* spans of tasks that are open at once */

void self_time_release(struct self_time *self)
{
    free(self->sums.items);
    free(self->open.items);
    free(self->tasks.items);
    *self = (struct self_time){0};
}

static void add(struct self_time *self, uint32_t function, double duration)
{
    list_reach(&self->sums, (size_t)function + 1, 0);
    self->sums.items[function] += duration;
}

static void remove_run(struct open_runs *runs, size_t place)
{
    runs->count--;
    memmove(&runs->items[place], &runs->items[place + 1],
            (runs->count - place) * sizeof *runs->items);
}

/* Takes the time from the runs of the same task that had it. What ends before the span does will
 * have none again; so each that stays open ends after those that opened later. */
static void take_time(struct self_time *self, struct open_runs *runs,
                      const struct activity_span *span)
{
    double end = aligned_end(span->start, span->duration), taken = span->start;
    for (size_t i = runs->count; i > 0; i--) {
        const struct open_run run = runs->items[i - 1];
        double until = fmin(run.end, end);
        bool whole = until == end && taken == span->start;
        if (run.task != span->subject.task || run.job != span->subject.job)
            continue;
        if (until > taken)
            self->sums.items[run.function] -= whole ? span->duration : until - taken;
        taken = fmax(taken, until);
        if (run.end > end)
            return;
        remove_run(runs, i - 1);
    }
}

/* Tasks that ended make room; of too many the oldest are forgotten. */
static void close_tasks(struct open_runs *runs, double moment)
{
    size_t kept = 0;
    for (size_t i = 0; i < runs->count; i++)
        if (runs->items[i].end > moment)
            runs->items[kept++] = runs->items[i];
    runs->count = kept;
    if (runs->count == MOST_TASKS)
        remove_run(runs, 0);
}

void self_time_add(struct self_time *self, const struct activity_span *span, uint32_t function)
{
    struct open_runs *runs = span->subject.task ? &self->tasks : &self->open;
    add(self, function, span->duration);
    if (span->subject.task)
        close_tasks(runs, span->start);
    take_time(self, runs, span);
    *list_add(runs) = (struct open_run){aligned_end(span->start, span->duration), function,
                                        span->subject.job, span->subject.task};
}
