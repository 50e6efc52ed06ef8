/* stops: nodes and GPUs that stop to work, or never work, long before the others end.
 *
 * One works while its load is over BUSY of what the median node has when at work. The others are
 * those that work to LATE of the time until the last one stops; one that stopped is reported when
 * it stopped before EARLY of that time and at least half of all are others: where all end one after
 * the other, the work was parted so. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/nodes/node_load.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

enum { LEAST_SAMPLES = 10 };

static const double BUSY = 0.1, LATE = 0.95, EARLY = 0.8;
static const double GPU_AT_REST = 2; /* % */

struct worker {
    const struct signal *signal;
    double last_at_work; /* NaN: never */
    double last_sample;  /* that is there */
};

struct workers {
    struct worker *items; /* those that were sampled */
    size_t count;
    double begin, end; /* from the first sample to the last moment at work of any */
};

static double typical_value(const struct signals *signals, const struct signal_metric *metric,
                            double at_rest)
{
    double *medians = memory_alloc_array(metric->count, sizeof *medians);
    size_t used = 0;
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        double *values = memory_alloc_array(signal->count, sizeof *values);
        size_t at_work = 0;
        for (size_t k = 0; k < signal->count; k++)
            if (signal->values[k] > at_rest)
                values[at_work++] = signal->values[k];
        if (at_work)
            medians[used++] = statistic_median(values, at_work);
        free(values);
    }
    double typical = statistic_median(medians, used);
    free(medians);
    return typical;
}

/* `is_apart`: by its clock, nothing is before or after what others do. */
static void add_worker(struct workers *workers, const struct signal *signal, bool is_apart,
                       double limit)
{
    struct worker worker = {signal, NUMBER_MISSING, NUMBER_MISSING};
    if (signal->count - signal->missing < LEAST_SAMPLES || is_apart)
        return;
    for (size_t i = 0; i < signal->count; i++) {
        if (isnan(signal->values[i]))
            continue;
        worker.last_sample = signal->times[i];
        if (signal->values[i] > limit)
            worker.last_at_work = signal->times[i];
    }
    workers->begin = fmin(workers->begin, signal->times[0]);
    workers->end = fmax(workers->end, worker.last_at_work);
    workers->items[workers->count++] = worker;
}

static double moment(const struct workers *workers, double share)
{
    return workers->begin + share * (workers->end - workers->begin);
}

static void put_stops(struct tables *tables, const struct signals *signals,
                      const struct signal_metric *metric, const struct workers *workers)
{
    size_t others = 0;
    for (size_t i = 0; i < workers->count; i++)
        others += workers->items[i].last_at_work >= moment(workers, LATE);
    if (!others || 2 * others < workers->count)
        return;
    for (size_t i = 0; i < workers->count; i++) {
        const struct worker *worker = &workers->items[i];
        if (worker->last_at_work >= moment(workers, EARLY))
            continue;
        struct table *table = tables_get(tables, "stops");
        table_put_text(table, signals->nodes[worker->signal->node].name);
        table_put_text(table, metric->name);
        table_put_number(table, worker->last_at_work);
        table_put_number(table, worker->last_sample);
        table_put_number(table, workers->end);
        table_put_number(table, (double)others);
        table_put_number(table, (double)workers->count);
    }
}

static void find_stops(struct tables *tables, const struct signals *signals,
                       const struct signal_metric *metric, double at_rest)
{
    struct workers workers = {memory_alloc_array(metric->count, sizeof *workers.items), 0,
                              NUMBER_MISSING, NUMBER_MISSING};
    double limit = fmax(at_rest, BUSY * typical_value(signals, metric, at_rest));
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        add_worker(&workers, signal, signals->node_samples[signal->node].is_apart, limit);
    }
    if (workers.count > 1)
        put_stops(tables, signals, metric, &workers);
    free(workers.items);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    static const char *const gpus[] = {"gpu.utilization_rates.gpu", "acc_utilization.accelerator"};
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    if (load)
        find_stops(tables, signals, node_load_metric(signals, load), load->at_rest);
    for (size_t i = 0; i < sizeof gpus / sizeof gpus[0]; i++) {
        size_t number = signals_find(signals, gpus[i]);
        if (number != (size_t)-1)
            find_stops(tables, signals, &signals->metrics[number], GPU_AT_REST);
    }
}

const struct analysis analysis_stops = {"stops", run};
