/* Statistics of events of tasks and samples of devices: which events take the time, how GPUs
 * differ, whether warmth and power go with run time. */
#include "analysis/devices/device_tables.h"
#include "analysis/devices/event_tasks_make.h"

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct event_tasks events;
    if (!request->activity)
        return;
    event_tasks_make(&events, request->activity, request->jobs);
    struct samples_by_device sorted;
    struct device_means means;
    samples_by_device_make(&sorted, request->activity);
    device_means_make(&means, request->activity, &sorted, request->jobs);
    struct device_report report = {request, &events, &sorted, &means, tables};
    device_tables_put_events(&report);
    device_tables_put_gpus(&report);
    device_tables_put_correlations(&report);
    device_tables_put_factor_pairs(&report);
    device_tables_put_course(&report);
    device_tables_put_lines(&report);
    device_tables_put_energy(&report);
    device_tables_put_use(&report, device_tables_put_troubles(&report));
    device_tables_put_faults(&report);
    device_tables_put_lanes(&report);
    device_tables_put_slowest(&report);
    device_tables_put_map(&report);
    device_means_release(&means);
    samples_by_device_release(&sorted);
    event_tasks_release(&events);
}

const struct analysis analysis_devices = {"devices", run};
