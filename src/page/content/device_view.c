#include "page/content/device_view.h"

#include "page/content/page_parts.h"
#include "table/rows.h"

const struct row_view_column device_metric_columns[DEVICE_METRIC_COLUMNS] = {
    {SHOWN(device_metrics, metric), .kind = VIEW_WORDS},
    {SHOWN(device_metrics, samples)},
    {SHOWN(device_metrics, missing)},
    {SHOWN(device_metrics, mean_per_device)},
    {SHOWN(device_metrics, std), .head = "std"},
    {SHOWN(device_metrics, min)},
    {SHOWN(device_metrics, median)},
    {SHOWN(device_metrics, max)},
};

static const struct row_view_column event_columns[] = {
    {SHOWN(event_time, event)},
    {SHOWN(event_time, count)},
    {SHOWN(event_time, total_s), .head = "total"},
    {SHOWN(event_time, share)},
    {SHOWN(event_time, mean_s)},
    {SHOWN(event_time, min_s)},
    {SHOWN(event_time, p50_s)},
    {SHOWN(event_time, p95_s)},
    {SHOWN(event_time, max_s)},
};

const struct row_view_column slow_device_columns[SLOW_DEVICE_COLUMNS] = {
    {SHOWN(slow_devices, device), .head = "GPU or host"},
    {SHOWN(slow_devices, compared)},
    {SHOWN(slow_devices, work_ratio), .head = "time ÷ same work", .kind = VIEW_FIXED},
    {SHOWN(slow_devices, work_ratio_low), .head = "95 % CI from", .kind = VIEW_FIXED},
    {SHOWN(slow_devices, work_ratio_high), .head = "to", .kind = VIEW_FIXED},
    {SHOWN(slow_devices, median_s)},
    {SHOWN(slow_devices, power_W)},
    {SHOWN(slow_devices, power_difference_W), .head = "difference"},
    {SHOWN(slow_devices, temperature_C), .head = "temp."},
    {SHOWN(slow_devices, temperature_difference_C), .head = "difference"},
    {SHOWN(slow_devices, beside), .head = "compared with others"},
};

const struct row_view device_events_view = {VIEW_OF(event_time, event_columns)};

const char *busy_devices_text(struct arena *arena, const struct device_tasks_rows *device_tasks)
{
    double gpus = 0, hosts = 0;
    for (size_t row = 0; row < device_tasks->rows; row++) {
        bool is_gpu = device_tasks->serial[row] || device_tasks->uuid[row];
        if (!(device_tasks->tasks[row] > 0))
            continue;
        gpus += is_gpu;
        hosts += !is_gpu;
    }
    const char *gpus_text = count_text(arena, gpus, "GPU", "GPUs");
    const char *hosts_text = count_text(arena, hosts, "host", "hosts");
    if (gpus > 0 && hosts > 0)
        return arena_format(arena, "%s and %s", gpus_text, hosts_text);
    return gpus > 0 ? gpus_text : hosts_text;
}
