/* What findings about tasks share: words for counts, hours and kinds. */
#ifndef ANALYSIS_FINDINGS_TASK_WORDS_H
#define ANALYSIS_FINDINGS_TASK_WORDS_H

#include "analysis/findings/finding.h"

/* "1 task", "1,234 tasks". */
const char *finding_count(const struct findings *findings, double count, const char *one,
                          const char *many);
/* Whether all tasks of the kind have the same name: else they may be of any programs. */
bool finding_kind_is_named(const char *kind);
/* What tasks are grouped by where that does not say which program they run: user, account,
 * partition, or the name of a column. NULL: kinds are names of tasks, or stems of them. */
const char *finding_grouped_by(const struct findings *findings);
/* Whether tasks of the kind may be taken to do the same work, so that one request suits them. */
bool finding_kind_is_work(const struct findings *findings, const char *kind);
/* Whether attempts of the kind held GPUs. */
bool finding_holds_gpus(const struct findings *findings, const char *kind);
/* Jobs of a batch system hold nodes of their own, each as long as it runs. */
bool finding_has_queue(const struct findings *findings);
/* Whether some tasks did not succeed: sums of cores, memory and time are of those that did. */
bool finding_some_did_not_succeed(const struct findings *findings);
/* The name of a kind, or "tasks without a name". */
const char *finding_kind(const struct findings *findings, const char *kind);

/* Whether it is reported that tasks waited beside workers without any, */
bool finding_reports_idle_workers(const struct findings *findings);
/* or short tasks beside idle cores. */
bool finding_reports_starved_workers(const struct findings *findings);

#endif
