/* trace, trace_workers: all that ran, how busy each worker was, and how busy those were that do
 * most of the work. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/traces/quiet_time.h"
#include "analysis/traces/trace_totals.h"
#include "analysis/traces/worker_pace.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

/* Workers that do the same work, and so can be compared.
 *
 * A trace has lanes of many kinds: workers of a pool, threads with a task of their own, queues of a
 * GPU. Two are alike when at least half of the own time of each went into functions that ran on the
 * other as well. */

enum { MOST_LEADERS = 64 };

struct grouping {
    const struct trace_totals *totals;
    double *leaders_time; /* own time of each function on the leader; 0: it did not run there */
    uint32_t *groups;     /* 0: none yet */
};

static size_t busiest_left(const struct grouping *grouping)
{
    const struct trace_totals *totals = grouping->totals;
    size_t count = totals->aligned->lane_count, busiest = count;
    for (size_t w = 0; w < count; w++)
        if (!grouping->groups[w] && totals->workers[w].sums.self_s > 0 &&
            (busiest == count ||
             totals->workers[w].sums.self_s > totals->workers[busiest].sums.self_s))
            busiest = w;
    return busiest;
}

static void note_functions(struct grouping *grouping, const struct trace_worker *leader, bool clear)
{
    for (size_t i = 0; i < leader->function_count; i++)
        grouping->leaders_time[leader->functions[i].function] =
            clear ? 0 : leader->functions[i].sums.self_s;
}

static bool is_like(const struct grouping *grouping, const struct trace_worker *leader,
                    const struct trace_worker *worker)
{
    double leaders = 0, workers = 0;
    for (size_t i = 0; i < worker->function_count; i++) {
        double time = grouping->leaders_time[worker->functions[i].function];
        leaders += time;
        workers += time > 0 ? worker->functions[i].sums.self_s : 0;
    }
    return leaders >= leader->sums.self_s / 2 && workers >= worker->sums.self_s / 2;
}

static void gather(struct grouping *grouping, size_t first, uint32_t group)
{
    const struct trace_totals *totals = grouping->totals;
    const struct trace_worker *leader = &totals->workers[first];
    note_functions(grouping, leader, false);
    for (size_t w = 0; w < totals->aligned->lane_count; w++) {
        const struct trace_worker *worker = &totals->workers[w];
        bool ran_nothing = group == 1 && !worker->sums.tasks;
        if (!grouping->groups[w] && (ran_nothing || is_like(grouping, leader, worker)))
            grouping->groups[w] = group;
    }
    note_functions(grouping, leader, true);
}

/* A group's number, from 1, of each worker: the busiest worker is in the first, with those that are
 * like it and those on which nothing ran; and so on. To be freed. */
static uint32_t *worker_groups_make(const struct trace_totals *totals)
{
    size_t count = totals->aligned->lane_count;
    struct grouping grouping = {totals,
                                memory_alloc_array(totals->function_count + 1,
                                                   sizeof *grouping.leaders_time),
                                memory_alloc_array(count + 1, sizeof *grouping.groups)};
    uint32_t group = 0;
    for (size_t first; group < MOST_LEADERS && (first = busiest_left(&grouping)) < count;)
        gather(&grouping, first, ++group);
    for (size_t w = 0; w < count; w++)
        grouping.groups[w] = grouping.groups[w] ? grouping.groups[w] : ++group;
    free(grouping.leaders_time);
    return grouping.groups;
}

static const char *clock_text(const struct aligned_times *times)
{
    if (!times->comparable)
        return "hosts";
    return times->clock == SETTLED_UNIX ? "unix" : "begin";
}

/* ---- start-up ---- */

/* What is set aside before idle time is told: a worker is not idle before it has begun. */
struct pause {
    double from, until; /* of all workers, where it is long; NaN: none is */
    bool is_start_up;
};

static struct pause find_pause(const struct trace_totals *totals, const struct quiet_time *quiet,
                               const struct rules *rules)
{
    double elapsed_s = aligned_seconds(totals->last - totals->first);
    double length_s = quiet->until - quiet->from;
    if (!(length_s >= QUIET_LONG * elapsed_s))
        return (struct pause){NAN, NAN, false};
    return (struct pause){quiet->from, quiet->until,
                          quiet_is_start_up(rules, quiet->from - totals->first,
                                            elapsed_s - length_s, quiet->resumed)};
}

/* Of a pause of all what comes behind the first call of a worker. */
static double pause_after_first(const struct trace_totals *totals, const struct pause *pause,
                                size_t worker)
{
    return totals->workers[worker].first < pause->until
               ? aligned_seconds(pause->until - pause->from)
               : 0;
}

/* A worker that begins late may wait for what others make: so long is no start-up, but idle time.
 * NaN: nothing ran on it. */
static double start_up_of(const struct trace_totals *totals, const struct pause *pause,
                          size_t worker)
{
    double before_s = trace_before_first(totals, worker);
    double paused_s = pause->is_start_up ? aligned_seconds(pause->until - pause->from) : 0;
    double own_s =
        before_s - paused_s + (pause->is_start_up ? pause_after_first(totals, pause, worker) : 0);
    double longest_s = QUIET_LONG * trace_elapsed(totals, worker);
    return (own_s > longest_s ? 0 : own_s) + paused_s;
}

