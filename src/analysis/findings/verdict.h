/* The verdict: what bound the run, by rules over what was measured; or that it is not known.
 *
 * A measure is a function that says for how large a share something held: one file's function and a
 * line in bounds.def. Limits and sentences are those of the rule job.bound. A share is of samples
 * or time, as the measure says in words; NaN: not measured. */
#ifndef ANALYSIS_FINDINGS_VERDICT_H
#define ANALYSIS_FINDINGS_VERDICT_H

#include "analysis/findings/rule_finding.h"

struct bound {
    const char *name, *measure; /* "GPUs"; what the share is of, or why it is not known */
    const char *unknown;        /* what has to be measured to know it, where it is not known */
    double share, needed;
    double use;                   /* mean use of a resource; NaN: it is none */
    double counted, missing;      /* what the share is of; NaN: not counted */
    const struct finding *beside; /* of bounds.def; NULL: it is not reported */
    bool is_of_tasks;             /* of records of tasks, not of samples of nodes */
    bool are_most_lost;           /* attempts that did not succeed took most of the time */
    struct rule_finding made;     /* its sentence, of the variant that the measure sets */
};

/* A limit or threshold of the rule job.bound. */
double bound_limit(const struct findings *findings, const char *name);

/* A measure fills in what it knows of an empty bound; without a name it has nothing to judge. */
#define BOUND(measure, turn, beside)                                                               \
    void bound_by_##measure(struct findings *findings, struct bound *bound);
#include "analysis/findings/bounds.def"

/* The tables verdict and bounds, after all findings. Inputs without nodes, tasks and traces have
 * neither. */
void verdict_put(struct findings *findings, struct tables *tables);

#endif
