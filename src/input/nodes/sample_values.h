/* Values of samples: how they are written, and those that stand for none, what monitors write where
 * they could not measure. */
#ifndef INPUT_NODES_SAMPLE_VALUES_H
#define INPUT_NODES_SAMPLE_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#include "table/dataset.h"

/* What is said of them, behind a name. */
#define SAMPLE_VALUES_REMARK "implausible values (such as -1 or 2^64) are missing"

/* NaN: it is no number. "92.7%" is one, in percent, which *is_percent tells then, and so is
 * "256,000,000,000", as Kibana exports it; "1,234" may be a fraction as well. */
double sample_value_of(const char *text, size_t size, bool *is_percent);

/* Nothing on a node is as much as that, in the unit of its source: -1 that was read as a number
 * without sign, or numbers that stand for infinite ones. */
bool sample_value_is_endless(double value);
/* Makes these missing, and what is below 0 of metrics that cannot be; returns how many. */
size_t sample_values_clean(double *values, size_t count, const char *unit, enum metric_kind kind);

#endif
