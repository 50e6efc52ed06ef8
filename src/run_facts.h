/* Whose run this was and when: options over inputs over environment, and where no input has the
 * times, those of what was measured. */
#ifndef RUN_FACTS_H
#define RUN_FACTS_H

#include "analysis/activity/aligned_timeline.h"
#include "analysis/nodes/signal.h"
#include "environment.h"
#include "options.h"
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
void run_facts_time_activity(struct facts *facts, const struct aligned_times *times);

/* Where `known`, what the inputs say, has no start or no end, the run lasts as long as its
 * activity too. After the analyses: during all of a trace no node need have been sampled. */
void run_facts_widen(struct facts *facts, const struct facts *known,
                     const struct aligned_times *times);

/* Of times from a begin no page can say when they were. */
void run_facts_forget_times_from_begin(struct facts *facts);

#endif
