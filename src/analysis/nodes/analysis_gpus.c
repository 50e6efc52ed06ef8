/* gpus: what there is to say of each GPU in one row. */
#include <math.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/gpu.h"
#include "util/number.h"

static const double JOULES_A_KWH = 3.6e6;

/* The statistic of the signal: row i of node_metrics is signal i. */
static double statistic_of(const struct analysis_request *request, const struct tables *tables,
                           const struct signal *signal, const char *column)
{
    const struct table *table = tables_find(tables, "node_metrics");
    return table && signal ? table_numbers(table, column)[signal - request->signals->items]
                           : NUMBER_MISSING;
}

static void put_statistics(struct table *table, const struct analysis_request *request,
                           const struct tables *tables, const struct signal *signal)
{
    table_put_number(table, statistic_of(request, tables, signal, "mean"));
    table_put_number(table, statistic_of(request, tables, signal, "max"));
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

static double take_throttled(struct cursor *throttling, const char *gpu)
{
    double seconds = 0;
    for (; is_of(throttling, gpu); throttling->next++)
        seconds += table_numbers(throttling->table, "duration_s")[throttling->next];
    return seconds;
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

static double covered_seconds(const struct signal *signal)
{
    double seconds = 0;
    for (size_t i = 0; signal && i < signal->count; i++)
        seconds += gpu_sample_seconds(signal, i);
    return seconds;
}

static void put_throttling(struct table *table, const struct gpu *gpu, const char *name,
                           struct cursor *throttling)
{
    const struct signal *pace = gpu_pace(gpu);
    double seconds = pace ? take_throttled(throttling, name) : NUMBER_MISSING;
    double covered_s = covered_seconds(pace);
    table_put_number(table, seconds);
    table_put_number(table, covered_s > 0 ? seconds / covered_s : NUMBER_MISSING);
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
                    struct cursor *throttling, struct cursor *errors, struct tables *tables)
{
    struct table *table = tables_get(tables, "gpus");
    const struct signal *const *signals = gpu->signals;
    const char *name = request->signals->nodes[gpu->node].name;
    table_put_text(table, name);
    put_statistics(table, request, tables, signals[GPU_UTILIZATION]);
    put_statistics(table, request, tables, signals[GPU_MEMORY]);
    put_statistics(table, request, tables, signals[GPU_POWER]);
    table_put_number(table,
                     statistic_of(request, tables, signals[GPU_POWER], "total") / JOULES_A_KWH);
    put_statistics(table, request, tables, signals[GPU_TEMPERATURE]);
    table_put_number(table, statistic_of(request, tables, signals[GPU_CLOCK], "mean"));
    put_throttling(table, gpu, name, throttling);
    put_errors(table, gpu, take_errors(errors, name));
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct gpus gpus;
    struct arena arena;
    arena_init(&arena);
    gpus_find(&gpus, request->signals, &arena);
    struct cursor throttling = {tables_find(tables, "throttling"), 0};
    struct cursor errors = {tables_find(tables, "gpu_errors"), 0};
    for (size_t i = 0; i < gpus.count; i++)
        put_gpu(request, &gpus.items[i], &throttling, &errors, tables);
    arena_release(&arena);
}

const struct analysis analysis_gpus = {"gpus", run};
