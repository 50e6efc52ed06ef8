/* Allocations: which nodes jobs held, and from when to when, by the records of a resource manager:
 * attempts of a batch system (sacct), and the meta.json of a ClusterCockpit job.
 *
 * A job that runs holds its nodes without end; one that does not say when it started may have held
 * any node at any time, one that does not say on which nodes it ran any node. Tables of tasks
 * beside such records may be of further nodes and times (of workers in jobs of their own): the run
 * held these, too, from the first start of the table to its last end; and nodes that only a trace
 * names whenever any was held. */
#ifndef ANALYSIS_ALLOCATIONS_H
#define ANALYSIS_ALLOCATIONS_H

#include <stdbool.h>

#include "table/dataset.h"

struct held_times {
    const struct held_time *items; /* ascending, apart */
    size_t count;                  /* 0: never */
};

/* What a job, or tasks beside its record, held of a node. */
struct held_part {
    struct held_time time;
    double cpus, gpus; /* NaN: not known */
    double busy;       /* CPUs, on average; NaN: not known, or of a job that did not succeed, of
                          which it may be said in part */
    double memory_B;   /* that was requested; NaN: not known */
    double nodes;      /* of the job, this and others */
    bool is_recorded;  /* by records; else it is when the samples are of */
};

struct held_parts {
    const struct held_part *items; /* in the order of their starts */
    size_t count;
};

struct allocations {
    struct arena arena;
    struct interner hosts;    /* the nodes that were held, as in analysis/node_names.h */
    struct interner traced;   /* and those on which a trace has something that ran */
    struct held_times *held;  /* of each, where it has samples */
    struct held_parts *parts; /* of each, where it has samples; 0: on nodes that are not known */
    struct held_times by_any; /* when any job ran */
    size_t jobs;              /* attempts */
};

/* False, with nothing to release, without such records. */
bool allocations_make(struct allocations *allocations, const struct dataset *dataset);
void allocations_release(struct allocations *allocations);

/* Whether jobs name the node. */
bool allocations_name(const struct allocations *allocations, const char *node);
/* When the node was held; of a name that says nothing, as an address does: when any was. */
struct held_times allocations_of(const struct allocations *allocations, const char *node);

/* Whether the moment is of these times, or less than `interval_s` behind one of them: a sample is
 * of the interval before it. A time that is no date is: nothing else says when it was. */
bool held_times_have(struct held_times held, double time, double interval_s);

#endif
