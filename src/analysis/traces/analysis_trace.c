/* trace, trace_workers: all that ran, and how busy each worker was. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/traces/quiet_time.h"
#include "analysis/traces/worker_groups.h"

static const char *clock_text(const struct settled_times *times)
{
    if (!times->comparable)
        return "hosts";
    return times->clock == SETTLED_UNIX ? "unix" : "begin";
}

static void put_workers(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    const struct settled_activity *settled = totals->settled;
    struct table *table = tables_get(tables, "trace_workers");
    uint32_t *groups = worker_groups_make(totals);
    for (size_t w = 0; w < settled->lane_count; w++) {
        const struct trace_worker *worker = &totals->workers[w];
        double idle = trace_idle_share(totals, w);
        table_put_text(table, settled_host_name(settled, settled->lanes[w].host));
        table_put_static(table, trace_worker_label(totals, w, tables->arena));
        put_count(table, worker->sums.tasks);
        put_count(table, worker->function_count);
        table_put_number(table, settled_time(settled, worker->first));
        table_put_number(table, settled_time(settled, worker->last));
        table_put_number(table, worker->sums.duration_s);
        table_put_number(table, worker->busy_s);
        table_put_number(table,
                         fmax(0, settled_seconds(trace_elapsed(totals, w) - worker->busy_s)));
        table_put_number(table, idle);
        put_count(table, groups[w]);
    }
    free(groups);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    if (!totals || !totals->settled->span_count)
        return;
    const struct settled_activity *settled = totals->settled;
    struct table *table = tables_get(tables, "trace");
    double busy_s = 0, idle = 0;
    for (size_t w = 0; w < settled->lane_count; w++) {
        busy_s += totals->workers[w].busy_s;
        idle += trace_idle_share(totals, w);
    }
    table_put_text(table, clock_text(&settled->times));
    table_put_text(table, request->trace_compat ? "compat" : "own");
    table_put_number(table, settled_time(settled, totals->first));
    table_put_number(table, settled_time(settled, totals->last));
    table_put_number(table, settled_seconds(totals->last - totals->first));
    put_count(table, settled->host_count);
    put_count(table, settled->lane_count);
    put_count(table, totals->function_count);
    put_count(table, totals->all.tasks);
    table_put_number(table, totals->all.duration_s);
    table_put_number(table, settled_seconds(busy_s));
    table_put_number(table, idle / (double)settled->lane_count);
    put_count(table, settled->pairs.open_starts);
    put_count(table, settled->pairs.orphan_stops);
    struct quiet_time quiet = quiet_time_find(totals);
    table_put_number(table, settled_time(settled, quiet.from));
    table_put_number(table, settled_time(settled, quiet.until));
    put_workers(request, tables);
}

const struct analysis analysis_trace = {"trace", run};
