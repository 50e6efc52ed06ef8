/* Values of metrics as a trace has them, moment by moment, until they are laid out as series.
 *
 * A row is a moment of a node; what is reported together (a group) shares a timeline. */
#ifndef INPUT_TRACES_METRIC_ROWS_H
#define INPUT_TRACES_METRIC_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "table/dataset.h"
#include "util/interner.h"
#include "util/named_few.h"

struct metric_row {
    double time;  /* Unix seconds */
    size_t first; /* of its values, which end where those of the next row begin */
    uint32_t node, group;
};

struct metric_value {
    double value;
    uint32_t metric;
};

/* Nodes, groups and metrics are texts of the interner. */
struct metric_rows {
    struct interner texts;
    struct metric_row *rows;
    size_t count, capacity;
    struct metric_value *values;
    size_t value_count, value_capacity;
};

void metric_rows_release(struct metric_rows *rows); /* zeroed memory is an empty one */
void metric_rows_begin(struct metric_rows *rows, uint32_t node, uint32_t group, double time);
void metric_rows_put(struct metric_rows *rows, uint32_t metric, double value);
/* Moves the rows of `from` behind the others; `from` is empty afterwards. */
void metric_rows_merge(struct metric_rows *rows, struct metric_rows *from);

/* What did not fit. */
struct metric_rows_left_out {
    size_t values;
    struct named_few metrics;
};

/* Adds timelines and series to the dataset. Returns how many series that are. `describe` is called
 * for each new metric; what a row does not hold is missing. A timeline has room for 64 metrics; all
 * together have room for four million values beyond. What does not fit is added to *left_out. */
size_t metric_rows_lay_out(const struct metric_rows *rows, struct dataset *dataset,
                           void (*describe)(struct metric *metric),
                           struct metric_rows_left_out *left_out);

#endif
