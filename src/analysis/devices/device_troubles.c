/* What analyses of the GPUs of nodes find in samples of devices: stops, gpu_rests, gpu_hangs,
 * memory_growth, throttling, balance and outlier_nodes. */
#include "analysis/devices/device_signals.h"
#include "analysis/devices/device_tables.h"

/* Those that nodes and devices share; others stay apart: rows of node_metrics are the signals of
 * nodes, and what is said of each device is in device_use. */
static void share_tables(struct tables *own, struct tables *tables, bool have_tasks)
{
    static const char *const shared[] = {"stops",         "gpu_rests", "gpu_hangs",    "throttling",
                                         "memory_growth", "balance",   "outlier_nodes"};
    enum { OF_ANY_USE = 5 };
    size_t count = have_tasks ? OF_ANY_USE : sizeof shared / sizeof shared[0];
    for (size_t i = 0; i < count; i++)
        tables_share(own, tables, shared[i]);
}

/* Where it is known which tasks ran, devices differ by these: they are compared by device_tasks. */
const struct table *device_tables_put_troubles(const struct device_report *report)
{
    const struct aligned_timeline *aligned = report->request->activity;
    struct device_signals devices;
    struct tables own;
    if (!aligned->samples.count)
        return NULL;
    device_signals_make(&devices, aligned, report->sorted, report->request->dataset,
                        report->request->diagnostics, report->request->jobs);
    struct analysis_request request = *report->request;
    request.dataset = &devices.dataset;
    request.signals = &devices.signals;
    tables_init(&own, report->tables->arena);
    share_tables(&own, report->tables, aligned->span_count > 0);
    analyses_run_of_gpus(&request, &own);
    device_signals_release(&devices);
    return tables_find(&own, "gpus");
}
