/* One row an analysis: from signals to result tables.
 *
 * Adding one is a file analysis_NAME.c and a line in analyses.def; they run in the order of that
 * list, so that a later one may read the tables of an earlier one (findings come last). An analysis
 * whose data is not there adds nothing. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "analysis/signal.h"
#include "analysis/task_groups.h"
#include "table/dataset.h"
#include "table/table.h"
#include "util/diagnostics.h"
#include "util/quantity.h"

struct analysis_request {
    const struct dataset *dataset;
    const struct signals *signals;
    const struct task_groups *tasks; /* NULL when there are no records of tasks */
    struct diagnostics *diagnostics;
    int jobs;
    enum unit_system units; /* of quantities in sentences */
};

struct analysis {
    const char *name;
    void (*run)(const struct analysis_request *request, struct tables *tables);
};

size_t analysis_count(void);
const struct analysis *analysis_at(size_t index);

#endif
