#include "analysis/traces/self_time.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/activity/settled_activity.h"
#include "util/memory.h"

void self_time_release(struct self_time *self)
{
    free(self->sums);
    free(self->open);
    *self = (struct self_time){0};
}

static void add(struct self_time *self, uint32_t function, double duration)
{
    memory_reserve(&self->sums, &self->capacity, (size_t)function + 1, sizeof *self->sums);
    while (self->count <= function)
        self->sums[self->count++] = 0;
    self->sums[function] += duration;
}

/* Takes the time from the runs that had it. What ends before the span does will have none again;
 * so each that stays open ends after those that opened later. */
static void take_time(struct self_time *self, const struct activity_span *span)
{
    double end = settled_end(span->start, span->duration), taken = span->start;
    while (self->open_count) {
        const struct open_run *top = &self->open[self->open_count - 1];
        double until = fmin(top->end, end);
        bool whole = until == end && taken == span->start;
        if (until > taken)
            self->sums[top->function] -= whole ? span->duration : until - taken;
        taken = fmax(taken, until);
        if (top->end > end)
            return;
        self->open_count--;
    }
}

void self_time_add(struct self_time *self, const struct activity_span *span, uint32_t function)
{
    add(self, function, span->duration);
    if (span->subject.task)
        return;
    take_time(self, span);
    memory_reserve(&self->open, &self->open_capacity, self->open_count + 1, sizeof *self->open);
    self->open[self->open_count++] =
        (struct open_run){settled_end(span->start, span->duration), function};
}
