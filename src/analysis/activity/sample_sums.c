#include "analysis/activity/sample_sums.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"
#include "util/parallel.h"

/* Sums are of whole parts of a unit, so that they are exact, and equal where their samples are: as
 * long as they are below 9e15, and a GPU's memory in pages. Bytes and hertz are many and whole. */
static double parts_of(enum device_metric metric)
{
    const double many = 1e9;
    return device_metric_rows[metric].most > many ? 1 : 1e6;
}

static double parts_at(const struct sample_sums *sums, enum device_metric metric, size_t row)
{
    return rint(sample_sums_number(sums, metric, row) * parts_of(metric));
}

static size_t measured_count(const struct sample_sums *sums, size_t metric)
{
    const float *values = sums->activity->sample_values[metric];
    size_t count = 0;
    for (size_t i = 0; values && i < sums->count; i++)
        count += isnan(values[i]) ? 0 : 1;
    return count;
}

static double *running_sums(const struct sample_sums *sums, enum device_metric metric)
{
    double *running = memory_resize(NULL, sums->count + 1, sizeof *running);
    running[0] = 0;
    for (size_t i = 0; i < sums->count; i++) {
        double parts = parts_at(sums, metric, i);
        running[i + 1] = running[i] + (isnan(parts) ? 0 : parts);
    }
    return running;
}

static uint32_t *running_counts(const struct sample_sums *sums, enum device_metric metric)
{
    const float *values = sums->activity->sample_values[metric];
    uint32_t *counts = memory_resize(NULL, sums->count + 1, sizeof *counts);
    counts[0] = 0;
    for (size_t i = 0; i < sums->count; i++)
        counts[i + 1] = counts[i] + (isnan(values[i]) ? 0 : 1);
    return counts;
}

/* The last work is the times, those before it a metric each. */
static void sum_metric(void *context, size_t metric)
{
    struct sample_sums *sums = context;
    if (metric == DEVICE_METRICS) {
        for (size_t i = 0; i < sums->count; i++)
            sums->times[i] = sums->samples[i].time;
        return;
    }
    size_t measured = measured_count(sums, metric);
    if (measured)
        sums->sums[metric] = running_sums(sums, (enum device_metric)metric);
    if (measured && measured < sums->count)
        sums->counts[metric] = running_counts(sums, (enum device_metric)metric);
}

void sample_sums_make(struct sample_sums *sums, const struct activity *activity, int jobs)
{
    *sums = (struct sample_sums){.activity = activity,
                                 .samples = activity->samples,
                                 .count = activity->sample_count};
    if (!sums->count)
        return;
    sums->times = memory_resize(NULL, sums->count, sizeof *sums->times);
    parallel_threads(jobs, DEVICE_METRICS + 1, sum_metric, sums);
}

void sample_sums_release(struct sample_sums *sums)
{
    free(sums->times);
    for (size_t metric = 0; metric < DEVICE_METRICS; metric++) {
        free(sums->sums[metric]);
        free(sums->counts[metric]);
    }
    *sums = (struct sample_sums){0};
}

/* The first of the rows from `first` to `last` that is not before the moment, or, with `after`, is
 * after it. */
static size_t first_from(const double *times, size_t first, size_t last, double moment, bool after)
{
    while (first < last) {
        size_t middle = first + (last - first) / 2;
        if (times[middle] < moment || (after && times[middle] <= moment))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

struct activity_rows sample_sums_between(const struct sample_sums *sums,
                                         struct activity_rows within, double start, double end)
{
    size_t last = within.first + within.count;
    size_t first = first_from(sums->times, within.first, last, start, false);
    return (struct activity_rows){first, first_from(sums->times, first, last, end, true) - first};
}

/* The same as first_from, in steps that double. */
static size_t next_from(const double *times, size_t first, size_t last, double moment, bool after)
{
    size_t step = 1;
    while (step < last - first &&
           (times[first + step] < moment || (after && times[first + step] <= moment))) {
        first += step;
        step *= 2;
    }
    size_t stop = step < last - first ? first + step + 1 : last;
    return first_from(times, first, stop, moment, after);
}

struct activity_rows sample_sums_next(const struct sample_sums *sums, struct activity_rows *within,
                                      double start, double end)
{
    size_t last = within->first + within->count;
    size_t first = next_from(sums->times, within->first, last, start, false);
    *within = (struct activity_rows){first, last - first};
    return (struct activity_rows){first, next_from(sums->times, first, last, end, true) - first};
}

size_t sample_sums_count(const struct sample_sums *sums, enum device_metric metric,
                         struct activity_rows rows)
{
    const uint32_t *counts = sums->counts[metric];
    if (!sample_sums_have(sums, metric))
        return 0;
    return counts ? counts[rows.first + rows.count] - counts[rows.first] : rows.count;
}

static double parts_of_rows(const struct sample_sums *sums, enum device_metric metric,
                            struct activity_rows rows)
{
    const double *running = sums->sums[metric];
    return running ? running[rows.first + rows.count] - running[rows.first] : 0;
}

double sample_sums_sum(const struct sample_sums *sums, enum device_metric metric,
                       struct activity_rows rows)
{
    return parts_of_rows(sums, metric, rows) / parts_of(metric);
}

double sample_sums_mean(const struct sample_sums *sums, enum device_metric metric,
                        struct activity_rows rows)
{
    size_t count = sample_sums_count(sums, metric, rows);
    return count ? parts_of_rows(sums, metric, rows) / (parts_of(metric) * (double)count)
                 : (double)NAN;
}

double sample_sums_mean_of(const struct sample_sums *sums, enum device_metric metric,
                           struct activity_rows rows, uint32_t device)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        double parts = parts_at(sums, metric, i);
        if (sums->samples[i].device != device || isnan(parts))
            continue;
        sum += parts;
        count++;
    }
    return count ? sum / (parts_of(metric) * (double)count) : (double)NAN;
}
