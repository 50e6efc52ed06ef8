/* The time of the job: as the scheduler says, else from the first sample to the last. */
#ifndef ANALYSIS_JOB_TIME_H
#define ANALYSIS_JOB_TIME_H

#include "analysis/analysis.h"

struct job_time {
    double start, end; /* NaN when unknown; start ≤ end */
};

struct job_time job_time_of(const struct analysis_request *request);

#endif
