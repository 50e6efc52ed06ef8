/* Columns of node tables that are of one GPU of the host: "gpu0_power_W", "GPU 1 power [W]",
 * "gpu_power.0 [W]", "DCGM_FI_DEV_POWER_USAGE_0". */
#ifndef INPUT_NODES_GPU_COLUMNS_H
#define INPUT_NODES_GPU_COLUMNS_H

#include <stdbool.h>

#include "util/arena.h"

struct gpu_column {
    const char *gpu;      /* its number, in digits; NULL: no GPU is numbered */
    const char *name;     /* the column's without the number: "gpu_power_W" */
    const char *own_name; /* and without "gpu" before the rest: "power_W" */
    bool is_sure;         /* else it is of a GPU only where `name` is what GPUs measure: the number
                             does not follow "gpu" */
};

struct gpu_column gpu_column_find(struct arena *arena, const char *name);
/* A name without "gpu" before the rest. */
const char *gpu_column_own_name(const char *name);
/* The GPU as nodes are named: "gpu-0.HOST". */
const char *gpu_column_node(struct arena *arena, const char *number, const char *host);

#endif
