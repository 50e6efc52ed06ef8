/* The little that a node does beside others that work: half a core is busy, or a sign of work is
 * there (work_signs.h), for a tenth of the time or more. One that hands out the work of the others
 * may do no more than that, and does not stand idle. */
#ifndef ANALYSIS_NODES_LITTLE_WORK_H
#define ANALYSIS_NODES_LITTLE_WORK_H

#include "analysis/analysis.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/work_signs.h"

struct little_work {
    double share; /* of its samples in that time that show work; 0: less than counts */
    double last;  /* the last moment that does; NaN: none */
    double load_share, busy_cores; /* on average; NaN: unknown */
    double cores;                  /* that it has; NaN: unknown */
};

/* Where it is looked up, for any node. */
struct little_work_search {
    const struct analysis_request *request;
    const struct node_load *load;
    const struct capacity *capacities;
    struct work_signs_gpus gpus;
};
void little_work_prepare(struct little_work_search *search, const struct analysis_request *request,
                         const struct node_load *load, struct arena *arena);

/* `signal`: a node's load. */
struct little_work little_work_find(const struct little_work_search *search,
                                    const struct tables *tables, const struct signal *signal,
                                    double until);
/* What it goes on to do after `from`, when the load fell for good: more than NODE_LOAD_CORE_AT_REST
 * busy, or signs of work. */
struct little_work little_work_find_after(const struct little_work_search *search,
                                          const struct tables *tables, const struct signal *signal,
                                          double from, double until);

#endif
