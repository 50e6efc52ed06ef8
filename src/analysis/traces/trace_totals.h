/* What ran, counted by function and worker: what the analyses of traces share.
 *
 * A worker is a lane of the aligned activity: a worker, a thread, a GPU. Functions are identified
 * by their names. Durations of spans that nest or overlap are added all the same, own times are
 * not; `busy` is the time in which anything ran. Annotations have a duration, and no own time. */
#ifndef ANALYSIS_TRACES_TRACE_TOTALS_H
#define ANALYSIS_TRACES_TRACE_TOTALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/activity/aligned_timeline.h"
#include "analysis/traces/task_inputs.h"
#include "util/arena.h"

/* Sums over some tasks; a count beside each sum of what may be missing. */
struct trace_sums {
    size_t tasks, sized, paced; /* paced: with size and a duration over zero */
    size_t utilization_samples, memory_samples;
    double duration_s, self_s;  /* self_s: without what ran inside (self_time.h) */
    double first_runs_s;        /* the first run on each worker, added up */
    double longest_s;           /* the longest run */
    double bytes, throughput;   /* B; B/s: sum of each task's bytes ÷ duration */
    double utilization, memory; /* of the samples */
};

struct worker_function {
    uint32_t function;
    struct trace_sums sums;
};

struct trace_worker {
    struct worker_function *functions; /* in the order in which they first ran */
    size_t function_count, function_capacity;
    struct trace_sums sums;
    double busy_s, first, last; /* first, last: of its spans; NaN when it has none */
};

struct trace_totals {
    const struct aligned_timeline *aligned;
    struct task_inputs inputs;
    struct arena arena;
    const char **function_names; /* never NULL */
    size_t function_count;
    uint32_t *function_of; /* of each span */
    size_t *by_time;       /* functions, those of the longest own time first */
    struct trace_sums *functions;
    struct trace_worker *workers; /* one a lane */
    struct trace_sums all;
    double first, last; /* of all spans */
};

/* Of the worker's host, its name without that of the host: "worker-c096-2" on c096 → "2". With
 * `compat` what follows the last "-". */
const char *trace_worker_name(const struct trace_totals *totals, size_t worker, bool compat,
                              struct arena *arena);

/* What distinguishes a worker from all others: its name, with the host's before it where it does
 * not hold that; of a worker without a name the host's. */
const char *trace_worker_label(const struct trace_totals *totals, size_t worker,
                               struct arena *arena);

/* From the first to the last moment in which any worker ran, or, where the clocks of hosts cannot
 * be compared, any worker of its host. */
double trace_elapsed(const struct trace_totals *totals, size_t worker);

/* From the first of these moments to the first call of the worker; NaN: it has none. */
double trace_before_first(const struct trace_totals *totals, size_t worker);

/* Means; NaN of none. */
double trace_mean(double sum, size_t count);

#endif
