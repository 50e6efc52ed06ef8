/* One row an analysis: from signals to result tables.
 *
 * Adding one is a file analysis_NAME.c and a line in analyses.def; they run in the order of that
 * list, so that a later one may read the tables of an earlier one, which it then names there as
 * what it needs. An analysis whose data is not there adds nothing. */
#ifndef ANALYSIS_ANALYSIS_H
#define ANALYSIS_ANALYSIS_H

#include "analysis/activity/aligned_timeline.h"
#include "analysis/nodes/signal.h"
#include "analysis/statistics/bin_rule.h"
#include "analysis/tasks/task_groups.h"
#include "analysis/traces/trace_totals.h"
#include "table/dataset.h"
#include "table/prices.h"
#include "table/rules.h"
#include "table/table.h"
#include "util/diagnostics.h"
#include "util/quantity.h"
#include "util/short_paths.h"

/* Thresholds of the analyses of tasks, in bytes; 0: the contract's (see task_limits_of). */
struct task_limits {
    double small_memory;  /* up to here: small, 5 GB */
    double medium_memory; /* up to here: medium, 20 GB; else large */
    double outlier_iqr;   /* a kind whose memory's IQR is above has outliers listed, 0.5 GB */
};

/* Histograms that chart definitions want beside the usual ones. */
struct wanted_bins {
    const char *quantity; /* NULL: each */
    struct bin_rule rule;
};

/* Between the names of metrics in one cell of a table: names of columns may hold blanks. */
#define METRICS_BETWEEN "; "

struct analysis_request {
    const struct dataset *dataset;
    const struct signals *signals;
    const struct task_groups *tasks;         /* NULL when there are no records of tasks */
    const struct aligned_timeline *activity; /* NULL when there is none */
    const struct trace_totals *traces;       /* NULL when there are no traces of programs */
    bool trace_compat;         /* tables of traces as the profiler's own analyser counts */
    const struct rules *rules; /* of findings */
    struct diagnostics *diagnostics;
    const struct short_paths *input_names; /* what inputs are called; NULL: by their whole paths */
    int jobs;
    enum unit_system units; /* of quantities in sentences */
    struct task_limits limits;
    const struct wanted_bins *wanted_bins;
    size_t wanted_bin_count;
    struct prices prices; /* of hours and energy, where has_prices */
    bool has_prices;
    double peak_flops, peak_bandwidth; /* of a node, F/s and B/s, as the user says; 0: not said */
};

static inline struct task_limits task_limits_of(const struct analysis_request *request)
{
    struct task_limits limits = request->limits;
    return (struct task_limits){
        limits.small_memory > 0 ? limits.small_memory : 5e9,
        limits.medium_memory > 0 ? limits.medium_memory : 20e9,
        limits.outlier_iqr > 0 ? limits.outlier_iqr : 0.5e9,
    };
}

struct analysis {
    const char *name;
    void (*run)(const struct analysis_request *request, struct tables *tables);
};

size_t analysis_count(void);
const struct analysis *analysis_at(size_t index);
/* The names of those whose tables it reads, with blanks between; "*": all others. */
const char *analysis_needs(size_t index);

/* Those of GPUs alone, for a request whose signals are all of GPUs. */
void analyses_run_of_gpus(const struct analysis_request *request, struct tables *tables);

#endif
