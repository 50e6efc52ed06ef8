/* Whether what several inputs hold fits together: series that are there twice, and node metrics
 * that are of several jobs. */
#ifndef INPUT_MIXTURE_H
#define INPUT_MIXTURE_H

#include <stddef.h>

#include "input/reader.h"
#include "input/repeated_series.h"

/* What one input added. */
struct mixture_input {
    const char *path;
    double first, last; /* moments */
    const char **hosts; /* that it has samples of or was the first to name; of the dataset */
    size_t host_count;
};

struct mixture {
    struct mixture_input *inputs;
    size_t count, capacity;
    struct series_chains chains;
};

void mixture_init(struct mixture *mixture);
void mixture_release(struct mixture *mixture);

/* Looks at the series from `first_series` on and the nodes from `first_node` on, which the input at
 * `path` added. What repeats earlier series of the same metric and node is taken out, with a note.
 */
void mixture_add_input(struct mixture *mixture, const struct reading *reading, const char *path,
                       size_t first_series, size_t first_node);
/* Inputs of node metrics that share neither hosts nor time, directly or through others, are of
 * other jobs: what is not of the first one's is taken out of the dataset, which lists the jobs.
 * Where there are tasks or traces too, whose workers may come and go, it is noted only. */
void mixture_settle(const struct mixture *mixture, const struct reading *reading);

#endif
