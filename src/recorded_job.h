/* Whose records of batch jobs the inputs hold: where they are all of one job, or some of them of
 * the job that is asked about, what they say of it is the report's. */
#ifndef RECORDED_JOB_H
#define RECORDED_JOB_H

#include <stdbool.h>

#include "analysis/time_match.h"
#include "table/facts.h"
#include "table/records.h"

struct recorded_job {
    bool is_recorded; /* there are records of batch jobs */
    bool is_wanted;   /* and the wanted one is among them */
    bool has_users;   /* they say whose they are */
    /* Of the wanted one, else of the only one; of several the user alone, where all have the same.
     */
    struct facts facts;
};

/* `wanted`: an id, or NULL. Tasks of an array are one job, with the array's id where there are
 * several; a job that was requeued is one, too. Texts live as long as the records, the id in the
 * arena. */
struct recorded_job recorded_job_find(const struct records *records, const char *wanted,
                                      struct arena *arena);

/* From the first start of the job's records to their last end; infinite, the wrong way round, where
 * none is known. */
struct time_range recorded_job_times(const struct records *records, const char *job_id);

#endif
