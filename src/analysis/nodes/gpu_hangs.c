#include "analysis/nodes/gpu_hangs.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

/* When the program is killed, samples may follow in which the GPU is idle. */
enum { LEAST_SAMPLES = 10, MOST_AFTER_END = 2 };

static const double AT_WORK = 50, FULL = 90; /* % */
static const double LEAST_INTERVALS = 5, LEAST_S = 600, LEAST_SHARE = 0.05;

/* What is known of one GPU. */
struct hang {
    bool worked;
    double from, first, last, interval_s; /* from: NaN, it does not hang */
    double *power;                        /* at its samples of use */
};

static double *power_at_use(const struct gpu_work *gpu)
{
    double *power = memory_alloc_array(gpu->count, sizeof *power);
    size_t next = 0;
    for (size_t i = 0; i < gpu->count; i++) {
        while (next < gpu->power_count && gpu->power_times[next] <= gpu->times[i])
            next++;
        power[i] = next ? gpu->power[next - 1] : NUMBER_MISSING;
    }
    return power;
}

/* NaN where it was hardly at work. */
static double usual_power(const struct gpu_work *gpu, const double *power)
{
    static const double p95 = 0.95;
    double *values = memory_alloc_array(gpu->count, sizeof *values), usual = NUMBER_MISSING;
    size_t count = 0;
    for (size_t i = 0; i < gpu->count; i++)
        if (gpu->use[i] >= AT_WORK && !isnan(power[i]))
            values[count++] = power[i];
    if (count >= LEAST_SAMPLES)
        statistic_quantiles(values, count, &p95, 1, &usual);
    free(values);
    return usual;
}

static double hangs_from(const struct gpu_work *gpu, const double *power, double usual)
{
    double from = NUMBER_MISSING;
    for (size_t i = gpu->count, after = 0; i-- > 0;) {
        if (isnan(gpu->use[i]) || isnan(power[i]))
            continue;
        if (gpu->use[i] >= FULL && power[i] < GPU_HANGS_POWER * usual)
            from = gpu->times[i];
        else if (!isnan(from) || ++after > MOST_AFTER_END)
            break;
    }
    return from;
}

static struct hang hang_of(const struct gpu_work *gpu)
{
    struct hang hang = {.from = NUMBER_MISSING};
    if (gpu->count < LEAST_SAMPLES)
        return hang;
    hang.first = gpu->times[0];
    hang.last = gpu->times[gpu->count - 1];
    hang.interval_s = (hang.last - hang.first) / (double)(gpu->count - 1);
    hang.power = power_at_use(gpu);
    double usual = usual_power(gpu, hang.power);
    hang.worked = usual > 0;
    if (!hang.worked)
        return hang;
    double from = hangs_from(gpu, hang.power, usual);
    double least_s = fmax(fmax(LEAST_INTERVALS * hang.interval_s, LEAST_S),
                          LEAST_SHARE * (hang.last - hang.first));
    hang.from = hang.last - from >= least_s ? from : NUMBER_MISSING;
    return hang;
}

/* Means of power, over samples of all GPUs. */
struct power_sums {
    double during, before, use;
    size_t during_count, before_count;
};

static void add_power(struct power_sums *sums, const struct gpu_work *gpu, const struct hang *hang,
                      double from)
{
    for (size_t i = 0; i < gpu->count; i++) {
        if (!(gpu->use[i] >= AT_WORK) || isnan(hang->power[i]))
            continue;
        if (gpu->times[i] >= from) {
            sums->during += hang->power[i];
            sums->use += gpu->use[i];
            sums->during_count++;
        } else if (gpu->times[i] < hang->from) {
            sums->before += hang->power[i];
            sums->before_count++;
        }
    }
}

static void put(struct tables *tables, const char *metric, const struct gpu_work *gpus,
                const struct hang *hangs, size_t count)
{
    struct power_sums sums = {0};
    double from = -INFINITY, first = INFINITY, last = -INFINITY;
    size_t worked = 0, hanging = 0, one = 0;
    for (size_t i = 0; i < count; i++) {
        worked += hangs[i].worked;
        if (!hangs[i].worked || isnan(hangs[i].from))
            continue;
        hanging++;
        one = i;
        from = fmax(from, hangs[i].from);
        first = fmin(first, hangs[i].first);
        last = fmax(last, hangs[i].last);
    }
    if (2 * hanging <= worked)
        return;
    for (size_t i = 0; i < count; i++)
        if (hangs[i].worked && !isnan(hangs[i].from))
            add_power(&sums, &gpus[i], &hangs[i], from);
    if (!sums.before_count || !sums.during_count)
        return;
    struct table *table = tables_get(tables, "gpu_hangs");
    struct gpu_hangs_row row = gpu_hangs_row_missing();
    row.node = worked == 1 ? gpus[one].name : NULL;
    row.metric = metric;
    row.start = from;
    row.end = last;
    row.duration_s = last - from;
    row.gpus = (double)hanging;
    row.of = (double)worked;
    row.power = sums.during / (double)sums.during_count;
    row.power_before = sums.before / (double)sums.before_count;
    row.utilization_mean = sums.use / (double)sums.during_count / 100;
    row.from_first = first;
    row.until_last = last;
    gpu_hangs_row_put(table, &row);
}

void gpu_hangs_put(struct tables *tables, const char *metric, const struct gpu_work *gpus,
                   size_t count)
{
    struct hang *hangs = memory_alloc_array(count, sizeof *hangs);
    for (size_t i = 0; i < count; i++)
        hangs[i] = hang_of(&gpus[i]);
    put(tables, metric, gpus, hangs, count);
    for (size_t i = 0; i < count; i++)
        free(hangs[i].power);
    free(hangs);
}
