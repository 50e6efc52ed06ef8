/* The task kind whose attempts fail most often and are repeated: what other findings of the same
 * attempts leave to this one. */
#ifndef ANALYSIS_FINDINGS_FAILING_KIND_H
#define ANALYSIS_FINDINGS_FAILING_KIND_H

#include "analysis/findings/finding.h"

/* The id of the rule by whose numbers it is found. */
extern const char failing_kind_rule[];

/* Not counted as failed: attempts at a memory or time limit and requeued ones, which findings of
 * their own report, and those that were preempted or lost, or whose node failed. Attempts are those
 * that ended, in whatever way. Left out: kinds of which most failed attempts were not repeated, so
 * that their tasks failed, and those whose kills are reported. */
struct failing_kind {
    const char *kind;
    double failed, attempts;  /* 0 attempts: there is no such kind */
    double at_limits;         /* of the kind; beside `failed` */
    double lower;             /* end of the 95 % interval of failed ÷ attempts (Wilson) */
    double others, of_others; /* failed attempts, and all, of the other kinds */
    double more;              /* other kinds that fail so often that they could be named */
};

struct failing_kind finding_failing_kind(const struct findings *findings);

#endif
