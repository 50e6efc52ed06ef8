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

/* What a table says of what rose: missing numbers where nothing did. */
struct low_company_risen {
    const char *rose; /* the metric; "" of none */
    double rate, rate_samples, rate_otherwise, of_files;
};

struct low_company_risen low_company_risen(const struct low_company *company,
                                           const struct signals *signals);

/* Sets the columns of the same names of a row. */
#define LOW_COMPANY_SET_RISEN(row, risen)                                                          \
    ((row)->rose = (risen).rose, (row)->rate = (risen).rate,                                       \
     (row)->rate_samples = (risen).rate_samples, (row)->rate_otherwise = (risen).rate_otherwise,   \
     (row)->of_files = (risen).of_files)

#endif
