/* Records of one id of a batch system: which are attempts of one job, in which order.
 *
 * Exports that name no cluster may be of several, whose ids begin anew. Records are of different
 * jobs when their users differ (a name and a uid may be of one user), when one started before the
 * other had ended, or when one was submitted anew before that: a job is requeued only once its
 * attempt has ended. */
#ifndef ANALYSIS_TASKS_JOB_ATTEMPTS_H
#define ANALYSIS_TASKS_JOB_ATTEMPTS_H

#include <stddef.h>

#include "table/records.h"

struct job_attempt {
    uint32_t user; /* text; 0: not said */
    bool user_is_uid;
    enum record_ending ending;
    double submit, start, end; /* NaN: not said; of one that runs, end is when it was written */
    double moment;             /* by which it is ordered; infinite: it waits to be started again */
    size_t job;                /* which of the jobs of the id; attempts of a job lie together */
    size_t record;
};

struct job_attempt job_attempt_of(const struct records *records, const struct records_block *block,
                                  size_t row, int user_column, size_t record);
/* Orders the attempts of an id by their jobs, those of a job by time, and sets `job`. */
void job_attempts_part(struct job_attempt *attempts, size_t count);

#endif
