/* Events of tasks: the aligned spans that are on no lane of a host, by kind and by task, with what
 * the host's devices measured in each.
 *
 * A kind of event encloses others when, in at least half of its spans, at least half of the time
 * lies in spans of other kinds of the same task: it would be counted twice, and is left out of
 * shares. The time of a task is the time in which any of its events was on. */
#ifndef ANALYSIS_DEVICES_EVENT_TASKS_H
#define ANALYSIS_DEVICES_EVENT_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/activity/aligned_timeline.h"

struct event_kind {
    const char *name;
    uint32_t text;
    size_t count;
    double total_s;
    bool encloses;
};

enum { EVENT_NO_TASK = UINT32_MAX, EVENT_NO_DEVICE = UINT32_MAX };

struct event_span {
    double start, duration;
    uint32_t host;       /* of the aligned activity */
    uint32_t kind, task; /* EVENT_NO_TASK: the source names neither job nor task */
};

struct event_task {
    uint32_t host;            /* of the aligned activity */
    uint32_t job, text;       /* texts */
    uint32_t device;          /* the one that its events name; else the one that was sampled
                                 meanwhile, or just before and after; else, without samples, the
                                 one listed of the host. EVENT_NO_DEVICE: none of these, or several
                               */
    uint32_t longest;         /* of its spans that enclose no others, else of all */
    double first, last, time; /* s; time ≤ last − first */
};

struct event_tasks {
    const struct aligned_timeline *aligned;
    struct event_kind *kinds; /* the most time first */
    size_t kind_count;
    size_t main_kind; /* that takes most of the time and encloses no others; kind_count: none */
    struct event_span *spans; /* by host and start */
    size_t span_count;
    /* Of the samples that a span holds: of the device that the events of its task name, else of all
     * on the host; NaN of none. NULL of a metric that no device measured. */
    double *means[DEVICE_METRICS];
    uint32_t *by_kind;  /* spans of kind k: by_kind[kind_first[k]] … [kind_first[k + 1] - 1] */
    size_t *kind_first; /* kind_count + 1 of them */
    struct event_task *tasks; /* by host */
    size_t task_count;
};

/* NaN when the samples that the span holds do not have it. */
static inline double event_mean(const struct event_tasks *events, size_t span,
                                enum device_metric metric)
{
    return events->means[metric] ? events->means[metric][span] : (double)NAN;
}

#endif
