#include "analysis/devices/device_means.h"

#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

static const double LONGEST_GAP = 3; /* in intervals */

struct moment {
    double time, value;
};

struct work {
    struct device_means *means;
    const struct aligned_timeline *aligned;
    const struct samples_by_device *sorted;
};

/* Of one device. */
static size_t most_samples(const struct work *work)
{
    size_t most = 0;
    for (size_t i = 0; i < work->aligned->activity->device_count; i++) {
        size_t count = work->sorted->first[i + 1] - work->sorted->first[i];
        most = count > most ? count : most;
    }
    return most;
}

/* ---- the mean of one ---- */

static int compare_moments(const void *left, const void *right)
{
    const struct moment *l = left, *r = right;
    return (l->time > r->time) - (l->time < r->time);
}

/* GPUs seldom move from one host to another. */
static void sort_moments(struct moment *moments, size_t count)
{
    size_t i = 1;
    while (i < count && moments[i - 1].time <= moments[i].time)
        i++;
    if (i < count)
        qsort(moments, count, sizeof *moments, compare_moments);
}

static double plain_mean(const struct moment *moments, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += moments[i].value;
    return count ? sum / (double)count : NUMBER_MISSING;
}

/* Differences from the first value are added up: what does not change has no noise. */
static double mean_over_time(const struct moment *moments, size_t count, double *gaps)
{
    size_t known = 0;
    for (size_t i = 1; i < count; i++)
        if (moments[i].time > moments[i - 1].time)
            gaps[known++] = moments[i].time - moments[i - 1].time;
    double longest = LONGEST_GAP * statistic_median(gaps, known), seconds = 0, sum = 0;
    for (size_t i = 1; i < count; i++) {
        double gap = moments[i].time - moments[i - 1].time;
        if (gap > longest)
            continue;
        seconds += gap;
        sum += gap * ((moments[i].value + moments[i - 1].value) / 2 - moments[0].value);
    }
    return seconds > 0 ? moments[0].value + sum / seconds : plain_mean(moments, count);
}

static void measure(void *context, size_t metric)
{
    const struct work *work = context;
    const struct sample_sums *sums = &work->aligned->samples;
    size_t devices = work->aligned->activity->device_count, measured = 0, most = most_samples(work);
    double sum = 0;
    work->means->all[metric] = NUMBER_MISSING;
    if (!sample_sums_have(sums, (enum device_metric)metric))
        return;
    struct moment *moments = memory_alloc_array(most + 1, sizeof *moments);
    double *gaps = memory_alloc_array(most + 1, sizeof *gaps);
    double *means = memory_alloc_array(devices + 1, sizeof *means);
    for (size_t device = 0; device < devices; device++) {
        size_t count = 0;
        for (size_t i = work->sorted->first[device]; i < work->sorted->first[device + 1]; i++) {
            uint32_t sample = work->sorted->samples[i];
            double value = sample_sums_number(sums, (enum device_metric)metric, sample);
            if (!number_is_missing(value))
                moments[count++] = (struct moment){sums->times[sample], value};
        }
        sort_moments(moments, count);
        means[device] = mean_over_time(moments, count, gaps);
        sum += count ? means[device] : 0;
        measured += count > 0;
    }
    work->means->of_device[metric] = means;
    work->means->all[metric] = measured ? sum / (double)measured : NUMBER_MISSING;
    free(gaps);
    free(moments);
}

void device_means_make(struct device_means *means, const struct aligned_timeline *aligned,
                       const struct samples_by_device *sorted, int jobs)
{
    struct work work = {means, aligned, sorted};
    *means = (struct device_means){0};
    parallel_threads(jobs, DEVICE_METRICS, measure, &work);
}

void device_means_release(struct device_means *means)
{
    for (int metric = 0; metric < DEVICE_METRICS; metric++)
        free(means->of_device[metric]);
}
