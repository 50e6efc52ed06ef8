/* Which job a file of a ClusterCockpit job archive is of. */
#ifndef INPUT_NODES_CLUSTERCOCKPIT_JOBS_H
#define INPUT_NODES_CLUSTERCOCKPIT_JOBS_H

#include <stddef.h>

#include "input/deferred_diagnostics.h"
#include "table/dataset.h"

/* The number of the job of that id in dataset->jobs, added when new. Without an id it is the first
 * job, if there is one. */
size_t cockpit_job_of_meta(struct dataset *dataset, const struct sampled_job *job);

/* The number of the job that the data at `path` of those hosts, sorted, are of, added when new: the
 * job whose meta.json is called like the data's file ("a.data.json.gz", "a.meta.json") and lies in
 * its directory; else the only one that has some of the hosts; else the only one there is, when its
 * hosts are not told. Data of no host are of the first. */
size_t cockpit_job_of_data(struct dataset *dataset, const char *path, const char *const *hosts,
                           size_t host_count);

/* Tells that what an input has of that job, not the dataset's, has no place in the report. */
void cockpit_omit_job(struct deferred_diagnostics *deferred, const struct dataset *dataset,
                      size_t job);

#endif
