/* Whether what several inputs hold fits together: series that are there twice, and inputs that look
 * like two jobs. */
#ifndef INPUT_MIXTURE_H
#define INPUT_MIXTURE_H

#include <stddef.h>

#include "input/reader.h"
#include "input/repeated_series.h"

/* What one input added. */
struct mixture_input {
    const char *path;
    double first, last; /* moments */
    const char **hosts; /* sorted; of the dataset */
    size_t host_count;
};

struct mixture {
    struct mixture_input *inputs;
    size_t count, capacity;
    struct series_chains chains;
};

void mixture_init(struct mixture *mixture);
void mixture_release(struct mixture *mixture);

/* Looks at the series from `first_series` on, which the input at `path` added. What repeats
 * earlier series of the same metric and node is taken out, with a note. */
void mixture_add_input(struct mixture *mixture, const struct reading *reading, const char *path,
                       size_t first_series);
/* Notes inputs that share neither hosts nor time. */
void mixture_tell(const struct mixture *mixture, const struct reading *reading);

#endif
