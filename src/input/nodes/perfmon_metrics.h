/* What the paths in the monitoring toolkit's files mean: perfmon_metrics.def, and rules for paths
 * that it does not list. */
#ifndef INPUT_NODES_PERFMON_METRICS_H
#define INPUT_NODES_PERFMON_METRICS_H

#include <stdbool.h>
#include <stddef.h>

#include "table/dataset.h"

enum perfmon_file { PERFMON_CPU, PERFMON_PERF, PERFMON_GPU };

struct perfmon_metric {
    enum perfmon_file file;
    const char *path;
    const char *unit;
    double scale; /* value × scale is in `unit` */
    enum metric_kind kind;
    bool zero_is_missing;
    const char *columns;
};

/* The meaning of a path of a JSON file. `gpu`: the file is about GPUs. What is not listed is a
 * level without unit, or, where the toolkit derived it from perf events, what its name says. */
struct perfmon_metric perfmon_metric_of(struct arena *arena, const char *path, bool gpu);
/* Whether the path is one that only the file about GPUs has. */
bool perfmon_is_gpu_path(const char *path);
/* Whether the name is that of a GPU: "gpu-0.HOST". */
bool perfmon_is_gpu_name(const char *name);

/* Columns of tables, by their words: "IB recv data [bytes]". */
struct perfmon_dictionary {
    struct perfmon_phrase *phrases;
    size_t count, capacity;
    bool needs_gpu;  /* a name is of a GPU only if it says so: gpu_names.h */
    size_t of_sites; /* how many are of site_metrics.def: the first ones */
};
/* `of_toolkit`: of the tables that the toolkit exports. In others, words that other monitors have
 * for something else mean that: site_metrics.def. */
void perfmon_dictionary_init(struct perfmon_dictionary *dictionary, bool of_toolkit);
void perfmon_dictionary_release(struct perfmon_dictionary *dictionary);

/* The meaning of a column. The path of its metric is the listed one ("#" filled in), or the
 * column's own name without the unit. Texts are of the arena. */
struct perfmon_meaning {
    struct perfmon_metric metric;
    bool is_listed;
    bool has_unit;      /* in brackets at its end: it holds, whatever it is a multiple of */
    const char *misfit; /* the listed metric's path, where the unit measures something else and the
                           column is a metric of its own; else NULL */
};
struct perfmon_meaning perfmon_dictionary_look_up(const struct perfmon_dictionary *dictionary,
                                                  struct arena *arena, const char *name);

/* The number of the metric in the dataset, described there: names of GPU metrics get "gpu.". */
uint32_t perfmon_add_metric(struct dataset *dataset, const char *path,
                            const struct perfmon_metric *meaning);
/* Raw values to values in the metric's unit, in place. */
void perfmon_convert(const struct perfmon_metric *metric, double *values, size_t count);

#endif
