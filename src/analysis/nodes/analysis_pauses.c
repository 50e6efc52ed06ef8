/* pauses: intervals amid the run in which the processors of all nodes waited for I/O, or did little
 * whatever their load was. Those in which the load itself falls are load_drops.
 *
 * A slot of the load's grid counts when no GPU works, and
 * - processors of half of the nodes wait for I/O (io_wait.h) while the load, the share of user
 *   time, or all rates that are known are below QUIET of their p95, or
 * - no network and files are at work, and no node's floating-point rate or memory bandwidth is
 * above 5 % of its p95 (work_signs.h); memory bandwidth is known. Set-up is no pause, nor is the
 * end of the run, unless it waits for I/O for long. Phases of file I/O that come back are
 * file_periods. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/io_wait.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/slot_loads.h"
#include "analysis/nodes/work_signs.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

static const double QUIET = 0.25; /* of the p95 */
static const double LEAST_INTERVALS = 5, LEAST_S = 180, LEAST_SHARE_OF_JOB = 0.02, ENOUGH_S = 600;
static const double FIRST = 0.1, LAST = 0.95;           /* of the run: what is amid it */
static const double LEAST_AT_END_S = 300, AT_END = 0.1; /* of the run */
static const double MOST_OF_IT = 0.8, MOST_OF_RUN = 0.5;
static const double AS_LONG = 2; /* as the phases of file_periods */
enum { LONGEST_BREAK = 2 };      /* slots that do not count but do not end it */

/* The first that is known says what processors did. */
static const char *const rates[] = {"flops_any", "flops_dp", "flops_sp", "mem_bw", "memory_bw"};
static const char *const users[] = {"cpu_user", "cpu_user_percent", "%user"};
enum { RATES = sizeof rates / sizeof rates[0], USERS = sizeof users / sizeof users[0] };

struct pause {
    size_t first, end, counted; /* slots */
    size_t waiting;             /* of those that count */
};

struct pauses {
    const struct analysis_request *request;
    struct tables *tables;
    const struct signal_metric *metric; /* the load */
    const struct grid *grid;
    struct io_wait wait;
    double *load, *user, *rate; /* means per slot, user time in %; NULL: unknown */
    const char *rate_name;
    bool *counts, *inside;
    struct pause *items;
    size_t count, capacity;
};

/* ---- slots ---- */

static double part_of_p95(const struct pauses *pauses, const char *metric, double part)
{
    const struct signals *signals = pauses->request->signals;
    return work_signs_part_of_p95(pauses->tables, &signals->metrics[signals_find(signals, metric)],
                                  part);
}

/* Marks the slots in which the metric is below QUIET; returns whether it is known. */
static bool mark_quiet(const struct pauses *pauses, const char *metric, const double *means,
                       bool *quiet)
{
    if (!means)
        return false;
    double limit = part_of_p95(pauses, metric, QUIET);
    for (size_t slot = 0; slot < pauses->grid->slots; slot++)
        quiet[slot] |= means[slot] < limit;
    return limit > 0;
}

/* Rates of which none is at work. */
static void mark_quiet_rates(const struct pauses *pauses, bool *quiet)
{
    size_t slots = pauses->grid->slots, known = 0;
    size_t *low = memory_alloc_array(slots, sizeof *low);
    for (size_t i = 0; i < RATES; i++) {
        bool *its = memory_alloc_array(slots, sizeof *its);
        double *means = slot_means_of(pauses->request->signals, rates[i], pauses->grid);
        known += mark_quiet(pauses, rates[i], means, its);
        for (size_t slot = 0; slot < slots; slot++)
            low[slot] += its[slot];
        free(means);
        free(its);
    }
    for (size_t slot = 0; known && slot < slots; slot++)
        quiet[slot] |= low[slot] >= known;
    free(low);
}

static void mark_waits(const struct pauses *pauses)
{
    bool *quiet = memory_alloc_array(pauses->grid->slots, sizeof *quiet);
    struct work_signs gpus;
    work_signs_of_gpus(&gpus, pauses->request, pauses->tables, pauses->grid);
    mark_quiet(pauses, pauses->metric->name, pauses->load, quiet);
    for (size_t i = 0; i < USERS; i++) {
        double *means = slot_means_of(pauses->request->signals, users[i], pauses->grid);
        mark_quiet(pauses, users[i], means, quiet);
        free(means);
    }
    mark_quiet_rates(pauses, quiet);
    for (size_t slot = 0; slot < pauses->grid->slots; slot++)
        pauses->counts[slot] |= pauses->wait.shown[slot] && quiet[slot] && !gpus.shown[slot];
    work_signs_release(&gpus);
    free(quiet);
}

