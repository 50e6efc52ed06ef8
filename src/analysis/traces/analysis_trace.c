/* trace, trace_workers: all that ran, how busy each worker was, and how busy those were that do
 * most of the work. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/traces/quiet_time.h"
#include "analysis/traces/worker_groups.h"
#include "analysis/traces/worker_pace.h"
#include "util/memory.h"

static const char *clock_text(const struct settled_times *times)
{
    if (!times->comparable)
        return "hosts";
    return times->clock == SETTLED_UNIX ? "unix" : "begin";
}

static void put_workers(const struct trace_totals *totals, const uint32_t *groups,
                        struct tables *tables)
{
    const struct settled_activity *settled = totals->settled;
    struct worker_pace *paces = worker_pace_make(totals, groups);
    struct table *table = tables_get(tables, "trace_workers");
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
        table_put_number(table, paces[w].ratio);
        table_put_number(table, paces[w].slow_chance);
    }
    free(paces);
}

/* ---- idle time ---- */

/* Idle time is that of the workers that together do most of the work: lanes of other kinds, a queue
 * of a GPU or a thread with a task of its own, wait without harm. A long pause of all is no
 * worker's own, and left out. */
struct compared_workers {
    uint32_t group;
    size_t count;
    double seconds, idle_share; /* of so long a time */
};

static uint32_t busiest_group(const struct trace_totals *totals, const uint32_t *groups)
{
    size_t workers = totals->settled->lane_count;
    double *busy_s = memory_alloc_array(workers + 2, sizeof *busy_s);
    uint32_t busiest = 1;
    for (size_t w = 0; w < workers; w++)
        busy_s[groups[w]] += totals->workers[w].busy_s;
    for (uint32_t group = 1; group <= workers; group++)
        busiest = busy_s[group] > busy_s[busiest] ? group : busiest;
    free(busy_s);
    return busiest;
}

static struct compared_workers compare_workers(const struct trace_totals *totals,
                                               const uint32_t *groups,
                                               const struct quiet_time *quiet)
{
    double elapsed_s = settled_seconds(totals->last - totals->first), busy_s = 0;
    double quiet_s = isnan(quiet->until) ? 0 : quiet->until - quiet->from;
    bool is_quiet = quiet_s >= QUIET_LONG * elapsed_s;
    struct compared_workers compared = {.group = busiest_group(totals, groups),
                                        .seconds = is_quiet ? settled_seconds(elapsed_s - quiet_s)
                                                            : elapsed_s};
    for (size_t w = 0; w < totals->settled->lane_count; w++) {
        if (groups[w] != compared.group)
            continue;
        compared.count++;
        busy_s += totals->workers[w].busy_s;
        compared.idle_share += trace_idle_share(totals, w);
    }
    compared.idle_share /= (double)compared.count;
    if (is_quiet)
        compared.idle_share = fmax(0, 1 - busy_s / ((double)compared.count * compared.seconds));
    return compared;
}

/* ---- the trace ---- */

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    if (!totals || !totals->settled->span_count)
        return;
    const struct settled_activity *settled = totals->settled;
    struct table *table = tables_get(tables, "trace");
    struct quiet_time quiet = quiet_time_find(totals);
    uint32_t *groups = worker_groups_make(totals);
    struct compared_workers compared = compare_workers(totals, groups, &quiet);
    double busy_s = 0;
    for (size_t w = 0; w < settled->lane_count; w++)
        busy_s += totals->workers[w].busy_s;
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
    table_put_number(table, compared.idle_share);
    put_count(table, settled->pairs.open_starts);
    put_count(table, settled->pairs.orphan_stops);
    table_put_number(table, settled_time(settled, quiet.from));
    table_put_number(table, settled_time(settled, quiet.until));
    put_count(table, compared.group);
    put_count(table, compared.count);
    table_put_number(table, compared.seconds);
    table_put_number(table, settled_seconds(quiet.seconds));
    table_put_number(table, quiet.resumed);
    put_workers(totals, groups, tables);
    free(groups);
}

const struct analysis analysis_trace = {"trace", run};
