/* GPUs that attempts held, by the attributes `allocated_gpus` and `gpu_utilization` (%, of all GPUs
 * together, at most 100 for each). Of those with `uncounted_gpus` it is not known how many they
 * held: they count as one, of which they used no more than is said. */
#ifndef ANALYSIS_TASKS_ATTEMPT_GPUS_H
#define ANALYSIS_TASKS_ATTEMPT_GPUS_H

#include <stdbool.h>

#include "table/records.h"

/* Columns of the records, or RECORDS_NO_COLUMN. */
struct attempt_gpus_columns {
    int gpus, uncounted, percent;
};

struct attempt_gpus {
    double gpus, gpu_s; /* GPUs × elapsed time: above 0 where it held any, and else NaN or 0 */
    double percent;     /* of one GPU; NaN: not known */
    bool is_uncounted;
};

/* An attempt that held GPUs is the first, and one of the last two at most. */
enum gpu_use { GPUS_HELD, GPUS_MEASURED, GPUS_IDLE, GPUS_LOW, GPU_USES };
extern const char *const gpu_use_names[GPU_USES];

/* False: no record says anything of GPUs. */
bool attempt_gpus_columns_find(struct attempt_gpus_columns *columns, const struct records *records);

struct attempt_gpus attempt_gpus_at(const struct records_block *block,
                                    const struct attempt_gpus_columns *columns, size_t row);

/* GPU time × utilisation; NaN: not known. */
double attempt_gpus_used_s(const struct attempt_gpus *attempt);

bool attempt_gpus_are(const struct attempt_gpus *attempt, enum gpu_use use);

#endif