static bool knows(const struct signals *signals, const char *name)
{
    size_t number = signals_find(signals, name);
    return number != (size_t)-1 && signals->metrics[number].present;
}

static void mark_rests(const struct pauses *pauses)
{
    const struct signals *signals = pauses->request->signals;
    struct work_signs all;
    const struct slot_loads *loads = slot_loads_of(signals, pauses->metric);
    if (!knows(signals, "mem_bw") && !knows(signals, "memory_bw"))
        return;
    work_signs_of_all(&all, pauses->request, pauses->tables, pauses->grid);
    for (size_t slot = 0; slot < pauses->grid->slots; slot++)
        pauses->counts[slot] |= !isnan(loads->mean[slot]) && !all.shown[slot] &&
                                2 * loads->present[slot] >= pauses->metric->present;
    work_signs_release(&all);
}

/* ---- intervals ---- */

static struct pause pause_from(const struct pauses *pauses, size_t from)
{
    struct pause pause = {.first = from, .end = from};
    size_t others = 0;
    for (size_t slot = from; slot < pauses->grid->slots && others <= LONGEST_BREAK; slot++) {
        others = pauses->counts[slot] ? 0 : others + 1;
        if (others)
            continue;
        pause.end = slot + 1;
        pause.counted++;
        pause.waiting += pauses->wait.shown[slot];
    }
    return pause;
}

static bool is_long(const struct pauses *pauses, const struct pause *pause, double length_s)
{
    double step = pauses->grid->step, duration_s = (double)pause->counted * step;
    double share_s = fmin(LEAST_SHARE_OF_JOB * length_s, ENOUGH_S);
    return duration_s >= fmax(fmax(LEAST_INTERVALS * step, LEAST_S), share_s) &&
           (double)pause->counted >= MOST_OF_IT * (double)(pause->end - pause->first);
}

static bool is_amid(const struct pauses *pauses, const struct pause *pause, double length_s)
{
    double slots = (double)pauses->grid->slots;
    double duration_s = (double)(pause->end - pause->first) * pauses->grid->step;
    bool waits_long = 2 * pause->waiting >= pause->counted &&
                      duration_s >= fmax(LEAST_AT_END_S, AT_END * length_s);
    return (double)pause->first >= FIRST * slots &&
           ((double)pause->end <= LAST * slots || waits_long);
}

/* Phases that are as short as those of file_periods are told there. */
static bool is_period(const struct pauses *pauses, const struct pause *pause)
{
    const struct file_periods_rows periods = file_periods_rows(pauses->tables);
    return periods.rows && (double)(pause->end - pause->first) * pauses->grid->step <=
                               AS_LONG * periods.length_s[0];
}

static void find(struct pauses *pauses)
{
    struct job_time time = job_time_of(pauses->request);
    double length_s = time.end - time.start;
    mark_waits(pauses);
    mark_rests(pauses);
    for (size_t from = 0; from < pauses->grid->slots;) {
        struct pause pause = {0};
        if (pauses->counts[from])
            pause = pause_from(pauses, from);
        for (size_t slot = pause.first; slot < pause.end; slot++)
            pauses->inside[slot] = true;
        if (pause.counted && is_long(pauses, &pause, length_s) &&
            is_amid(pauses, &pause, length_s) && !is_period(pauses, &pause)) {
            *list_add(pauses) = pause;
        }
        from = pause.counted ? pause.end : from + 1;
    }
}

/* ---- rows ---- */

static double mean_in(const struct pauses *pauses, const double *means, const struct pause *pause)
{
    double sum = 0;
    size_t known = 0;
    for (size_t slot = pause->first; means && slot < pause->end; slot++) {
        bool is_known = pauses->counts[slot] && !isnan(means[slot]);
        sum += is_known ? means[slot] : 0;
        known += is_known;
    }
    return known ? sum / (double)known : NUMBER_MISSING;
}

static double mean_outside(const struct pauses *pauses, const double *means)
{
    double sum = 0;
    size_t known = 0;
    for (size_t slot = 0; means && slot < pauses->grid->slots; slot++) {
        bool is_known = !pauses->inside[slot] && !isnan(means[slot]);
        sum += is_known ? means[slot] : 0;
        known += is_known;
    }
    return known ? sum / (double)known : NUMBER_MISSING;
}

static double nodes_that_wait(const struct pauses *pauses, const struct pause *pause)
{
    size_t most = 0;
    for (size_t slot = pause->first; slot < pause->end; slot++)
        most = pauses->wait.nodes[slot] > most ? pauses->wait.nodes[slot] : most;
    return 2 * pause->waiting >= pause->counted ? (double)most : 0;
}

