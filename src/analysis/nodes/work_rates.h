/* What a job does beside the load of its processors, as rates per node in operations or bytes per
 * second. */
#ifndef ANALYSIS_NODES_WORK_RATES_H
#define ANALYSIS_NODES_WORK_RATES_H

#include <stddef.h>

enum work_rate_kind { WORK_RATE_OF_PROCESSORS, WORK_RATE_TRAFFIC, WORK_RATE_FILES };

struct work_rate {
    const char *metric;
    enum work_rate_kind kind;
};

extern const struct work_rate work_rates[];
extern const size_t work_rate_count;

/* Less per node is no work. */
#define WORK_RATE_LEAST 10e6

#endif
