/* GPUs that only the paths of their inputs tell apart: a file per GPU of a host, "gpu0.csv" and
 * "gpu1.csv", without a column that names GPUs or hosts. */
#ifndef INPUT_NUMBERED_GPUS_H
#define INPUT_NUMBERED_GPUS_H

#include "table/dataset.h"
#include "util/diagnostics.h"

/* After all is read: gives such GPUs the numbers behind the last word "gpu" of their paths ("gpu0",
 * "gpu_0"), where these differ, and says so. "gpu01" is a host's name, and so is what other inputs
 * name as one. */
void numbered_gpus_settle(struct dataset *dataset, struct diagnostics *diagnostics);

#endif
