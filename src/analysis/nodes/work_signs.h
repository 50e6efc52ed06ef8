/* Signs of work beside the load of the processors: GPUs, network and interconnect, file I/O.
 *
 * A node or GPU shows a sign where its value lies above a limit: of GPUs 2 % utilisation, of
 * traffic and files 10 MB/s, or 2 % of the metric's 95th percentile where that is more. Which
 * metrics are of traffic and files: work_rates.h. */
#ifndef ANALYSIS_NODES_WORK_SIGNS_H
#define ANALYSIS_NODES_WORK_SIGNS_H

#include <stdbool.h>

#include "analysis/analysis.h"

/* Files that keep processors waiting are read and written at so much per node, in B/s. */
#define WORK_SIGNS_FILES_B_S 100e6

struct work_signs {
    bool *shown;           /* a slot of the grid each: any node or GPU shows any sign */
    const char *looked_at; /* "GPUs, network and file I/O": what was measured; "" of none */
};

void work_signs_make(struct work_signs *signs, const struct analysis_request *request,
                     const struct tables *tables, const struct grid *grid);
/* These and what processors do: floating-point rate and memory bandwidth above 5 % of their p95. */
void work_signs_of_all(struct work_signs *signs, const struct analysis_request *request,
                       const struct tables *tables, const struct grid *grid);
/* Of GPUs alone. */
void work_signs_of_gpus(struct work_signs *signs, const struct analysis_request *request,
                        const struct tables *tables, const struct grid *grid);
/* Of GPUs, and of files that are read and written at WORK_SIGNS_FILES_B_S or more: what one busy
 * core may wait for. */
void work_signs_beside_one_core(struct work_signs *signs, const struct analysis_request *request,
                                const struct tables *tables, const struct grid *grid);

/* The signals of GPUs of each host, found once for all nodes. */
struct work_signs_gpus {
    size_t *first; /* of a node of the dataset, + 1; 0: none */
    size_t *next;  /* of a signal: the next one of the same host, + 1 */
};
void work_signs_find_gpus(struct work_signs_gpus *gpus, const struct signals *signals,
                          struct arena *arena);
/* Of GPUs, network and files of one node of the dataset; `looked_at` is not set. */
void work_signs_of_node(struct work_signs *signs, const struct analysis_request *request,
                        const struct tables *tables, const struct grid *grid,
                        const struct work_signs_gpus *gpus, uint32_t node);
void work_signs_release(struct work_signs *signs);

/* A part of the 95th percentile of a node's values, as job_metrics has it; NaN when unknown. */
double work_signs_part_of_p95(const struct tables *tables, const struct signal_metric *metric,
                              double part);

#endif
