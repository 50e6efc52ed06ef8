#include "analysis/nodes/gpu_moments.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/signal_order.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"

enum { SLOW_IN_A_ROW = 3, FEW_AT_WORK = 20 };

static const double WORKING_PERCENT = 50, SLOW_CLOCK = 0.9, SLOW_SHARE = 0.1, REACHED = 0.95;
static const double SLOW_OF_FEW = 0.85; /* the noise of few samples is not known well */
static const double SLOW_DEVIATIONS = 8, SLOW_DEVIATIONS_IN_A_ROW = 4;
/* The median of |a − b| of normal deviates × this is their standard deviation. */
static const double STEP_TO_DEVIATION = 1.4826 / 1.4142135623730951;

static struct nearest nearest_of(const struct gpu *gpu, enum gpu_role role)
{
    const struct signal *signal = gpu->signals[role];
    return signal ? (struct nearest){signal->times, signal->values, signal->count, 0}
                  : (struct nearest){0};
}

static void find_moments(struct gpu_moments *moments, const struct gpu *gpu,
                         const struct signal *pace)
{
    struct nearest all[GPU_ROLES];
    for (size_t role = 0; role < GPU_ROLES; role++)
        all[role] = nearest_of(gpu, (enum gpu_role)role);
    double reach_s = pace->interval_s / 2;
    for (size_t i = 0; i < pace->count; i++) {
        double time = pace->times[i];
        struct gpu_moment *moment = &moments->items[i];
        moment->time = time;
        moment->seconds = gpu_sample_seconds(pace, i);
        moment->utilization = nearest_value(&all[GPU_UTILIZATION], time, reach_s);
        moment->clock = nearest_value(&all[GPU_CLOCK], time, reach_s);
        moment->violation = nearest_value(&all[GPU_VIOLATION], time, reach_s);
        moment->temperature = nearest_value(&all[GPU_TEMPERATURE], time, reach_s);
        moment->works =
            gpu->signals[GPU_UTILIZATION] ? moment->utilization >= WORKING_PERCENT : true;
        moment->known = moment->works ? !isnan(moment->clock) || !isnan(moment->violation)
                                      : !isnan(moment->utilization);
    }
}

/* What the clock reaches under load, and the noise of it: a standard deviation. */
static double find_reached_clock(const struct gpu_moments *moments, double *noise)
{
    double *clocks = memory_alloc_array(moments->count, sizeof *clocks), reached;
    double *steps = memory_alloc_array(moments->count, sizeof *steps);
    size_t used = 0;
    for (size_t i = 0; i < moments->count; i++) {
        if (!moments->items[i].works || isnan(moments->items[i].clock))
            continue;
        clocks[used] = moments->items[i].clock;
        steps[used] = used ? fabs(clocks[used] - clocks[used - 1]) : 0;
        used++;
    }
    *noise = used > 1 ? STEP_TO_DEVIATION * statistic_median(steps + 1, used - 1) : 0;
    statistic_quantiles(clocks, used, &REACHED, 1, &reached);
    free(steps);
    free(clocks);
    return reached;
}

static size_t count_at_work(const struct gpu_moments *moments)
{
    size_t count = 0;
    for (size_t i = 0; i < moments->count; i++)
        count += moments->items[i].works && !isnan(moments->items[i].clock);
    return count;
}

/* The clock below which a GPU is throttled, so many deviations of its noise away. */
static double slow_clock(const struct gpu_moments *moments, double noise, double deviations)
{
    double reached = moments->reached_clock;
    double slow = count_at_work(moments) < FEW_AT_WORK ? SLOW_OF_FEW : SLOW_CLOCK;
    return fmin(slow * reached, reached - deviations * noise);
}

static void mark_slow_clocks(struct gpu_moments *moments, double noise)
{
    double limit = slow_clock(moments, noise, SLOW_DEVIATIONS);
    double limit_in_a_row = slow_clock(moments, noise, SLOW_DEVIATIONS_IN_A_ROW);
    size_t row = 0;
    for (size_t i = 0; i <= moments->count; i++) {
        struct gpu_moment *moment = i < moments->count ? &moments->items[i] : NULL;
        if (moment)
            moment->by_clock = moment->works && moment->clock < limit;
        if (moment && moment->works && moment->clock < limit_in_a_row) {
            row++;
            continue;
        }
        for (size_t k = i - row; row >= SLOW_IN_A_ROW && k < i; k++)
            moments->items[k].by_clock = true;
        row = 0;
    }
}

void gpu_moments_make(struct gpu_moments *moments, const struct gpu *gpu)
{
    const struct signal *pace = gpu_pace(gpu);
    *moments = (struct gpu_moments){0};
    if (!pace)
        return;
    moments->count = pace->count;
    moments->items = memory_alloc_array(pace->count, sizeof *moments->items);
    find_moments(moments, gpu, pace);
    double noise;
    moments->reached_clock = find_reached_clock(moments, &noise);
    mark_slow_clocks(moments, noise);
    for (size_t i = 0; i < moments->count; i++) {
        struct gpu_moment *moment = &moments->items[i];
        moment->by_violation = moment->works && moment->violation >= SLOW_SHARE;
    }
}

void gpu_moments_release(struct gpu_moments *moments)
{
    free(moments->items);
    *moments = (struct gpu_moments){0};
}