/* The signal of the one node that waits, where no other does; NULL: there are several. */
static const struct signal *only_waiting(const struct pauses *pauses, const struct pause *pause)
{
    const struct signal *found = NULL, *all = io_wait_signals(pauses->request->signals);
    for (size_t slot = pause->first; slot < pause->end; slot++) {
        const struct signal *one = pauses->wait.nodes[slot] ? &all[pauses->wait.one[slot]] : NULL;
        if (pauses->wait.nodes[slot] > 1 || (one && found && one != found))
            return NULL;
        found = one ? one : found;
    }
    return found;
}

/* Its share of the time, in the interval or outside of all of them. */
static double iowait_of(const struct pauses *pauses, const struct signal *signal,
                        const struct pause *pause, bool inside)
{
    double sum = 0;
    size_t known = 0;
    for (size_t i = 0; signal && i < signal->count; i++) {
        size_t slot = grid_slot(pauses->grid, signal->times[i]);
        if (slot == (size_t)-1 || isnan(signal->values[i]))
            continue;
        bool is_wanted = inside ? slot >= pause->first && slot < pause->end && pauses->counts[slot]
                                : !pauses->inside[slot];
        sum += is_wanted ? signal->values[i] / 100 : 0;
        known += is_wanted;
    }
    return known ? sum / (double)known : NUMBER_MISSING;
}

static void put(const struct pauses *pauses, const struct pause *pause)
{
    const struct grid *grid = pauses->grid;
    double start = grid->start + (double)pause->first * grid->step;
    double duration_s = (double)(pause->end - pause->first) * grid->step;
    struct pauses_row row = pauses_row_missing();
    row.metric = pauses->metric->name;
    row.start = start;
    row.end = start + duration_s;
    row.duration_s = duration_s;
    row.nodes = (double)pauses->metric->present;
    row.waiting_nodes = nodes_that_wait(pauses, pause);
    row.iowait = mean_in(pauses, pauses->wait.shares, pause);
    row.iowait_otherwise = mean_outside(pauses, pauses->wait.shares);
    row.load = mean_in(pauses, pauses->load, pause);
    row.load_otherwise = mean_outside(pauses, pauses->load);
    row.user_share = mean_in(pauses, pauses->user, pause) / 100;
    row.user_share_otherwise = mean_outside(pauses, pauses->user) / 100;
    row.rate = pauses->rate_name;
    row.rate_during = mean_in(pauses, pauses->rate, pause);
    row.rate_otherwise = mean_outside(pauses, pauses->rate);
    const struct signal *only = row.waiting_nodes > 0 ? only_waiting(pauses, pause) : NULL;
    row.waiting_node = only ? pauses->request->signals->nodes[only->node].name : NULL;
    row.node_iowait = iowait_of(pauses, only, pause, true);
    row.node_iowait_otherwise = iowait_of(pauses, only, pause, false);
    pauses_row_put(tables_at(pauses->tables, TABLE_pauses), &row);
}

/* The first of the metrics that is known and not the load itself. */
static double *first_known(const struct pauses *pauses, const char *const *names, size_t count,
                           const char **name)
{
    const struct signals *signals = pauses->request->signals;
    for (size_t i = 0; i < count; i++) {
        if (!knows(signals, names[i]) || strcmp(names[i], pauses->metric->name) == 0)
            continue;
        *name = names[i];
        return slot_means_of(signals, names[i], pauses->grid);
    }
    return NULL;
}

static void release(struct pauses *pauses)
{
    io_wait_release(&pauses->wait);
    free(pauses->load);
    free(pauses->user);
    free(pauses->rate);
    free(pauses->counts);
    free(pauses->inside);
    free(pauses->items);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct node_load *load = node_load_of(request->signals);
    if (!load)
        return;
    struct pauses pauses = {.request = request,
                            .tables = tables,
                            .metric = node_load_metric(request->signals, load),
                            .rate_name = ""};
    const char *user = "";
    size_t slots = pauses.metric->grid.slots, inside = 0;
    pauses.grid = &pauses.metric->grid;
    pauses.counts = memory_alloc_array(slots, sizeof *pauses.counts);
    pauses.inside = memory_alloc_array(slots, sizeof *pauses.inside);
    io_wait_make(&pauses.wait, request, pauses.grid);
    pauses.load = slot_means_of(request->signals, load->metric, pauses.grid);
    pauses.user = first_known(&pauses, users, USERS, &user);
    pauses.rate = first_known(&pauses, rates, RATES, &pauses.rate_name);
    find(&pauses);
    for (size_t slot = 0; slot < slots; slot++)
        inside += pauses.inside[slot];
    for (size_t i = 0; (double)inside <= MOST_OF_RUN * (double)slots && i < pauses.count; i++)
        put(&pauses, &pauses.items[i]);
    release(&pauses);
}

const struct analysis analysis_pauses = {"pauses", run};
