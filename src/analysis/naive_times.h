/* Inputs whose times name no zone and were read as UTC, since nobody said of which they are: a
 * site's own may be hours off. */
#ifndef ANALYSIS_NAIVE_TIMES_H
#define ANALYSIS_NAIVE_TIMES_H

#include <stdbool.h>

#include "table/dataset.h"
#include "util/strbuf.h"

struct naive_times {
    bool in_tasks, in_samples; /* some input with records of tasks, with samples, has such times */
};

struct naive_times naive_times_of(const struct dataset *dataset);
/* Whether the input has. */
bool naive_times_has(const struct dataset *dataset, const char *path);

/* "; the times of sacct.txt name no zone and were read as UTC", or nothing. */
void naive_times_tell(struct strbuf *text, const struct dataset *dataset);

#endif
