/* Whether what several inputs hold fits together: samples that are there twice, and node metrics
 * that are of several jobs. */
#ifndef INPUT_INPUT_CONFLICTS_H
#define INPUT_INPUT_CONFLICTS_H

#include <stddef.h>

#include "input/reader.h"
#include "input/repeated_series.h"

/* What one input added. */
struct compared_input {
    const char *path;
    double first, last; /* moments */
    const char **hosts; /* that it has samples of or was the first to name; of the dataset */
    size_t host_count;
    size_t node_end; /* nodes of the dataset when it was read */
};

struct input_conflicts {
    struct compared_input *inputs; /* all; once aligned, those with node metrics */
    struct input_series *series;   /* of each input that was added */
    size_t count, input_capacity, series_capacity;
};

void input_conflicts_init(struct input_conflicts *conflicts);
void input_conflicts_release(struct input_conflicts *conflicts);

/* The series and nodes of the dataset that are not of inputs before it are of the input at `path`,
 * a text that has to stay. */
void input_conflicts_add_input(struct input_conflicts *conflicts, const struct dataset *dataset,
                               const char *path);
/* Once all are added: takes out samples that are there twice, which it notes, and tells the dataset
 * when each input was sampled.
 *
 * Inputs of node metrics that share neither hosts nor time, directly or through others or through
 * tasks and traces that ran meanwhile, are of other jobs: what is not of the first one's is taken
 * out of the dataset, which lists the jobs. */
void input_conflicts_settle(struct input_conflicts *conflicts, const struct reading *reading);

#endif
