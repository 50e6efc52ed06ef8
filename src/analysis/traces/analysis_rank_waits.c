/* rank_waits: how long each rank of a program waited for others: in kernels of collectives (NCCL,
 * RCCL), in collectives and other blocking calls of MPI and the like. All ranks leave a collective
 * at the same time: those that come early wait in it for the last one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/traces/trace_totals.h"
#include "analysis/traces/wait_names.h"
#include "util/memory.h"
#include "util/number.h"

/* Calls between two ranks count as well: the last stage of a pipeline that waits for the one before
 * comes last to each collective, and holds up nobody. */
struct rank {
    long number;
    const struct trace_worker *worker; /* the stream or thread that waits longest: on several at
                                          once it would count twice. NULL: none waits */
    double wait_s, point_to_point_s;   /* there; point_to_point_s: part of wait_s */
    size_t collectives, point_to_point;
    size_t steps; /* of the profiler, on one thread */
};

struct ranks {
    const struct trace_totals *totals;
    struct rank *items;
    size_t count, capacity;
    struct trace_sums *functions; /* of the ranks' workers */
};

static struct rank *rank_at(struct ranks *ranks, long number)
{
    for (size_t i = ranks->count; i-- > 0;)
        if (ranks->items[i].number == number)
            return &ranks->items[i];
    memory_reserve(&ranks->items, &ranks->capacity, ranks->count + 1, sizeof *ranks->items);
    ranks->items[ranks->count] = (struct rank){.number = number};
    return &ranks->items[ranks->count++];
}

static const char *name_of(const struct trace_totals *totals,
                           const struct worker_function *function)
{
    return totals->function_names[function->function];
}

static void add_worker(struct rank *rank, const struct trace_totals *totals,
                       const struct trace_worker *worker)
{
    struct rank its = {.number = rank->number, .worker = worker, .steps = rank->steps};
    for (size_t i = 0; i < worker->function_count; i++) {
        const struct worker_function *function = &worker->functions[i];
        const char *name = name_of(totals, function);
        enum wait_kind kind = wait_kind_of(name);
        bool is_point_to_point = kind == WAIT_POINT_TO_POINT;
        if (kind != WAIT_NONE) {
            its.wait_s += function->sums.duration_s;
            its.point_to_point_s += is_point_to_point ? function->sums.duration_s : 0;
            *(is_point_to_point ? &its.point_to_point : &its.collectives) += function->sums.tasks;
        } else if (strcmp(name, "ProfilerStep") == 0 && function->sums.tasks > its.steps) {
            its.steps = function->sums.tasks;
        }
    }
    if (its.wait_s > rank->wait_s)
        *rank = its;
    rank->steps = its.steps;
}

static void add_all_workers(struct ranks *ranks)
{
    const struct settled_activity *settled = ranks->totals->settled;
    for (size_t w = 0; w < settled->lane_count; w++) {
        long number = rank_number_of(settled_host_name(settled, settled->lanes[w].host));
        number = number >= 0 ? number : rank_number_of(settled_lane_name(settled, w));
        if (number >= 0)
            add_worker(rank_at(ranks, number), ranks->totals, &ranks->totals->workers[w]);
    }
}

/* Of ranks that call no collective the calls between two of them are counted. */
static bool count_calls(struct ranks *ranks)
{
    size_t collectives = 0, point_to_point = 0;
    for (size_t i = 0; i < ranks->count; i++) {
        collectives += ranks->items[i].collectives;
        point_to_point += ranks->items[i].point_to_point;
    }
    for (size_t i = 0; !collectives && i < ranks->count; i++)
        ranks->items[i].collectives = ranks->items[i].point_to_point;
    return collectives || point_to_point;
}

