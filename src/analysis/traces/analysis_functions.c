/* functions, function_workers: what each function took, how its durations spread, on which workers
 * it ran. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_rules.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/parallel.h"

enum { MOST_FUNCTIONS = 10000, MOST_STACKED = 40, MOST_PARTS = 6 };

/* ---- durations ---- */

/* Durations function by function: those of f are values[first[f]] … values[first[f + 1] - 1]. */
struct durations {
    const struct trace_totals *totals;
    double *values, *scratch;
    size_t *first;
    struct box *boxes;
};

static void make_box(void *context, size_t place)
{
    struct durations *durations = context;
    size_t function = durations->totals->by_time[place], first = durations->first[function];
    statistic_box(durations->values + first, durations->first[function + 1] - first,
                  durations->scratch + first, &durations->boxes[place]);
}

static void make_boxes(struct durations *durations, size_t count, int jobs)
{
    const struct trace_totals *totals = durations->totals;
    size_t spans = totals->aligned->span_count, functions = totals->function_count;
    size_t *places = memory_alloc_array(functions + 1, sizeof *places);
    durations->first = memory_alloc_array(functions + 1, sizeof *durations->first);
    durations->values = memory_resize(NULL, spans, sizeof *durations->values);
    durations->scratch = memory_resize(NULL, spans, sizeof *durations->scratch);
    durations->boxes = memory_alloc_array(count, sizeof *durations->boxes);
    for (size_t f = 0; f < functions; f++) {
        places[f] = durations->first[f];
        durations->first[f + 1] = durations->first[f] + totals->functions[f].tasks;
    }
    for (size_t i = 0; i < spans; i++)
        durations->values[places[totals->function_of[i]]++] = totals->aligned->spans[i].duration;
    parallel_threads(jobs, count, make_box, durations);
    free(durations->values);
    free(durations->scratch);
    free(durations->first);
    free(places);
}

/* ---- on which workers each function ran ---- */

struct function_places {
    size_t workers;
    double worker_self_s; /* the most on one of them */
    size_t rank;          /* how many of the busiest workers it ran on until one on which not */
};

struct busy_worker {
    double busy_s;
    size_t worker;
};

static int compare_busy(const void *left, const void *right)
{
    const struct busy_worker *l = left, *r = right;
    if (l->busy_s != r->busy_s)
        return l->busy_s > r->busy_s ? -1 : 1;
    return (l->worker > r->worker) - (l->worker < r->worker);
}

/* The busiest first; to be freed. */
static struct busy_worker *order_workers(const struct trace_totals *totals)
{
    size_t count = totals->aligned->lane_count;
    struct busy_worker *workers = memory_alloc_array(count + 1, sizeof *workers);
    for (size_t w = 0; w < count; w++)
        workers[w] = (struct busy_worker){totals->workers[w].busy_s, w};
    qsort(workers, count, sizeof *workers, compare_busy);
    return workers;
}

static struct function_places *find_places(const struct trace_totals *totals,
                                           const struct busy_worker *workers)
{
    struct function_places *places = memory_alloc_array(totals->function_count, sizeof *places);
    for (size_t rank = 0; rank < totals->aligned->lane_count; rank++) {
        const struct trace_worker *worker = &totals->workers[workers[rank].worker];
        for (size_t i = 0; i < worker->function_count; i++) {
            struct function_places *its = &places[worker->functions[i].function];
            its->workers++;
            its->worker_self_s = fmax(its->worker_self_s, worker->functions[i].sums.self_s);
            its->rank += its->rank == rank;
        }
    }
    return places;
}

