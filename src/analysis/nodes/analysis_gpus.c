/* gpus: what there is to say of each GPU in one row. */
#include <math.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/gpu_moments.h"
#include "analysis/nodes/signal_statistic.h"
#include "table/rows.h"
#include "util/number.h"

/* Rows of a table whose GPUs stand in the order of ours; `next` is the first that is not used. */
struct cursor {
    const struct table *table; /* NULL: no rows */
    size_t next;
};

static bool is_of(const struct cursor *cursor, const char *gpu)
{
    return cursor->table && cursor->next < cursor->table->rows &&
           strcmp(table_texts(cursor->table, "gpu")[cursor->next], gpu) == 0;
}

struct errors {
    double corrected, uncorrected;
};

static struct errors take_errors(struct cursor *cursor, const char *gpu)
{
    struct errors errors = {0};
    for (; is_of(cursor, gpu); cursor->next++) {
        bool is_corrected =
            strcmp(table_texts(cursor->table, "kind")[cursor->next], "corrected") == 0;
        *(is_corrected ? &errors.corrected : &errors.uncorrected) +=
            table_numbers(cursor->table, "errors")[cursor->next];
    }
    return errors;
}

/* The share is of the time of samples of which something is known. */
static void add_throttling(struct gpus_row *row, const struct gpu *gpu)
{
    struct gpu_moments moments;
    double throttled_s = 0, known_s = 0;
    size_t known = 0;
    gpu_moments_make(&moments, gpu);
    for (size_t i = 0; i < moments.count; i++) {
        const struct gpu_moment *moment = &moments.items[i];
        known += moment->known;
        known_s += moment->known ? moment->seconds : 0;
        throttled_s += moment->by_clock || moment->by_violation ? moment->seconds : 0;
    }
    if (known)
        row->throttled_s = throttled_s;
    if (known_s > 0)
        row->throttled_share = throttled_s / known_s;
    if (gpu_pace(gpu)) {
        row->throttled_samples = (double)known;
        row->throttled_missing = (double)(moments.count - known);
    }
    gpu_moments_release(&moments);
}

static double first_value(const struct signal *signal)
{
    for (size_t i = 0; signal && i < signal->count; i++)
        if (!isnan(signal->values[i]))
            return signal->values[i];
    return NUMBER_MISSING;
}

static void add_errors(struct gpus_row *row, const struct gpu *gpu, struct errors errors)
{
    const struct signal *corrected = gpu->signals[GPU_CORRECTED];
    const struct signal *uncorrected = gpu->signals[GPU_UNCORRECTED];
    if (corrected)
        row->corrected_errors = errors.corrected;
    if (uncorrected)
        row->uncorrected_errors = errors.uncorrected;
    row->corrected_before = first_value(corrected);
    row->uncorrected_before = first_value(uncorrected);
}

/* For a column in `unit`: NaN where the inputs do not say that the values are in it. */
static double statistic_in(const char *unit, const struct tables *tables,
                           const struct signals *signals, const struct signal *signal,
                           const char *column)
{
    return signal && signal_metric_is_in(&signals->metrics[signal->metric], unit)
               ? signal_statistic(tables, signals, signal, column)
               : NUMBER_MISSING;
}

static void put_gpu(const struct analysis_request *request, const struct gpu *gpu,
                    struct cursor *errors, struct tables *tables)
{
    const struct signals *all = request->signals;
    const struct signal *const *signals = gpu->signals;
    struct gpus_row row = gpus_row_missing();
    row.gpu = all->nodes[gpu->node].name;
    row.utilization_mean = signal_statistic(tables, all, signals[GPU_UTILIZATION], "mean") / 100;
    row.utilization_max = signal_statistic(tables, all, signals[GPU_UTILIZATION], "max") / 100;
    row.memory_mean_B = statistic_in("B", tables, all, signals[GPU_MEMORY], "mean");
    row.memory_max_B = statistic_in("B", tables, all, signals[GPU_MEMORY], "max");
    row.power_mean_W = statistic_in("W", tables, all, signals[GPU_POWER], "mean");
    row.power_max_W = statistic_in("W", tables, all, signals[GPU_POWER], "max");
    row.energy_J = statistic_in("W", tables, all, signals[GPU_POWER], "total");
    row.temperature_mean_C = statistic_in("°C", tables, all, signals[GPU_TEMPERATURE], "mean");
    row.temperature_max_C = statistic_in("°C", tables, all, signals[GPU_TEMPERATURE], "max");
    row.clock_mean_Hz = statistic_in("Hz", tables, all, signals[GPU_CLOCK], "mean");
    add_throttling(&row, gpu);
    add_errors(&row, gpu, take_errors(errors, row.gpu));
    gpus_row_put(tables_at(tables, TABLE_gpus), &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct gpus gpus;
    struct arena arena;
    arena_init(&arena);
    gpus_find(&gpus, request->signals, &arena);
    struct cursor errors = {tables_find(tables, "gpu_errors"), 0};
    for (size_t i = 0; i < gpus.count; i++)
        put_gpu(request, &gpus.items[i], &errors, tables);
    arena_release(&arena);
}

const struct analysis analysis_gpus = {"gpus", run};
