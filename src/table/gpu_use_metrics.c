#include "table/gpu_use_metrics.h"

const char *const gpu_use_metrics[GPU_USE_METRICS] = {"gpu.utilization_rates.gpu",
                                                      "acc_utilization.accelerator",
                                                      "acc_utilization", "gpu.utilization"};