/* In which the worker could have been busy. */
static double counted_of(const struct trace_totals *totals, const struct pause *pause,
                         size_t worker)
{
    double start_up_s = start_up_of(totals, pause, worker);
    return aligned_seconds(trace_elapsed(totals, worker) - (isnan(start_up_s) ? 0 : start_up_s));
}

static void put_workers(const struct trace_totals *totals, const uint32_t *groups,
                        const struct pause *pause, struct tables *tables)
{
    const struct aligned_timeline *aligned = totals->aligned;
    struct worker_pace *paces = worker_pace_make(totals, groups);
    struct table *table = tables_get(tables, "trace_workers");
    for (size_t w = 0; w < aligned->lane_count; w++) {
        const struct trace_worker *worker = &totals->workers[w];
        double counted_s = counted_of(totals, pause, w);
        struct trace_workers_row row = trace_workers_row_missing();
        row.host = aligned_host_name(aligned, aligned->lanes[w].host);
        row.worker = trace_worker_label(totals, w, tables->arena);
        row.tasks = (double)worker->sums.tasks;
        row.functions = (double)worker->function_count;
        row.first = aligned_time(aligned, worker->first);
        row.last = aligned_time(aligned, worker->last);
        row.duration_s = worker->sums.duration_s;
        row.busy_s = worker->busy_s;
        row.start_up_s = start_up_of(totals, pause, w);
        row.idle_s = fmax(0, aligned_seconds(counted_s - worker->busy_s));
        row.idle_share = counted_s > 0 ? fmax(0, 1 - worker->busy_s / counted_s) : NUMBER_MISSING;
        row.group = (double)groups[w];
        row.time_ratio = paces[w].ratio;
        row.slow_chance = paces[w].slow_chance;
        trace_workers_row_put(table, &row);
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
    double start_up_s, counted_s; /* means of those that began, and of all */
    double idle_share;            /* of the time that is counted */
};

static uint32_t busiest_group(const struct trace_totals *totals, const uint32_t *groups)
{
    size_t workers = totals->aligned->lane_count;
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
                                               const uint32_t *groups, const struct pause *pause)
{
    struct compared_workers compared = {.group = busiest_group(totals, groups)};
    double busy_s = 0, counted_s = 0;
    size_t begun = 0;
    for (size_t w = 0; w < totals->aligned->lane_count; w++) {
        if (groups[w] != compared.group)
            continue;
        double start_up_s = start_up_of(totals, pause, w);
        double paused_s = pause->is_start_up ? 0 : pause_after_first(totals, pause, w);
        compared.count++;
        compared.start_up_s += isnan(start_up_s) ? 0 : start_up_s;
        begun += isnan(start_up_s) ? 0 : 1;
        busy_s += totals->workers[w].busy_s;
        counted_s += counted_of(totals, pause, w) - paused_s;
    }
    compared.start_up_s = trace_mean(compared.start_up_s, begun);
    compared.counted_s = trace_mean(counted_s, compared.count);
    compared.idle_share = counted_s > 0 ? fmax(0, 1 - busy_s / counted_s) : NUMBER_MISSING;
    return compared;
}

/* ---- the trace ---- */

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    if (!totals || !totals->aligned->span_count)
        return;
    const struct aligned_timeline *aligned = totals->aligned;
    struct table *table = tables_get(tables, "trace");
    struct quiet_time quiet = quiet_time_find(totals);
    uint32_t *groups = worker_groups_make(totals);
    struct pause pause = find_pause(totals, &quiet, request->rules);
    struct compared_workers compared = compare_workers(totals, groups, &pause);
    double busy_s = 0;
    for (size_t w = 0; w < aligned->lane_count; w++)
        busy_s += totals->workers[w].busy_s;
    struct trace_row row = trace_row_missing();
    row.clock = clock_text(&aligned->times);
    row.rules = request->trace_compat ? "compat" : "own";
    row.start = aligned_time(aligned, totals->first);
    row.end = aligned_time(aligned, totals->last);
    row.elapsed_s = aligned_seconds(totals->last - totals->first);
    row.hosts = (double)aligned->host_count;
    row.workers = (double)aligned->lane_count;
    row.functions = (double)totals->function_count;
    row.tasks = (double)totals->all.tasks;
    row.duration_s = totals->all.duration_s;
    row.busy_s = aligned_seconds(busy_s);
    row.idle_share = compared.idle_share;
    row.open_starts = (double)aligned->pairs.open_starts;
    row.orphan_stops = (double)aligned->pairs.orphan_stops;
    row.quiet_from = aligned_time(aligned, quiet.from);
    row.quiet_until = aligned_time(aligned, quiet.until);
    row.compared_group = (double)compared.group;
    row.compared_workers = (double)compared.count;
    row.compared_s = isnan(pause.from)
                         ? row.elapsed_s
                         : aligned_seconds(row.elapsed_s - (pause.until - pause.from));
    row.start_up_s = compared.start_up_s;
    row.counted_s = compared.counted_s;
    row.quiet_s = aligned_seconds(quiet.seconds);
    row.quiet_resumed = quiet.resumed;
    trace_row_put(table, &row);
    put_workers(totals, groups, &pause, tables);
    free(groups);
}

const struct analysis analysis_trace = {"trace", run};
