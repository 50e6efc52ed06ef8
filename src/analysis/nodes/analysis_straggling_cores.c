/* straggling_cores: nodes on which one core is busy all the time while the others wait alike.
 *
 * Compared are the means of a node's cores over the run: one at BUSY or more, and none of the
 * others above a share of it (of the rule). The others are alike (p95 − p05 at most ALIKE) and at
 * work (LEAST_BUSY), and at least LEAST_CORES: else the job has few processes, or different ones. A
 * job whose GPUs work is not judged, for there single cores feed them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/signal_statistic.h"
#include "analysis/nodes/work_signs.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double BUSY = 90, ALIKE = 20, LEAST_BUSY = 10; /* % of a core */
static const double GPUS_WORK = 0.1;                        /* of the time */
enum { LEAST_CORES = 7, LEAST_SAMPLES = 10 };

/* Where the use of cores is measured as a whole, what programs do in them is not. */
static const char *const metric_names[] = {"cpu_user.core", "cpu_percent_sys.core"};

/* Cores of one node, which lie together. */
struct cores {
    const char *host; /* "n1" of "n1 core 17" */
    size_t host_size;
    double *means; /* of those that were sampled often enough */
    size_t count;
    double busiest_mean;
    double waiting;      /* the others have at most so much of it */
    const char *busiest; /* "n1 core 17" */
};

static size_t host_size_of(const char *name)
{
    const char *scope = strstr(name, " core ");
    return scope ? (size_t)(scope - name) : strlen(name);
}

static double mean_of(const struct signal *signal)
{
    struct signal_mean mean = signal_mean_of(signal);
    return mean.count >= LEAST_SAMPLES ? mean.mean : NUMBER_MISSING;
}

static void put(struct tables *tables, const char *metric, const struct cores *cores)
{
    static const double probabilities[] = {0.05, 0.5, 0.95, 1};
    enum { LOW, MIDDLE, HIGH, HIGHEST, COUNT };
    double *others = memory_alloc_array(cores->count + 1, sizeof *others), quantiles[COUNT];
    double *scratch = memory_alloc_array(cores->count + 1, sizeof *scratch);
    size_t count = 0;
    bool is_left_out = false;
    for (size_t i = 0; i < cores->count; i++) {
        if (!is_left_out && cores->means[i] == cores->busiest_mean)
            is_left_out = true;
        else
            others[count++] = cores->means[i];
    }
    if (count >= LEAST_CORES && cores->busiest_mean >= BUSY) {
        statistic_quantiles_of(others, count, scratch, probabilities, COUNT, quantiles);
        if (quantiles[HIGHEST] <= cores->waiting * cores->busiest_mean &&
            quantiles[HIGH] - quantiles[LOW] <= ALIKE && quantiles[MIDDLE] >= LEAST_BUSY) {
            struct table *table = tables_get(tables, "straggling_cores");
            char *host = arena_text_of_size(tables->arena, cores->host, cores->host_size);
            struct straggling_cores_row row = straggling_cores_row_missing();
            row.node = host;
            row.metric = metric;
            row.core = cores->busiest + cores->host_size + 1;
            row.busy = cores->busiest_mean / 100;
            row.others = (double)count;
            row.others_busy = quantiles[MIDDLE] / 100;
            row.others_highest = quantiles[HIGHEST] / 100;
            straggling_cores_row_put(table, &row);
        }
    }
    free(others);
    free(scratch);
}

static bool gpus_work(const struct analysis_request *request, const struct tables *tables,
                      const struct grid *grid)
{
    struct work_signs signs;
    size_t shown = 0;
    work_signs_of_gpus(&signs, request, tables, grid);
    for (size_t slot = 0; slot < grid->slots; slot++)
        shown += signs.shown[slot];
    work_signs_release(&signs);
    return (double)shown >= GPUS_WORK * (double)grid->slots;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    size_t number = signals_find(signals, metric_names[0]);
    if (number == (size_t)-1)
        number = signals_find(signals, metric_names[1]);
    if (number == (size_t)-1 || gpus_work(request, tables, &signals->metrics[number].grid))
        return;
    const struct signal_metric *metric = &signals->metrics[number];
    double waiting = rules_number(request->rules, "nodes.straggling-core", "warn");
    struct cores cores = {.means = memory_alloc_array(metric->count + 1, sizeof *cores.means)};
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        const char *name = signals->nodes[signal->node].name;
        size_t size = host_size_of(name);
        if (i == 0 || size != cores.host_size || strncmp(name, cores.host, size) != 0) {
            put(tables, metric->name, &cores);
            cores = (struct cores){.host = name,
                                   .host_size = size,
                                   .means = cores.means,
                                   .waiting = waiting};
        }
        double mean = mean_of(signal);
        if (isnan(mean))
            continue;
        cores.means[cores.count++] = mean;
        if (cores.count > 1 && mean <= cores.busiest_mean)
            continue;
        cores.busiest_mean = mean;
        cores.busiest = name;
    }
    put(tables, metric->name, &cores);
    free(cores.means);
}

const struct analysis analysis_straggling_cores = {"straggling_cores", run};