static void sum_functions(struct ranks *ranks)
{
    for (size_t r = 0; r < ranks->count; r++) {
        const struct trace_worker *worker = ranks->items[r].worker;
        for (size_t i = 0; worker && i < worker->function_count; i++) {
            struct trace_sums *all = &ranks->functions[worker->functions[i].function];
            all->tasks += worker->functions[i].sums.tasks;
            all->self_s += worker->functions[i].sums.self_s;
            all->duration_s += worker->functions[i].sums.duration_s;
        }
    }
}

/* The wait that takes longest on all ranks together, and its share of all waits; NULL: none. */
static const char *longest_wait(const struct ranks *ranks, double *share)
{
    const char *longest = NULL;
    double longest_s = 0, all_s = 0;
    for (size_t f = 0; f < ranks->totals->function_count; f++) {
        const char *name = ranks->totals->function_names[f];
        double wait_s = wait_kind_of(name) == WAIT_NONE ? 0 : ranks->functions[f].duration_s;
        all_s += wait_s;
        if (wait_s > longest_s) {
            longest = name;
            longest_s = wait_s;
        }
    }
    *share = longest_s / all_s;
    return longest;
}

/* What is no wait and takes most more of the rank's time than of the others' on average. */
static void put_function(const struct ranks *ranks, const struct rank *rank, struct table *table)
{
    const struct worker_function *most = NULL;
    double others = (double)(ranks->count - 1), most_s = 0;
    for (size_t i = 0; rank->worker && i < rank->worker->function_count; i++) {
        const struct worker_function *function = &rank->worker->functions[i];
        double own_s = function->sums.self_s;
        double more_s = own_s - (ranks->functions[function->function].self_s - own_s) / others;
        if (more_s > most_s && !is_wait_for_others(name_of(ranks->totals, function))) {
            most = function;
            most_s = more_s;
        }
    }
    const struct trace_sums *all = most ? &ranks->functions[most->function] : NULL;
    table_put_text(table, most ? name_of(ranks->totals, most) : NULL);
    table_put_number(table, most ? (double)most->sums.tasks : NUMBER_MISSING);
    table_put_number(table, most ? settled_seconds(most->sums.self_s) : NUMBER_MISSING);
    table_put_number(table,
                     most ? (double)(all->tasks - most->sums.tasks) / others : NUMBER_MISSING);
    table_put_number(table, most ? settled_seconds((all->self_s - most->sums.self_s) / others)
                                 : NUMBER_MISSING);
}

static void put(const struct ranks *ranks, double elapsed_s, struct tables *tables)
{
    struct table *table = tables_get(tables, "rank_waits");
    double wait_share;
    const char *wait = longest_wait(ranks, &wait_share);
    for (size_t i = 0; i < ranks->count; i++) {
        const struct rank *rank = &ranks->items[i];
        table_put_number(table, (double)rank->number);
        put_count(table, rank->collectives);
        table_put_number(table, settled_seconds(rank->wait_s));
        table_put_number(table, rank->wait_s / elapsed_s);
        table_put_number(table, rank->steps ? (double)rank->steps : NUMBER_MISSING);
        table_put_text(table, wait);
        table_put_number(table, wait_share);
        table_put_number(table, rank->wait_s > 0 ? rank->point_to_point_s / rank->wait_s : 0);
        put_function(ranks, rank, table);
    }
}

static int compare_ranks(const void *left, const void *right)
{
    const struct rank *l = left, *r = right;
    return (l->number > r->number) - (l->number < r->number);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    struct ranks ranks = {.totals = totals};
    if (!totals || request->trace_compat || !totals->settled->span_count)
        return;
    add_all_workers(&ranks);
    if (ranks.count > 1 && count_calls(&ranks)) {
        ranks.functions = memory_alloc_array(totals->function_count + 1, sizeof *ranks.functions);
        qsort(ranks.items, ranks.count, sizeof *ranks.items, compare_ranks);
        sum_functions(&ranks);
        put(&ranks, trace_elapsed(totals, 0), tables);
    }
    free(ranks.functions);
    free(ranks.items);
}

const struct analysis analysis_rank_waits = {"rank_waits", run};
