/* throttling: when a GPU worked and was slowed.
 *
 * A GPU works in a sample in which its utilisation is at least 50 % (or not measured). It is slowed
 * where the driver says that it was below the clock asked for during at least a tenth of the time
 * since the sample before (NVML's violation time), and where its clock is below 90 % of what it
 * reaches under load: the 95th percentile of its clock in samples in which it works. A sample
 * stands for the time since the one before, at most three intervals. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/nodes/gpu.h"
#include "analysis/nodes/signal_order.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

static const double WORKING_PERCENT = 50, SLOW_CLOCK = 0.9, SLOW_SHARE = 0.1, REACHED = 0.95;

/* What a GPU has at the moment of one sample. */
struct moment {
    double time, seconds; /* seconds: that it stands for */
    double utilization, clock, violation, temperature;
    bool works;
};

struct stretch {
    double from, until, seconds, violation_s;
    double clock, utilization, temperature; /* sums over the samples; temperature: the highest */
    size_t count;
    bool by_clock, by_violation;
};

static struct nearest nearest_of(const struct gpu *gpu, enum gpu_role role)
{
    const struct signal *signal = gpu->signals[role];
    return signal ? (struct nearest){signal->times, signal->values, signal->count, 0}
                  : (struct nearest){0};
}

/* The moments are those of the clock, else of the violation time. */
static struct moment *find_moments(const struct gpu *gpu, size_t *count)
{
    const struct signal *pace = gpu_pace(gpu);
    struct moment *moments = memory_alloc_array(pace->count, sizeof *moments);
    struct nearest all[GPU_ROLES];
    for (size_t role = 0; role < GPU_ROLES; role++)
        all[role] = nearest_of(gpu, (enum gpu_role)role);
    double reach_s = pace->interval_s / 2;
    for (size_t i = 0; i < pace->count; i++) {
        double time = pace->times[i];
        struct moment *moment = &moments[i];
        moment->time = time;
        moment->seconds = gpu_sample_seconds(pace, i);
        moment->utilization = nearest_value(&all[GPU_UTILIZATION], time, reach_s);
        moment->clock = nearest_value(&all[GPU_CLOCK], time, reach_s);
        moment->violation = nearest_value(&all[GPU_VIOLATION], time, reach_s);
        moment->temperature = nearest_value(&all[GPU_TEMPERATURE], time, reach_s);
        moment->works =
            gpu->signals[GPU_UTILIZATION] ? moment->utilization >= WORKING_PERCENT : true;
    }
    *count = pace->count;
    return moments;
}

static double reached_clock(const struct moment *moments, size_t count)
{
    double *clocks = memory_alloc_array(count, sizeof *clocks), reached;
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        if (moments[i].works && !isnan(moments[i].clock))
            clocks[used++] = moments[i].clock;
    statistic_quantiles(clocks, used, &REACHED, 1, &reached);
    free(clocks);
    return reached;
}

static void add_moment(struct stretch *stretch, const struct moment *moment, bool by_clock,
                       bool by_violation)
{
    if (stretch->count == 0)
        *stretch =
            (struct stretch){.from = moment->time - moment->seconds, .temperature = NUMBER_MISSING};
    stretch->until = moment->time;
    stretch->seconds += moment->seconds;
    stretch->violation_s += moment->violation * moment->seconds;
    stretch->clock += moment->clock;
    stretch->utilization += moment->utilization;
    stretch->temperature = fmax(stretch->temperature, moment->temperature);
    stretch->by_clock |= by_clock;
    stretch->by_violation |= by_violation;
    stretch->count++;
}

static const char *reason_of(const struct stretch *stretch)
{
    if (stretch->by_clock && stretch->by_violation)
        return "driver and clock";
    return stretch->by_violation ? "driver" : "clock";
}

static void put_stretch(struct tables *tables, const char *name, struct stretch *stretch,
                        double reached)
{
    if (stretch->count && stretch->seconds > 0) {
        struct table *table = tables_get(tables, "throttling");
        double clock = stretch->clock / (double)stretch->count;
        table_put_text(table, name);
        table_put_number(table, stretch->from);
        table_put_number(table, stretch->until);
        table_put_number(table, stretch->seconds);
        table_put_static(table, reason_of(stretch));
        table_put_number(table, stretch->violation_s);
        table_put_number(table, clock);
        table_put_number(table, clock / reached);
        table_put_number(table, stretch->utilization / (double)stretch->count);
        table_put_number(table, stretch->temperature);
    }
    stretch->count = 0;
}

static void find_stretches(const struct gpu *gpu, const char *name, struct tables *tables)
{
    size_t count;
    struct moment *moments = find_moments(gpu, &count);
    struct stretch stretch = {0};
    double reached = reached_clock(moments, count);
    for (size_t i = 0; i < count; i++) {
        bool by_clock = moments[i].works && moments[i].clock < SLOW_CLOCK * reached;
        bool by_violation = moments[i].works && moments[i].violation >= SLOW_SHARE;
        if (by_clock || by_violation)
            add_moment(&stretch, &moments[i], by_clock, by_violation);
        else
            put_stretch(tables, name, &stretch, reached);
    }
    put_stretch(tables, name, &stretch, reached);
    free(moments);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct gpus gpus;
    struct arena arena;
    arena_init(&arena);
    gpus_find(&gpus, request->signals, &arena);
    for (size_t i = 0; i < gpus.count; i++)
        if (gpu_pace(&gpus.items[i]))
            find_stretches(&gpus.items[i], request->signals->nodes[gpus.items[i].node].name,
                           tables);
    arena_release(&arena);
}

const struct analysis analysis_throttling = {"throttling", run};
