/* What of a part goes into which tables. */
#ifndef ANALYSIS_CAMPAIGN_PART_ROWS_H
#define ANALYSIS_CAMPAIGN_PART_ROWS_H

#include "analysis/campaign/part_groups.h"
#include "table/table.h"
#include "util/short_paths.h"

/* campaign, task_nodes */
void part_rows_put_campaign(struct tables *tables, const struct part_groups *groups);
/* attempts, failures, kernel_time, task_gpus, waiting */
void part_rows_put_attempts(struct tables *tables, const struct part_groups *groups);
/* memory_classes, task_memory_classes, requested, limits */
void part_rows_put_uses(struct tables *tables, const struct part_groups *groups);
/* allocation */
void part_rows_put_needs(struct tables *tables, const struct part_groups *groups);
/* kills, node_memory */
void part_rows_put_memory(struct tables *tables, const struct part_groups *groups);
/* boxplots, histograms, resources, densities, task_density, task_points */
void part_rows_put_distributions(struct tables *tables, const struct part_groups *groups);
/* concurrency, concurrency_summary, task_periods */
void part_rows_put_concurrency(struct tables *tables, const struct part *part);

/* changed_inputs, copied_inputs, shared_tasks. `names`: what inputs are called. */
void part_rows_put_inputs(struct tables *tables, const struct part *part,
                          const struct short_paths *names);

/* Entries of a class whose first text is a kind: in the order of the kinds' names, then of their
 * other texts. To be freed. */
struct part_entry **part_rows_in_order(const struct part *part, enum part_class class,
                                       size_t *count);

#endif
