/* Whose run this was and when: options over inputs over environment.
 *
 * Start and end of the run, the first that is known:
 *   - what metadata of the job say (read with the inputs);
 *   - the record of the job that the report is of: its first start, its last end;
 *   - from the first to the last moment of all that the report shows: samples of nodes, tasks,
 *     traces, samples of devices. Of a trace its calls count, not what it notes down beside them;
 *   - where tasks and samples are not of the same time (analysis/time_match.h), the time of the
 *     tasks, of which the first numbers of the report are; a finding names both. Where time zones
 *     are all they differ by, the time of the samples, whose clocks count from an epoch more often.
 * Reports of tasks alone have no such facts: their pages take them from the tables. */
#ifndef RUN_FACTS_H
#define RUN_FACTS_H

#include "analysis/activity/aligned_timeline.h"
#include "analysis/nodes/signal.h"
#include "analysis/traces/trace_totals.h"
#include "environment.h"
#include "options.h"
#include "table/dataset.h"
#include "table/facts.h"
#include "table/records.h"

/* `records`, `environment` NULL: there are none, it has no say. The environment is of the job that
 * makes the report: where the inputs hold records of others alone, they say which it is of, and of
 * several jobs it has the id of none. Texts stay whose they are. */
void run_facts_name(struct facts *facts, const struct options *options,
                    const struct records *records, const struct environment *environment);

/* What is not known yet is taken from samples of nodes, then from events and traces, which show
 * only when their times are of a day. */
void run_facts_time_samples(struct facts *facts, const struct signals *signals);
/* When the run was by its activity: by the calls of traces where there are any. Samples of devices
 * that go on for long before or after these are of the run as well. */
struct aligned_times run_facts_activity_times(const struct aligned_timeline *activity,
                                              const struct trace_totals *traces);
void run_facts_time_activity(struct facts *facts, const struct aligned_times *times);

/* Where `known`, what the inputs say, has no start or no end, the run lasts as long as its activity
 * and its tasks, too. After the analyses, which speak of the time of the samples: during all of a
 * trace no node need have been sampled. */
void run_facts_widen(struct facts *facts, const struct facts *known,
                     const struct aligned_times *times, const struct dataset *dataset);

/* Of times from a begin no page can say when they were. */
void run_facts_forget_times_from_begin(struct facts *facts);

#endif
