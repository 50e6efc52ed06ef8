/* What the monitoring toolkit sampled on one host, from its JSON object to a dataset of that host.
 */
#ifndef INPUT_NODES_PERFMON_HOST_H
#define INPUT_NODES_PERFMON_HOST_H

#include <stdbool.h>
#include <stddef.h>

#include "input/deferred_diagnostics.h"
#include "input/nodes/perfmon_processes.h"
#include "table/dataset.h"
#include "util/error.h"
#include "util/list.h"
#include "util/name_index.h"

struct perfmon_column {
    const char *path;
    size_t from, count; /* in `values` */
    size_t odd;         /* elements that were no numbers */
};

/* Arrays found so far, by path, each in its own units. */
struct perfmon_samples {
    struct arena arena;
    LIST_OF(struct perfmon_column) columns;
    struct name_index paths;
    double *values;
    size_t value_count, value_capacity;
    const char *host_name; /* NULL when not there */
    double sampling_interval_s;
    struct perfmon_processes processes;
    size_t repeated; /* paths that were there twice: the last one counts */
};

void perfmon_samples_init(struct perfmon_samples *samples);
void perfmon_samples_release(struct perfmon_samples *samples);

/* Adds what the JSON value holds. `key`: its name when it is a member of the host's object, NULL
 * when it is that object. On a fault *offset is where in `text`; what came before is kept. */
bool perfmon_samples_walk(struct perfmon_samples *samples, const char *key, const char *text,
                          size_t size, size_t *offset, struct error *error);
/* Whether time stamps were found. */
bool perfmon_samples_timed(const struct perfmon_samples *samples);
/* Moves all columns of `from` behind those of `samples`; `from` is empty afterwards. */
void perfmon_samples_append(struct perfmon_samples *samples, struct perfmon_samples *from);

/* Makes timeline and series of the host in `dataset`. Returns how many samples it has; 0 when there
 * are no time stamps, with a remark (`offset`: where the host begins). */
size_t perfmon_host_add(struct dataset *dataset, const char *host, struct perfmon_samples *samples,
                        uint64_t offset, struct deferred_diagnostics *deferred);

#endif