static void put_function(const struct trace_totals *totals, size_t function,
                         const struct function_places *places, double others_busy_s,
                         const struct box *box, struct table *table)
{
    const struct trace_sums *sums = &totals->functions[function];
    struct functions_row row = functions_row_missing();
    row.function = totals->function_names[function];
    row.tasks = (double)sums->tasks;
    row.workers = (double)places->workers;
    row.duration_s = sums->duration_s;
    row.self_s = sums->self_s;
    row.share = sums->self_s / totals->all.self_s;
    row.task_time_mean_s = sums->duration_s / (double)sums->tasks;
    row.gpu_utilization_mean = trace_mean(sums->utilization, sums->utilization_samples) / 100;
    row.gpu_memory_mean_B = trace_mean(sums->memory, sums->memory_samples);
    row.data_size_mean_B = trace_mean(sums->bytes, sums->sized);
    row.throughput_mean_B_s = trace_mean(sums->throughput, sums->paced);
    row_set_box(&row, box);
    row.first_runs_s = sums->first_runs_s;
    row.worker_self_s = places->worker_self_s;
    row.others_busy_s = others_busy_s;
    functions_row_put(table, &row);
}

static void put_functions(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    size_t count =
        totals->function_count < MOST_FUNCTIONS ? totals->function_count : MOST_FUNCTIONS;
    struct durations durations = {.totals = totals};
    struct busy_worker *workers = order_workers(totals);
    struct function_places *places = find_places(totals, workers);
    make_boxes(&durations, count, request->jobs);
    for (size_t i = 0; i < count; i++) {
        const struct function_places *its = &places[totals->by_time[i]];
        bool is_everywhere = its->rank == totals->aligned->lane_count;
        put_function(totals, totals->by_time[i], its,
                     is_everywhere ? (double)NAN : workers[its->rank].busy_s, &durations.boxes[i],
                     tables_get(tables, "functions"));
    }
    free(durations.boxes);
    free(places);
    free(workers);
}

/* ---- by worker ---- */

static const char *part_name(const struct trace_totals *totals, size_t worker, bool by_host,
                             struct arena *arena)
{
    size_t host = totals->aligned->lanes[worker].host;
    return by_host ? arena_text(arena, aligned_host_name(totals->aligned, host))
                   : trace_worker_label(totals, worker, arena);
}

/* Own seconds on each worker or host of the stacked functions and, last, of all others together. */
struct part_sums {
    double seconds[MOST_STACKED + 1];
};

static void put_part(struct table *table, const char *function, const char *part, double seconds)
{
    if (!(seconds > 0))
        return;
    struct function_workers_row row = function_workers_row_missing();
    row.function = function;
    row.worker = part;
    row.self_s = aligned_seconds(seconds);
    function_workers_row_put(table, &row);
}

static void put_parts(const struct trace_totals *totals, bool by_host, struct tables *tables)
{
    const struct aligned_timeline *aligned = totals->aligned;
    size_t parts = by_host ? aligned->host_count : aligned->lane_count;
    size_t count = totals->function_count < MOST_STACKED ? totals->function_count : MOST_STACKED;
    size_t *place_of = memory_alloc_array(totals->function_count, sizeof *place_of);
    struct part_sums *sums = memory_alloc_array(parts, sizeof *sums);
    const char **names = memory_alloc_array(parts, sizeof *names);
    struct table *table = tables_get(tables, "function_workers");
    for (size_t i = 0; i < totals->function_count; i++)
        place_of[totals->by_time[i]] = i < MOST_STACKED ? i : MOST_STACKED;
    for (size_t w = 0; w < aligned->lane_count; w++) {
        size_t part = by_host ? aligned->lanes[w].host : w;
        names[part] = names[part] ? names[part] : part_name(totals, w, by_host, tables->arena);
        for (size_t i = 0; i < totals->workers[w].function_count; i++) {
            const struct worker_function *function = &totals->workers[w].functions[i];
            sums[part].seconds[place_of[function->function]] += function->sums.self_s;
        }
    }
    for (size_t i = 0; i < count; i++)
        for (size_t part = 0; part < parts; part++)
            put_part(table, totals->function_names[totals->by_time[i]], names[part],
                     sums[part].seconds[i]);
    for (size_t part = 0; part < parts; part++)
        put_part(table, NULL, names[part], sums[part].seconds[MOST_STACKED]);
    free(names);
    free(sums);
    free(place_of);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    if (!request->traces)
        return;
    put_functions(request, tables);
    put_parts(request->traces, request->traces->aligned->lane_count > MOST_PARTS, tables);
}

const struct analysis analysis_functions = {"functions", run};
