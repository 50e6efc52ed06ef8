#include "page/device_view.h"

const struct row_view_column device_metric_columns[DEVICE_METRIC_COLUMNS] = {
    {"metric", "metric", VIEW_WORDS, NULL, 0, TOTAL_NONE},
    {"samples", "samples", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"missing", "missing", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"mean", "mean", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"std", "std", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"min", "min", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"median", "median", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"max", "max", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
};
