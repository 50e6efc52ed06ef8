/* What is reduced of tasks, each to a part of its own: the parts are put together then. */
#ifndef ANALYSIS_CAMPAIGN_REDUCERS_H
#define ANALYSIS_CAMPAIGN_REDUCERS_H

#include "analysis/campaign/part.h"
#include "analysis/tasks/task_groups.h"
#include "analysis/tasks/task_measures.h"
#include "table/dataset.h"

struct reduction {
    const struct dataset *dataset;
    const struct task_groups *groups;
    struct part_settings settings;
};

void reduce_groups(const struct reduction *reduction, struct part *part);
void reduce_memory_classes(const struct reduction *reduction, struct part *part);
void reduce_kernel_time(const struct reduction *reduction, struct part *part);
void reduce_attempts(const struct reduction *reduction, struct part *part);
void reduce_failures(const struct reduction *reduction, struct part *part);
void reduce_nodes(const struct reduction *reduction, struct part *part);
void reduce_changes(const struct reduction *reduction, struct part *part);
void reduce_points(const struct reduction *reduction, struct part *part);
void reduce_requests(const struct reduction *reduction, struct part *part);
void reduce_limits(const struct reduction *reduction, struct part *part);
void reduce_kills(const struct reduction *reduction, struct part *part);
void reduce_waiting(const struct reduction *reduction, struct part *part);
void reduce_node_memory(const struct reduction *reduction, struct part *part);
/* A task has an identity where its source gives it an id, and says when it was submitted or started
 * (of a batch system's job the id is enough, of others exact measures do as well); or where it says
 * when the task started, and what was measured of it. */
void reduce_sample(const struct reduction *reduction, struct part *part);
void reduce_gpus(const struct reduction *reduction, struct part *part);
void reduce_needs(const struct reduction *reduction, struct part *part);
void reduce_run_times(const struct reduction *reduction, struct part *part);
void reduce_measure(const struct reduction *reduction, const struct task_measure *measure,
                    struct part *part);

/* Of values that entries are of: sums, ends and buckets; those that are missing do not count.
 * `keys` has room for `count`. */
void reduce_values(struct part_entry *entry, const double *values, size_t count, int64_t *keys);

/* Adds amounts that a kind of tasks requested (amounts.h) of a quantity; `of`: of which attempts.
 */
void reduce_amounts(struct part *part, const char *task, const char *quantity, const char *of,
                    const int64_t *keys, size_t count);

/* Entries that are added one after the other are neighbours: the first of `count` entries of a
 * class, one for each group (task, step), kind (task), in their order. */
size_t reduce_add_groups(struct part *part, const struct task_groups *groups);
size_t reduce_add_kinds(struct part *part, const struct task_groups *groups, enum part_class class);

#endif
