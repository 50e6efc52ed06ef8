/* Which tables that a site exported have columns of GPUs whose names alone do not say it: "power
 * usage", "temperature" and "processes" are also what is measured of whole nodes. */
#ifndef INPUT_NODES_GPU_NAMES_H
#define INPUT_NODES_GPU_NAMES_H

#include <stdbool.h>

#include "input/nodes/node_table.h"
#include "input/nodes/perfmon_metrics.h"
#include "input/text/csv_text.h"
#include "input/text/gpu_words.h"

/* Whether rows at the beginning of a table are of GPUs, "gpu-0.HOST". */
bool gpu_names_are_of_rows(const struct csv_header *header, struct node_columns columns,
                           const char *text, size_t size, struct arena *arena);
/* Whether one of the columns says that it is the metric of the path, of a GPU: beside "gpu0_power",
 * "power usage" is the node's. */
bool gpu_names_say_metric(const char *const *names, size_t count, const char *path,
                          const struct perfmon_dictionary *dictionary, struct arena *arena);

#endif
