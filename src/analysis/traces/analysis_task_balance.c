/* task_balance: how many tasks each worker has in memory, second by second; trace_lines: the same
 * as means over equal stretches of time, and how far the workers are from even. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/traces/trace_lines.h"
#include "util/memory.h"

enum { MOST_CELLS = 4000000, MOST_ROWS = 100000 };

struct worker_holdings {
    size_t worker, first, count, at; /* at: how many have passed */
};

struct balance {
    const struct trace_totals *totals;
    struct worker_holdings *workers; /* those that held anything */
    size_t count;
    double first, last; /* of all memory_samples */
};

static void find_workers(struct balance *balance)
{
    const struct aligned_timeline *aligned = balance->totals->aligned;
    balance->workers = memory_alloc_array(aligned->lane_count, sizeof *balance->workers);
    balance->first = balance->last = NAN;
    for (size_t w = 0; w < aligned->lane_count; w++) {
        struct activity_rows rows = aligned->lanes[w].memory_samples;
        if (!rows.count)
            continue;
        balance->workers[balance->count++] = (struct worker_holdings){w, rows.first, rows.count, 0};
        balance->first = fmin(balance->first, aligned->memory_samples[rows.first].time);
        balance->last =
            fmax(balance->last, aligned->memory_samples[rows.first + rows.count - 1].time);
    }
}

/* ---- second by second ---- */

/* The last holding before the moment; NULL when there is none yet. */
static const struct activity_memory_sample *advance(const struct aligned_timeline *aligned,
                                                    struct worker_holdings *worker, double moment)
{
    const struct activity_memory_sample *memory_samples = aligned->memory_samples + worker->first;
    while (worker->at < worker->count && memory_samples[worker->at].time < moment)
        worker->at++;
    return worker->at ? &memory_samples[worker->at - 1] : NULL;
}

/* What the profiler's own analyser has: 0 where nothing was reported in that second. */
static void find_compat_values(const struct aligned_timeline *aligned, struct balance *balance,
                               double from, double *values)
{
    for (size_t i = 0; i < balance->count; i++) {
        const struct activity_memory_sample *latest =
            advance(aligned, &balance->workers[i], from + 1);
        values[i] = latest && latest->time >= from ? (double)latest->tasks : 0;
    }
}

static void find_values(const struct aligned_timeline *aligned, struct balance *balance,
                        double until, double *values)
{
    for (size_t i = 0; i < balance->count; i++) {
        const struct activity_memory_sample *latest = advance(aligned, &balance->workers[i], until);
        values[i] = latest ? (double)latest->tasks : (double)NAN;
    }
}

/* The second in which something is reported next; infinite: there is none. */
static double next_report(const struct aligned_timeline *aligned, const struct balance *balance)
{
    double next = INFINITY;
    for (size_t i = 0; i < balance->count; i++) {
        const struct worker_holdings *worker = &balance->workers[i];
        if (worker->at < worker->count)
            next = fmin(next, floor(aligned->memory_samples[worker->first + worker->at].time));
    }
    return next;
}

static void put_seconds(const struct analysis_request *request, struct balance *balance,
                        struct table *table)
{
    const struct aligned_timeline *aligned = balance->totals->aligned;
    double begin = floor(balance->first), seconds = floor(balance->last) - begin + 1;
    double most = fmin(MOST_ROWS, fmax(1, floor(MOST_CELLS / (double)balance->count)));
    double step = ceil(seconds / most), second = 0;
    double *values = memory_alloc_array(balance->count, sizeof *values);
    while (second < seconds && (double)table->rows < most) {
        if (request->trace_compat)
            find_compat_values(aligned, balance, begin + second, values);
        else
            find_values(aligned, balance, begin + second + step, values);
        table_put_number(table, second);
        for (size_t i = 0; i < balance->count; i++)
            table_put_number(table, values[i]);
        second = request->trace_compat ? next_report(aligned, balance) - begin : second + step;
    }
    free(values);
}

/* ---- means over time ---- */

static void put_lines(const struct balance *balance, struct tables *tables)
{
    const struct aligned_timeline *aligned = balance->totals->aligned;
    struct trace_grid grid;
    if (!trace_grid_make(&grid, balance->first, balance->last, TRACE_GRID_MOST, balance->count))
        return;
    for (size_t i = 0; i < balance->count; i++) {
        const struct worker_holdings *worker = &balance->workers[i];
        const struct activity_memory_sample *memory_samples =
            aligned->memory_samples + worker->first;
        for (size_t k = 0; k < worker->count; k++)
            trace_grid_hold(&grid, i, memory_samples[k].time,
                            k + 1 < worker->count ? memory_samples[k + 1].time : balance->last,
                            memory_samples[k].tasks);
    }
    const char **names = memory_alloc_array(balance->count, sizeof *names);
    for (size_t i = 0; i < balance->count; i++)
        names[i] = trace_worker_label(balance->totals, balance->workers[i].worker, tables->arena);
    double origin = aligned->times.origin;
    struct trace_panel panel = {"balance", "Tasks in memory per worker", "", names, origin, false};
    struct trace_panel imbalance = {"balance", "Imbalance: the fullest worker over the mean, %",
                                    "%",       NULL,
                                    origin,    false};
    trace_grid_put(&grid, &panel, tables);
    if (balance->count > 1)
        trace_grid_put_imbalance(&grid, &imbalance, tables);
    free(names);
    trace_grid_release(&grid);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct balance balance = {.totals = request->traces};
    if (!request->traces || !request->traces->aligned->memory_sample_count)
        return;
    struct table *table = tables_get(tables, "task_balance");
    find_workers(&balance);
    for (size_t i = 0; i < balance.count; i++)
        table_add_column(table, trace_worker_label(request->traces, balance.workers[i].worker,
                                                   tables->arena));
    if (balance.count) {
        put_seconds(request, &balance, table);
        put_lines(&balance, tables);
    }
    free(balance.workers);
}

const struct analysis analysis_task_balance = {"task_balance", run};
