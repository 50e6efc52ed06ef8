/* gpus: what there is to say of each GPU in one row. */
#include <math.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/gpu_moments.h"
#include "analysis/nodes/signal_statistic.h"
#include "util/number.h"

static void put_statistics(struct table *table, const struct analysis_request *request,
                           const struct tables *tables, const struct signal *signal)
{
    table_put_number(table, signal_statistic(tables, request->signals, signal, "mean"));
    table_put_number(table, signal_statistic(tables, request->signals, signal, "max"));
}

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
static void put_throttling(struct table *table, const struct gpu *gpu)
{
    struct gpu_moments moments;
    double slowed_s = 0, known_s = 0;
    size_t known = 0;
    gpu_moments_make(&moments, gpu);
    for (size_t i = 0; i < moments.count; i++) {
        const struct gpu_moment *moment = &moments.items[i];
        known += moment->known;
        known_s += moment->known ? moment->seconds : 0;
        slowed_s += moment->by_clock || moment->by_violation ? moment->seconds : 0;
    }
    table_put_number(table, known ? slowed_s : NUMBER_MISSING);
    table_put_number(table, known_s > 0 ? slowed_s / known_s : NUMBER_MISSING);
    table_put_number(table, gpu_pace(gpu) ? (double)known : NUMBER_MISSING);
    table_put_number(table, gpu_pace(gpu) ? (double)(moments.count - known) : NUMBER_MISSING);
    gpu_moments_release(&moments);
}

static double first_value(const struct signal *signal)
{
    for (size_t i = 0; signal && i < signal->count; i++)
        if (!isnan(signal->values[i]))
            return signal->values[i];
    return NUMBER_MISSING;
}

static void put_errors(struct table *table, const struct gpu *gpu, struct errors errors)
{
    const struct signal *corrected = gpu->signals[GPU_CORRECTED];
    const struct signal *uncorrected = gpu->signals[GPU_UNCORRECTED];
    table_put_number(table, corrected ? errors.corrected : NUMBER_MISSING);
    table_put_number(table, uncorrected ? errors.uncorrected : NUMBER_MISSING);
    table_put_number(table, first_value(corrected));
    table_put_number(table, first_value(uncorrected));
}

static void put_gpu(const struct analysis_request *request, const struct gpu *gpu,
                    struct cursor *errors, struct tables *tables)
{
    struct table *table = tables_get(tables, "gpus");
    const struct signal *const *signals = gpu->signals;
    const char *name = request->signals->nodes[gpu->node].name;
    table_put_text(table, name);
    put_statistics(table, request, tables, signals[GPU_UTILIZATION]);
    put_statistics(table, request, tables, signals[GPU_MEMORY]);
    put_statistics(table, request, tables, signals[GPU_POWER]);
    table_put_number(table,
                     signal_statistic(tables, request->signals, signals[GPU_POWER], "total"));
    put_statistics(table, request, tables, signals[GPU_TEMPERATURE]);
    table_put_number(table, signal_statistic(tables, request->signals, signals[GPU_CLOCK], "mean"));
    put_throttling(table, gpu);
    put_errors(table, gpu, take_errors(errors, name));
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
