/* What several findings ask of all GPUs: whether work is done on them, and whether samples of
 * devices are of GPUs that are nodes as well. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/gpu.h"
#include "table/activity.h"
#include "table/gpu_use_metrics.h"
#include "table/rows.h"
#include "util/number.h"

static const double WORKING = 0.05; /* mean */

/* Of the rows of GPUs that were used at all; NaN: there are none. */
static double mean_of_used(const struct table *gpus)
{
    const double *means = gpus ? table_numbers(gpus, "utilization_mean") : NULL;
    double sum = 0;
    size_t used = 0;
    for (size_t row = 0; gpus && row < gpus->rows; row++) {
        if (!(means[row] > GPU_UNUSED))
            continue;
        sum += means[row];
        used++;
    }
    return used ? sum / (double)used : NUMBER_MISSING;
}

double finding_gpu_mean(const struct findings *findings)
{
    static const char *const tables[] = {"gpus", "device_use"};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        double mean = mean_of_used(tables_find(findings->tables, tables[i]));
        if (!isnan(mean))
            return mean;
    }
    for (size_t i = 0; i < GPU_USE_METRICS; i++) {
        double mean = finding_number(findings, gpu_use_metrics[i], "mean_per_node");
        if (!isnan(mean))
            return mean / 100;
    }
    const struct device_metrics_rows devices = device_metrics_rows(findings->tables);
    size_t row = rows_find(devices.rows, 0, devices.metric, "utilization", NULL, NULL);
    return row < devices.rows ? devices.mean_per_device[row] / 100 : NUMBER_MISSING;
}

bool finding_gpus_work(const struct findings *findings)
{
    return finding_gpu_mean(findings) >= WORKING;
}

bool finding_devices_are_nodes(const struct findings *findings, const struct device_use_rows *uses)
{
    const struct gpus_rows gpus = gpus_rows(findings->tables);
    for (size_t row = 0; gpus.rows && row < uses->rows; row++) {
        const char *name = device_node_name(findings->arena, uses->serial[row]);
        if (!name || rows_find(gpus.rows, 0, gpus.gpu, name, NULL, NULL) == gpus.rows)
            return false;
    }
    return gpus.rows;
}
