#include "analysis/nodes/work_stops.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { LEAST_SAMPLES = 10 };

static const double BUSY = 0.1, LATE = 0.95, EARLY = 0.8;
static const double RATHER_EARLY = 0.9, LEAST_S = 300; /* what is left has to be as long */
static const double AT_FIRST = 0.1;                    /* of that time: to start up is no work */
static const double SEEN_IDLE = 0.1; /* so much of the time until the others end */
static const double GOES_ON = 0.1;   /* of the samples after the fall: of GPUs above rest */

struct worker {
    const struct work_series *series;
    double last_at_work; /* NaN: never */
    double last_sample;  /* that is there */
};

struct workers {
    struct worker *items; /* those that were sampled */
    size_t count;
    double begin, end; /* from the first sample to the last moment at work of any */
    double at_rest;
};

static double typical_value(const struct work_series *series, size_t count, double at_rest)
{
    double *medians = memory_alloc_array(count, sizeof *medians);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        double *values = memory_alloc_array(series[i].count, sizeof *values);
        size_t at_work = 0;
        for (size_t k = 0; k < series[i].count; k++)
            if (series[i].values[k] > at_rest)
                values[at_work++] = series[i].values[k];
        if (at_work)
            medians[used++] = statistic_median(values, at_work);
        free(values);
    }
    double typical = statistic_median(medians, used);
    free(medians);
    return typical;
}

static void add_worker(struct workers *workers, const struct work_series *series, double limit)
{
    struct worker worker = {series, NUMBER_MISSING, NUMBER_MISSING};
    if (series->count - series->missing < LEAST_SAMPLES)
        return;
    for (size_t i = 0; i < series->count; i++) {
        if (isnan(series->values[i]))
            continue;
        worker.last_sample = series->times[i];
        if (series->values[i] > limit)
            worker.last_at_work = series->times[i];
    }
    workers->begin = fmin(workers->begin, series->times[0]);
    workers->end = fmax(workers->end, worker.last_at_work);
    workers->items[workers->count++] = worker;
}

static double moment(const struct workers *workers, double share)
{
    return workers->begin + share * (workers->end - workers->begin);
}

/* Whether only samples of its load end with its work, not all of it. */
static bool is_unknown(const struct worker *worker, double end)
{
    double left = end - worker->last_at_work;
    bool was_seen_idle = worker->last_sample - worker->last_at_work >= SEEN_IDLE * left;
    return !was_seen_idle && worker->series->last - worker->last_sample >= SEEN_IDLE * left;
}

/* Of one that never worked, or at first alone. */
static struct little_work little_of(const struct tables *tables, const struct workers *workers,
                                    const struct worker *worker,
                                    const struct little_work_search *nodes)
{
    struct little_work none = {0, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING};
    if (!nodes || worker->last_at_work >= moment(workers, AT_FIRST))
        return none;
    struct little_work little =
        little_work_find(nodes, tables, worker->series->signal, workers->end);
    return little.share > 0 ? little : none;
}

static struct little_work gpu_goes_on(const struct workers *workers, const struct worker *worker)
{
    const struct work_series *series = worker->series;
    struct little_work after = {0, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING};
    size_t samples = 0, at_work = 0;
    for (size_t i = 0; i < series->count && series->times[i] <= workers->end; i++) {
        if (isnan(series->values[i]) || !(series->times[i] > worker->last_at_work))
            continue;
        samples++;
        if (!(series->values[i] > workers->at_rest))
            continue;
        at_work++;
        after.last = series->times[i];
    }
    if (samples && (double)at_work >= GOES_ON * (double)samples)
        after.share = (double)at_work / (double)samples;
    return after;
}

/* What one that worked until its load fell does after that. */
static struct little_work after_fall(const struct tables *tables, const struct workers *workers,
                                     const struct worker *worker,
                                     const struct little_work_search *nodes)
{
    if (!nodes)
        return gpu_goes_on(workers, worker);
    return little_work_find_after(nodes, tables, worker->series->signal, worker->last_at_work,
                                  workers->end);
}

/* Of the samples after one moment, until another. */
static double mean_within(const struct work_series *series, double from, double until)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < series->count && series->times[i] <= until; i++) {
        if (isnan(series->values[i]) || !(series->times[i] > from))
            continue;
        sum += series->values[i];
        count++;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

static void put_worker(struct tables *tables, const char *metric, const struct workers *workers,
                       const struct worker *worker, size_t others,
                       const struct little_work_search *nodes)
{
    struct little_work little = little_of(tables, workers, worker, nodes);
    bool fell = worker->last_at_work >= moment(workers, AT_FIRST);
    if (fell)
        little = after_fall(tables, workers, worker, nodes);
    double last = little.share > 0 ? little.last : worker->last_at_work;
    bool goes_on = little.share > 0 && last >= moment(workers, EARLY);
    fell = fell && goes_on;
    struct stops_row row = stops_row_missing();
    row.node = worker->series->name;
    row.metric = metric;
    row.last_at_work = fell ? worker->last_at_work : last;
    row.last_sample = worker->last_sample;
    row.others_until = workers->end;
    row.others = (double)others;
    row.of = (double)workers->count;
    if (goes_on) {
        row.little_share = fell ? NUMBER_MISSING : little.share;
        row.load_share = little.load_share;
        row.busy_cores = little.busy_cores;
        row.cores = little.cores;
    }
    if (fell) {
        row.load_before = mean_within(worker->series, -INFINITY, worker->last_at_work);
        row.load_after = mean_within(worker->series, worker->last_at_work, workers->end);
    }
    stops_row_put(tables_at(tables, TABLE_stops), &row);
}

static bool is_early(const struct workers *workers, const struct worker *worker)
{
    double end = fmin(workers->end, worker->series->released), length_s = end - workers->begin;
    double last = worker->last_at_work;
    return !(last >= workers->begin + EARLY * length_s) ||
           (last < workers->begin + RATHER_EARLY * length_s && end - last >= LEAST_S);
}

static void put_stops(struct tables *tables, const char *metric, const struct workers *workers,
                      const struct little_work_search *nodes)
{
    size_t others = 0;
    for (size_t i = 0; i < workers->count; i++)
        others += workers->items[i].last_at_work >= moment(workers, LATE);
    if (!others || 2 * others < workers->count)
        return;
    for (size_t i = 0; i < workers->count; i++) {
        const struct worker *worker = &workers->items[i];
        if (!is_early(workers, worker) || is_unknown(worker, workers->end))
            continue;
        put_worker(tables, metric, workers, worker, others, nodes);
    }
}

void work_stops_put(struct tables *tables, const char *metric, const struct work_series *series,
                    size_t count, double at_rest, const struct little_work_search *nodes)
{
    struct workers workers = {memory_alloc_array(count, sizeof *workers.items), 0, NUMBER_MISSING,
                              NUMBER_MISSING, at_rest};
    double limit = fmax(at_rest, BUSY * typical_value(series, count, at_rest));
    for (size_t i = 0; i < count; i++)
        add_worker(&workers, &series[i], limit);
    if (workers.count > 1)
        put_stops(tables, metric, &workers, nodes);
    free(workers.items);
}
