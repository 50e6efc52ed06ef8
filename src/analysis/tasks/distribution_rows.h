/* Rows of boxplots, histograms, resources and densities: how a measured quantity is distributed. */
#ifndef ANALYSIS_TASKS_DISTRIBUTION_ROWS_H
#define ANALYSIS_TASKS_DISTRIBUTION_ROWS_H

#include <stdbool.h>

#include "analysis/statistics/density.h"
#include "analysis/statistics/statistic.h"
#include "table/table.h"

enum { DISTRIBUTION_BINS = 40 };

struct distribution {
    struct summary summary;
    struct box box;
    double edges[DISTRIBUTION_BINS + 1];
    size_t counts[DISTRIBUTION_BINS], bins;
    double p98; /* of CPU efficiency alone, else NaN */
    bool has_density;
    double x[DENSITY_POINTS], density[DENSITY_POINTS];
};

struct distributed {
    const char *task, *quantity, *unit; /* task "*": of all kinds */
    size_t tasks;                       /* with a value and without */
    const struct distribution *distribution;
};

/* No row of no values. Texts live as long as the tables. */
void distribution_rows_put(struct tables *tables, const struct distributed *of);

#endif
