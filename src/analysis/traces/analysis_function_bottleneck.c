/* function_bottleneck: what each function took on each worker. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "table/rows.h"
#include "util/memory.h"

enum { MOST_ROWS = 100000 };

struct ranked_function {
    double duration_s;
    uint32_t worker, function; /* function: of the worker's own */
};

static int compare_places(const void *left, const void *right)
{
    const struct ranked_function *l = left, *r = right;
    if (l->duration_s != r->duration_s)
        return l->duration_s > r->duration_s ? -1 : 1;
    if (l->worker != r->worker)
        return l->worker < r->worker ? -1 : 1;
    return (l->function > r->function) - (l->function < r->function);
}

static struct ranked_function *make_places(const struct trace_totals *totals, size_t *count)
{
    size_t workers = totals->aligned->lane_count, all = 0;
    for (size_t w = 0; w < workers; w++)
        all += totals->workers[w].function_count;
    struct ranked_function *places = memory_alloc_array(all, sizeof *places);
    *count = 0;
    for (size_t w = 0; w < workers; w++)
        for (size_t i = 0; i < totals->workers[w].function_count; i++)
            places[(*count)++] =
                (struct ranked_function){totals->workers[w].functions[i].sums.duration_s,
                                         (uint32_t)w, (uint32_t)i};
    if (all)
        qsort(places, all, sizeof *places, compare_places);
    return places;
}

/* The profiler's own analyser has 0 where nothing was measured. */
static double measured(double sum, size_t count, bool compat)
{
    return !count && compat ? 0 : trace_mean(sum, count);
}

static void put_row(const struct analysis_request *request, const struct ranked_function *place,
                    const char *worker_name, struct table *table)
{
    const struct trace_totals *totals = request->traces;
    const struct trace_worker *worker = &totals->workers[place->worker];
    const struct worker_function *function = &worker->functions[place->function];
    const struct trace_sums *sums = &function->sums;
    bool compat = request->trace_compat;
    struct function_bottleneck_row row = function_bottleneck_row_missing();
    row.host = aligned_host_name(totals->aligned, totals->aligned->lanes[place->worker].host);
    row.gpu = worker_name;
    row.function = totals->function_names[function->function];
    row.duration_s = sums->duration_s;
    row.share = sums->duration_s / worker->sums.duration_s;
    row.gpu_utilization_mean = measured(sums->utilization, sums->utilization_samples, compat) / 100;
    row.gpu_memory_mean_B = measured(sums->memory, sums->memory_samples, compat);
    row.data_size_mean_B = trace_mean(sums->bytes, sums->sized);
    row.throughput_mean_B_s = trace_mean(sums->throughput, sums->paced);
    row.tasks = (double)sums->tasks;
    row.task_time_mean_s = sums->duration_s / (double)sums->tasks;
    function_bottleneck_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    size_t count;
    if (!request->traces)
        return;
    struct table *table = tables_get(tables, "function_bottleneck");
    struct ranked_function *places = make_places(request->traces, &count);
    const char **names = memory_alloc_array(request->traces->aligned->lane_count, sizeof *names);
    for (size_t i = 0; i < count && i < MOST_ROWS; i++) {
        const char **name = &names[places[i].worker];
        if (!*name)
            *name = trace_worker_name(request->traces, places[i].worker, request->trace_compat,
                                      tables->arena);
        put_row(request, &places[i], *name, table);
    }
    free(names);
    free(places);
}

const struct analysis analysis_function_bottleneck = {"function_bottleneck", run};
