/* How tables of events and devices are shown: on their page, on the first, and device_metrics with
 * the traces that hold it. */
#ifndef PAGE_CONTENT_DEVICE_VIEW_H
#define PAGE_CONTENT_DEVICE_VIEW_H

#include "page/content/row_view.h"
#include "table/rows.h"

#define DEVICE_METRICS_HEADING "Statistics of GPU metrics"
#define DEVICE_METRICS_TEXT                                                                        \
    "All samples of all GPUs; the mean is that of the GPUs' means over time."

/* Where the tasks of device_tasks ran: "2 GPUs", "3 hosts", "2 GPUs and 1 host". */
const char *busy_devices_text(struct arena *arena, const struct device_tasks_rows *device_tasks);

enum { DEVICE_METRIC_COLUMNS = 8 };
extern const struct row_view_column device_metric_columns[DEVICE_METRIC_COLUMNS];

enum { SLOW_DEVICE_COLUMNS = 11 };
extern const struct row_view_column slow_device_columns[SLOW_DEVICE_COLUMNS];
#define SLOW_DEVICES_VIEW                                                                          \
    {                                                                                              \
        VIEW_OF(slow_devices, slow_device_columns)                                                 \
    }

extern const struct row_view device_events_view;

#endif
