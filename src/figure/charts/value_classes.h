/* Classes of values between the thresholds of a definition, and one of implausible values above
 * them. Class 0 is the lowest, drawn the darkest. */
#ifndef FIGURE_CHARTS_VALUE_CLASSES_H
#define FIGURE_CHARTS_VALUE_CLASSES_H

#include "figure/charts/table_rows.h"

size_t value_class_of(const struct plotspec *spec, double value);
size_t value_class_count(const struct plotspec *spec);
/* As the definition calls "class 0", "class 1" …; "implausible". */
const char *value_class_name(const struct plotspec *spec, size_t index);
/* "low: under 60 %" */
const char *value_class_range(const struct table_rows *rows, size_t index);

#endif
