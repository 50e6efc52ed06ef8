/* The samples of nodes as they were read, kept for exports: analyses use up the values of a
 * dataset. What is large lies in a file without a name, as large inputs do. */
#ifndef EXPORT_SAMPLE_COPY_H
#define EXPORT_SAMPLE_COPY_H

#include "table/dataset.h"
#include "util/error.h"
#include "util/region.h"

struct copied_series {
    uint32_t metric, node;
    size_t times, values; /* where they are among the numbers */
    size_t row, count;    /* of all rows: its first, and how many */
};

struct sample_copy {
    struct region region; /* the numbers */
    struct copied_series *series;
    size_t series_count;
    size_t rows;
};

/* `scratch`: a directory, or NULL: all stays in memory. False with ERROR_OUTPUT when it is full;
 * to be released all the same. */
bool sample_copy_make(struct sample_copy *copy, const struct dataset *dataset, const char *scratch,
                      struct error *error);
void sample_copy_release(struct sample_copy *copy);

#endif
