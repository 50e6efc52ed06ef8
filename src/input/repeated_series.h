/* Samples that inputs hold more than once: files of nodes beside the merged one, an earlier copy of
 * a file. */
#ifndef INPUT_REPEATED_SERIES_H
#define INPUT_REPEATED_SERIES_H

#include <stddef.h>

#include "table/dataset.h"

/* The series that an input added: those of the dataset from the end of the input before it on. */
struct input_series {
    size_t end;
    size_t repeated; /* samples with the node, metric, time and value of an earlier one */
    size_t other; /* samples with the node, metric and time of an earlier one, but another value */
};

/* Takes both out of the dataset, together with missing values where another input has one, and
 * counts them; `end` follows. All else is kept, also where it lies within the time of an earlier
 * input. Where a source has several samples of one moment, another has to have as many to repeat
 * them. */
void repeated_series_take_out(struct dataset *dataset, struct input_series *inputs, size_t count);

struct timeline_span {
    double first, last; /* of its finite stamps; infinite, the wrong way round, without any */
};
struct timeline_span timeline_span_of(const struct timeline *timeline);

#endif
