/* Samples of jobs: where records of a resource manager say which nodes a job held and when
 * (analysis/allocations.h), samples of other nodes and times are of other jobs, or of nobody.
 *
 * A sample is kept that is of a node while a job held it, or less than a sampling interval behind
 * that: it is of the interval before it. All others are taken out, of nodes and of their GPUs, with
 * what else is said of nodes that no job held, and told as left out. Of several jobs each node
 * keeps the times of those that held it.
 *
 * Nothing is left out by names where no node with samples is among those of the jobs, and nothing
 * at all where records and samples are of other times or, as it seems, of other time zones
 * (analysis/time_match.h), or no sample would remain: then it is not known what is whose, and
 * findings tell it. */
#ifndef ANALYSIS_JOB_SAMPLES_H
#define ANALYSIS_JOB_SAMPLES_H

#include "table/dataset.h"
#include "util/diagnostics.h"

/* To be called once, after all inputs are read and before signals are made of samples. Nodes get
 * new numbers where some are taken out, and `held`. */
void job_samples_keep(struct dataset *dataset, struct diagnostics *diagnostics);

#endif
