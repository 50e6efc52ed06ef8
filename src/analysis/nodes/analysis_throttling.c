/* throttling: when a GPU was throttled; gpu_moments.h says what that is. */
#include <math.h>

#include "analysis/analysis.h"
#include "analysis/nodes/gpu_moments.h"
#include "table/rows.h"
#include "util/number.h"

/* A mean of what is known. */
struct average {
    double sum;
    size_t count;
};

struct stretch {
    double from, until, seconds;
    double violation_s, temperature; /* NaN while not known; temperature: the highest */
    struct average clock, utilization;
    size_t count;
    bool by_clock, by_violation;
};

static void average_add(struct average *average, double value)
{
    if (isnan(value))
        return;
    average->sum += value;
    average->count++;
}

static double average_of(const struct average *average)
{
    return average->count ? average->sum / (double)average->count : NUMBER_MISSING;
}

static void add_moment(struct stretch *stretch, const struct gpu_moment *moment)
{
    if (stretch->count == 0)
        *stretch = (struct stretch){.from = moment->time - moment->seconds,
                                    .violation_s = NUMBER_MISSING,
                                    .temperature = NUMBER_MISSING};
    stretch->until = moment->time;
    stretch->seconds += moment->seconds;
    if (!isnan(moment->violation))
        stretch->violation_s = (isnan(stretch->violation_s) ? 0 : stretch->violation_s) +
                               moment->violation * moment->seconds;
    average_add(&stretch->clock, moment->clock);
    average_add(&stretch->utilization, moment->utilization);
    stretch->temperature = fmax(stretch->temperature, moment->temperature);
    stretch->by_clock |= moment->by_clock;
    stretch->by_violation |= moment->by_violation;
    stretch->count++;
}

static const char *reason_of(const struct stretch *stretch)
{
    if (stretch->by_clock && stretch->by_violation)
        return "driver and clock";
    return stretch->by_violation ? "driver" : "clock";
}

static void put_stretch(struct tables *tables, const char *name, struct stretch *stretch,
                        double reached, double to_Hz)
{
    if (stretch->count && stretch->seconds > 0) {
        struct table *table = tables_get(tables, "throttling");
        double clock = average_of(&stretch->clock);
        struct throttling_row row = throttling_row_missing();
        row.gpu = name;
        row.from = stretch->from;
        row.until = stretch->until;
        row.duration_s = stretch->seconds;
        row.reason = reason_of(stretch);
        row.violation_s = stretch->violation_s;
        row.clock_mean_Hz = clock * to_Hz;
        row.clock_ratio = clock / reached;
        row.utilization_mean = average_of(&stretch->utilization) / 100;
        row.temperature_max_C = stretch->temperature;
        throttling_row_put(table, &row);
    }
    stretch->count = 0;
}

/* Whether the inputs say that it was measured in the unit of the table. */
static bool is_in(const struct signals *signals, const struct gpu *gpu, enum gpu_role role,
                  const char *unit)
{
    const struct signal *signal = gpu->signals[role];
    return signal && signal_metric_is_in(&signals->metrics[signal->metric], unit);
}

static void find_stretches(const struct signals *signals, const struct gpu *gpu,
                           struct tables *tables)
{
    const char *name = signals->nodes[gpu->node].name;
    struct gpu_moments moments;
    struct stretch stretch = {0};
    gpu_moments_make(&moments, gpu);
    double to_Hz = is_in(signals, gpu, GPU_CLOCK, "Hz") ? 1 : NUMBER_MISSING;
    if (!is_in(signals, gpu, GPU_TEMPERATURE, "°C"))
        for (size_t i = 0; i < moments.count; i++)
            moments.items[i].temperature = NUMBER_MISSING;
    for (size_t i = 0; i < moments.count; i++) {
        if (moments.items[i].by_clock || moments.items[i].by_violation)
            add_moment(&stretch, &moments.items[i]);
        else
            put_stretch(tables, name, &stretch, moments.reached_clock, to_Hz);
    }
    put_stretch(tables, name, &stretch, moments.reached_clock, to_Hz);
    gpu_moments_release(&moments);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct gpus gpus;
    struct arena arena;
    arena_init(&arena);
    gpus_find(&gpus, request->signals, &arena);
    for (size_t i = 0; i < gpus.count; i++)
        find_stretches(request->signals, &gpus.items[i], tables);
    arena_release(&arena);
}

const struct analysis analysis_throttling = {"throttling", run};
