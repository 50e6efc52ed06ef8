/* rank_waits: how long each rank of a program was in kernels of collectives (NCCL, RCCL). All ranks
 * leave a collective at the same time: those that come early wait in it for the last one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/traces/trace_totals.h"
#include "util/memory.h"
#include "util/number.h"

struct rank {
    long number;
    double collective_s; /* on the stream with the most: on several at once it would count twice */
    size_t collectives;  /* there */
    size_t steps;        /* of the profiler, on one thread */
};

struct ranks {
    struct rank *items;
    size_t count, capacity;
};

static bool is_collective(const char *function)
{
    static const char *const names[] = {"ncclKernel", "ncclDevKernel", "rcclKernel"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(function, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* "rank 3 python (1234)": 3; -1: none. */
static long rank_number(const char *host)
{
    static const char word[] = "rank ";
    char *end;
    if (strncmp(host, word, strlen(word)) != 0)
        return -1;
    long number = strtol(host + strlen(word), &end, 10);
    return end > host + strlen(word) && (*end == ' ' || !*end) ? number : -1;
}

static struct rank *rank_at(struct ranks *ranks, long number)
{
    for (size_t i = ranks->count; i-- > 0;)
        if (ranks->items[i].number == number)
            return &ranks->items[i];
    memory_reserve(&ranks->items, &ranks->capacity, ranks->count + 1, sizeof *ranks->items);
    ranks->items[ranks->count] = (struct rank){.number = number};
    return &ranks->items[ranks->count++];
}

static void add_worker(struct rank *rank, const struct trace_totals *totals,
                       const struct trace_worker *worker)
{
    double seconds = 0;
    size_t collectives = 0;
    for (size_t i = 0; i < worker->function_count; i++) {
        const struct worker_function *function = &worker->functions[i];
        const char *name = totals->function_names[function->function];
        if (is_collective(name)) {
            seconds += function->sums.duration_s;
            collectives += function->sums.tasks;
        } else if (strcmp(name, "ProfilerStep") == 0 && function->sums.tasks > rank->steps) {
            rank->steps = function->sums.tasks;
        }
    }
    if (seconds > rank->collective_s) {
        rank->collective_s = seconds;
        rank->collectives = collectives;
    }
}

static int compare_ranks(const void *left, const void *right)
{
    const struct rank *l = left, *r = right;
    return (l->number > r->number) - (l->number < r->number);
}

static void put(const struct ranks *ranks, double elapsed_s, struct tables *tables)
{
    struct table *table = tables_get(tables, "rank_waits");
    for (size_t i = 0; i < ranks->count; i++) {
        const struct rank *rank = &ranks->items[i];
        table_put_number(table, (double)rank->number);
        put_count(table, rank->collectives);
        table_put_number(table, settled_seconds(rank->collective_s));
        table_put_number(table, rank->collective_s / elapsed_s);
        table_put_number(table, rank->steps ? (double)rank->steps : NUMBER_MISSING);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    struct ranks ranks = {0};
    size_t collectives = 0;
    if (!totals || request->trace_compat || !totals->settled->span_count)
        return;
    for (size_t w = 0; w < totals->settled->lane_count; w++) {
        long number =
            rank_number(settled_host_name(totals->settled, totals->settled->lanes[w].host));
        if (number >= 0)
            add_worker(rank_at(&ranks, number), totals, &totals->workers[w]);
    }
    for (size_t i = 0; i < ranks.count; i++)
        collectives += ranks.items[i].collectives;
    if (ranks.count > 1 && collectives) {
        qsort(ranks.items, ranks.count, sizeof *ranks.items, compare_ranks);
        put(&ranks, trace_elapsed(totals, 0), tables);
    }
    free(ranks.items);
}

const struct analysis analysis_rank_waits = {"rank_waits", run};
