#include "analysis/devices/event_group.h"

#include <math.h>

/* Events that are on at a time; more than that are not looked into. */
enum { DEEPEST = 64 };

struct open_spans {
    uint32_t spans[DEEPEST];
    size_t depth;
};

static double end_of(const struct event_span *span)
{
    return aligned_end(span->start, span->duration);
}

static void close_before(struct open_spans *open, const struct event_span *spans, double moment)
{
    while (open->depth && end_of(&spans[open->spans[open->depth - 1]]) <= moment)
        open->depth--;
}

static void cover_holder(const struct open_spans *open, const struct event_span *spans,
                         const struct event_span *span, double *covered)
{
    for (size_t i = open->depth; i-- > 0;) {
        const struct event_span *holder = &spans[open->spans[i]];
        if (holder->kind == span->kind || end_of(holder) < end_of(span) ||
            holder->duration <= span->duration)
            continue;
        covered[open->spans[i]] += span->duration;
        return;
    }
}

void event_group_measure(const struct event_span *spans, const struct event_key *keys, size_t count,
                         double *covered, struct event_task *task)
{
    struct open_spans open = {.depth = 0};
    task->first = spans[keys[0].span].start;
    task->last = task->first;
    task->time = 0;
    for (size_t i = 0; i < count; i++) {
        const struct event_span *span = &spans[keys[i].span];
        close_before(&open, spans, span->start);
        cover_holder(&open, spans, span, covered);
        if (open.depth < DEEPEST)
            open.spans[open.depth++] = keys[i].span;
        double from = fmax(span->start, task->last);
        if (end_of(span) > from) {
            task->time += end_of(span) - from;
            task->last = end_of(span);
        }
    }
}
