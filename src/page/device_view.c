#include "page/device_view.h"

#include "page/page_parts.h"

#define QUANTITY(column, head, unit)                                                               \
    {                                                                                              \
        column, head, VIEW_QUANTITY, unit, 1, TOTAL_NONE                                           \
    }

const struct row_view_column device_metric_columns[DEVICE_METRIC_COLUMNS] = {
    {"metric", "metric", VIEW_WORDS, NULL, 0, TOTAL_NONE},
    {"samples", "samples", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"missing", "missing", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"mean_per_device", "mean per GPU", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"std", "std", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"min", "min", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"median", "median", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"max", "max", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
};

static const struct row_view_column event_columns[] = {
    {"event", "event", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"count", "events", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    QUANTITY("total_s", "time", "s"),
    {"share", "share", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    QUANTITY("mean_s", "mean", "s"),
    QUANTITY("min_s", "min", "s"),
    QUANTITY("p50_s", "median", "s"),
    QUANTITY("p95_s", "p95", "s"),
    QUANTITY("max_s", "max", "s"),
};

const struct row_view_column slow_device_columns[SLOW_DEVICE_COLUMNS] = {
    {"device", "GPU or host", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"tasks", "tasks", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    QUANTITY("median_s", "median", "s"),
    {"ratio_to_median", "of the median", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    QUANTITY("power_W", "power", "W"),
    QUANTITY("power_difference_W", "beside", "W"),
    QUANTITY("temperature_C", "temp.", "°C"),
    QUANTITY("temperature_difference_C", "beside", "°C"),
    {"beside", "beside the others", VIEW_TEXT, NULL, 0, TOTAL_NONE},
};

const struct row_view device_events_view = {
    "event_time", event_columns, sizeof event_columns / sizeof event_columns[0], NULL, NULL,
    false,        NULL,
};

const char *busy_devices_text(struct arena *arena, const struct table *device_tasks)
{
    double gpus = 0, hosts = 0;
    for (size_t row = 0; row < device_tasks->rows; row++) {
        bool is_gpu =
            table_texts(device_tasks, "serial")[row] || table_texts(device_tasks, "uuid")[row];
        if (!(table_numbers(device_tasks, "tasks")[row] > 0))
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
