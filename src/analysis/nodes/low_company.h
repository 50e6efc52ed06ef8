/* What else is measured while a metric is low (low_stretches.h): rates that fall with it, or rise
 * or keep up in its place. */
#ifndef ANALYSIS_NODES_LOW_COMPANY_H
#define ANALYSIS_NODES_LOW_COMPANY_H

#include "analysis/analysis.h"
#include "analysis/nodes/low_stretches.h"

#define LOW_COMPANY_NONE ((size_t)-1)

/* Beside one stretch; a rate of less than WORK_RATE_LEAST is none. Of rates that rose about as
 * much, as what is sent and what is received, it is always the same one that rose most, lest
 * stretches of one kind differ by noise; and that of files before traffic, for many file systems
 * are reached through the network. */
struct low_company {
    const char *fell; /* rates that fell to a half: "flops_any; mem_bw"; "" of none */
    bool goes_on;     /* a rate of processors keeps up: another kind of work is done */
    bool gpus_work;
    size_t rose; /* the metric of the traffic or file I/O that rose most; LOW_COMPANY_NONE */
    bool is_of_files;
    struct low_mean rate, rate_otherwise; /* its means, per node */
};

/* One for each stretch, in the arena. */
struct low_company *low_company_find(const struct low_stretches *stretches,
                                     const struct analysis_request *request,
                                     const struct tables *tables, struct arena *arena);

/* Puts the columns rose, rate, rate_samples, rate_otherwise and of_files. */
void low_company_put_risen(struct table *table, const struct low_company *company,
                           const struct signals *signals);

#endif
