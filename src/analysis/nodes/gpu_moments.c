#include "analysis/nodes/gpu_moments.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/signal_order.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"

static const double WORKING_PERCENT = 50, SLOW_CLOCK = 0.9, SLOW_SHARE = 0.1, REACHED = 0.95;

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

static double find_reached_clock(const struct gpu_moments *moments)
{
    double *clocks = memory_alloc_array(moments->count, sizeof *clocks), reached;
    size_t used = 0;
    for (size_t i = 0; i < moments->count; i++)
        if (moments->items[i].works && !isnan(moments->items[i].clock))
            clocks[used++] = moments->items[i].clock;
    statistic_quantiles(clocks, used, &REACHED, 1, &reached);
    free(clocks);
    return reached;
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
    moments->reached_clock = find_reached_clock(moments);
    for (size_t i = 0; i < moments->count; i++) {
        struct gpu_moment *moment = &moments->items[i];
        moment->by_clock = moment->works && moment->clock < SLOW_CLOCK * moments->reached_clock;
        moment->by_violation = moment->works && moment->violation >= SLOW_SHARE;
    }
}

void gpu_moments_release(struct gpu_moments *moments)
{
    free(moments->items);
    *moments = (struct gpu_moments){0};
}
