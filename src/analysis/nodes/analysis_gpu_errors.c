/* gpu_errors: memory errors that a GPU's own count grew by during the job.
 *
 * The count is of the device's whole life, so what it begins with is not of the job. A fall means
 * that the count was set back. */
#include <math.h>

#include "analysis/analysis.h"
#include "analysis/nodes/gpu.h"
#include "table/rows.h"

static void put_errors(const struct signal *signal, const char *gpu, const char *kind,
                       struct tables *tables)
{
    double latest = NAN;
    for (size_t i = 0; signal && i < signal->count; i++) {
        double counted = signal->values[i];
        if (counted > latest) {
            struct table *table = tables_get(tables, "gpu_errors");
            struct gpu_errors_row row = gpu_errors_row_missing();
            row.gpu = gpu;
            row.kind = kind;
            row.time = signal->times[i];
            row.errors = counted - latest;
            row.counted = counted;
            gpu_errors_row_put(table, &row);
        }
        if (!isnan(counted))
            latest = counted;
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct gpus gpus;
    struct arena arena;
    arena_init(&arena);
    gpus_find(&gpus, request->signals, &arena);
    for (size_t i = 0; i < gpus.count; i++) {
        const char *name = request->signals->nodes[gpus.items[i].node].name;
        put_errors(gpus.items[i].signals[GPU_CORRECTED], name, "corrected", tables);
        put_errors(gpus.items[i].signals[GPU_UNCORRECTED], name, "uncorrected", tables);
    }
    arena_release(&arena);
}

const struct analysis analysis_gpu_errors = {"gpu_errors", run};
