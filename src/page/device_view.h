/* How the table device_metrics is shown, among events and devices or with the traces that hold it.
 */
#ifndef PAGE_DEVICE_VIEW_H
#define PAGE_DEVICE_VIEW_H

#include "page/row_view.h"

#define DEVICE_METRICS_HEADING "What the GPUs measured, in numbers"
#define DEVICE_METRICS_TEXT "All samples of all GPUs, each once."

enum { DEVICE_METRIC_COLUMNS = 8 };
extern const struct row_view_column device_metric_columns[DEVICE_METRIC_COLUMNS];

#endif
