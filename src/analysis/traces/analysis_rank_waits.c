/* rank_waits: how long each rank of a program waited for others: in kernels of collectives (NCCL,
 * RCCL), in collectives and other blocking calls of MPI and the like. All ranks leave a collective
 * at the same time: those that come early wait in it for the last one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/traces/trace_totals.h"
#include "analysis/traces/wait_names.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

/* Calls between two ranks count as well: the last stage of a pipeline that waits for the one before
 * comes last to each collective, and holds up nobody. */
struct rank {
    long number;
    size_t first_lane, lane_count;   /* in ranks.lanes */
    size_t wait_lane;                /* the stream or thread that waits longest: on several at once
                                        it would count twice. SIZE_MAX: none waits */
    double wait_s, point_to_point_s; /* there; point_to_point_s: part of wait_s */
    size_t collectives, point_to_point;
    size_t steps; /* of the profiler, on one thread */
};

struct rank_lane {
    long number; /* of the rank */
    size_t lane;
    bool is_driver; /* the profiler marks steps on it, or data is loaded */
};

/* A function on lanes of one rank, or of all. */
struct runs {
    size_t count;
    double seconds;
};

struct ranks {
    const struct trace_totals *totals;
    struct rank *items;
    size_t count, capacity;
    struct rank_lane *lanes; /* those of a rank together */
    size_t lane_count;
    enum wait_kind *kinds; /* of each function */
    double *waits_s;       /* of each function, on the ranks' lanes of waits */
    struct runs *all;      /* of each function, on the lanes that are compared */
};

static const char *name_of(const struct ranks *ranks, uint32_t function)
{
    return ranks->totals->function_names[function];
}

static bool is_point_to_point(enum wait_kind kind)
{
    return kind == WAIT_POINT_TO_POINT || kind == WAIT_POINT_TO_POINT_KERNEL;
}

/* ---- waits ---- */

/* What runs inside a wait is part of it: MPI_Allreduce in the call of mpi4py that encloses it. So
 * no moment counts twice. Waits of tasks of their own run side by side. */
static void add_waits(const struct ranks *ranks, size_t number, struct rank *rank, double *waits_s)
{
    const struct trace_totals *totals = ranks->totals;
    struct activity_rows rows = totals->aligned->lanes[number].spans;
    double reached = -INFINITY;
    for (size_t i = rows.first; i < rows.first + rows.count; i++) {
        const struct activity_span *span = &totals->aligned->spans[i];
        uint32_t function = totals->function_of[i];
        double end = aligned_end(span->start, span->duration);
        bool is_inside = span->start < reached && end <= reached;
        if (ranks->kinds[function] == WAIT_NONE || (is_inside && !span->subject.task))
            continue;
        bool is_two = is_point_to_point(ranks->kinds[function]);
        double more_s = span->start >= reached ? span->duration : fmax(0, end - reached);
        rank->wait_s += more_s;
        rank->point_to_point_s += is_two ? more_s : 0;
        *(is_two ? &rank->point_to_point : &rank->collectives) += 1;
        if (waits_s)
            waits_s[function] += more_s;
        reached = fmax(reached, end);
    }
    rank->wait_s = aligned_seconds(rank->wait_s);
    rank->point_to_point_s = aligned_seconds(rank->point_to_point_s);
}

static void add_lane(const struct ranks *ranks, struct rank *rank, struct rank_lane *lane)
{
    const struct trace_worker *worker = &ranks->totals->workers[lane->lane];
    bool has_waits = false;
    for (size_t i = 0; i < worker->function_count; i++) {
        const struct worker_function *function = &worker->functions[i];
        const char *name = name_of(ranks, function->function);
        bool is_step = strcmp(name, "ProfilerStep") == 0;
        has_waits = has_waits || ranks->kinds[function->function] != WAIT_NONE;
        lane->is_driver = lane->is_driver || is_step || input_loader(name);
        if (is_step && function->sums.tasks > rank->steps)
            rank->steps = function->sums.tasks;
    }
    if (!has_waits)
        return;
    struct rank its = *rank;
    its.wait_s = its.point_to_point_s = 0;
    its.collectives = its.point_to_point = 0;
    add_waits(ranks, lane->lane, &its, NULL);
    its.wait_lane = lane->lane;
    if (its.wait_s > rank->wait_s)
        *rank = its;
}

static int compare_lanes(const void *left, const void *right)
{
    const struct rank_lane *l = left, *r = right;
    int by_number = (l->number > r->number) - (l->number < r->number);
    return by_number ? by_number : (l->lane > r->lane) - (l->lane < r->lane);
}

static void find_lanes(struct ranks *ranks)
{
    const struct aligned_timeline *aligned = ranks->totals->aligned;
    ranks->lanes = memory_alloc_array(aligned->lane_count, sizeof *ranks->lanes);
    for (size_t w = 0; w < aligned->lane_count; w++) {
        long number = rank_number_of(aligned_host_name(aligned, aligned->lanes[w].host));
        number = number >= 0 ? number : rank_number_of(aligned_lane_name(aligned, w));
        if (number >= 0)
            ranks->lanes[ranks->lane_count++] = (struct rank_lane){.number = number, .lane = w};
    }
    if (ranks->lane_count)
        qsort(ranks->lanes, ranks->lane_count, sizeof *ranks->lanes, compare_lanes);
}

static void add_all_lanes(struct ranks *ranks)
{
    for (size_t i = 0; i < ranks->lane_count; i++) {
        long number = ranks->lanes[i].number;
        if (!ranks->count || ranks->items[ranks->count - 1].number != number) {
            *list_add(ranks) =
                (struct rank){.number = number, .first_lane = i, .wait_lane = SIZE_MAX};
        }
        struct rank *rank = &ranks->items[ranks->count - 1];
        rank->lane_count++;
        add_lane(ranks, rank, &ranks->lanes[i]);
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

/* The wait that takes longest on all ranks together, and its share of all waits; NULL: none. */
static const char *longest_wait(const struct ranks *ranks, double *share)
{
    const char *longest = NULL;
    double longest_s = 0, all_s = 0;
    for (size_t i = 0; i < ranks->count; i++) {
        struct rank ignored = {0};
        if (ranks->items[i].wait_lane != SIZE_MAX)
            add_waits(ranks, ranks->items[i].wait_lane, &ignored, ranks->waits_s);
    }
    for (uint32_t f = 0; f < ranks->totals->function_count; f++) {
        all_s += ranks->waits_s[f];
        if (ranks->waits_s[f] > longest_s) {
            longest = name_of(ranks, f);
            longest_s = ranks->waits_s[f];
        }
    }
    *share = longest_s / all_s;
    return longest;
}

/* ---- what takes longer on one of them ---- */

/* Where the rank waits, and where its program goes from step to step: a thread that does something
 * else meanwhile holds up nobody. A wait for input may be an annotation, which has no own time, on
 * a thread and again on a stream: the longer counts. */
static void count_functions(const struct ranks *ranks, const struct rank *rank, struct runs *runs)
{
    memset(runs, 0, ranks->totals->function_count * sizeof *runs);
    for (size_t l = rank->first_lane; l < rank->first_lane + rank->lane_count; l++) {
        const struct rank_lane *lane = &ranks->lanes[l];
        const struct trace_worker *worker = &ranks->totals->workers[lane->lane];
        bool is_compared = lane->is_driver || lane->lane == rank->wait_lane;
        for (size_t i = 0; is_compared && i < worker->function_count; i++) {
            const struct worker_function *function = &worker->functions[i];
            struct runs *its = &runs[function->function];
            bool is_loader = input_loader(name_of(ranks, function->function));
            double seconds = is_loader ? function->sums.duration_s : function->sums.self_s;
            if (is_loader && its->seconds >= seconds)
                continue;
            its->count = function->sums.tasks + (is_loader ? 0 : its->count);
            its->seconds = seconds + (is_loader ? 0 : its->seconds);
        }
    }
}

static void sum_functions(const struct ranks *ranks, struct runs *own)
{
    for (size_t r = 0; r < ranks->count; r++) {
        count_functions(ranks, &ranks->items[r], own);
        for (size_t f = 0; f < ranks->totals->function_count; f++) {
            ranks->all[f].count += own[f].count;
            ranks->all[f].seconds += own[f].seconds;
        }
    }
}

/* What is no wait and takes most more of the rank's time than of the others' on average. */
static void set_function(const struct ranks *ranks, const struct runs *own,
                         struct rank_waits_row *row)
{
    uint32_t most = UINT32_MAX;
    double others = (double)(ranks->count - 1), most_s = 0;
    for (uint32_t f = 0; f < ranks->totals->function_count; f++) {
        double others_s = (ranks->all[f].seconds - own[f].seconds) / others;
        double more_s = aligned_seconds(own[f].seconds - others_s);
        if (more_s > most_s && !is_wait_for_others(name_of(ranks, f))) {
            most = f;
            most_s = more_s;
        }
    }
    if (most == UINT32_MAX)
        return;
    const struct runs *all = &ranks->all[most], *its = &own[most];
    row->function = name_of(ranks, most);
    row->runs = (double)its->count;
    row->function_s = aligned_seconds(its->seconds);
    row->others_runs = (double)(all->count - its->count) / others;
    row->others_function_s = aligned_seconds((all->seconds - its->seconds) / others);
}

static void put(const struct ranks *ranks, double elapsed_s, struct tables *tables)
{
    struct table *table = tables_get(tables, "rank_waits");
    double wait_share;
    const char *wait = longest_wait(ranks, &wait_share);
    struct runs *own = memory_alloc_array(ranks->totals->function_count, sizeof *own);
    sum_functions(ranks, own);
    for (size_t i = 0; i < ranks->count; i++) {
        const struct rank *rank = &ranks->items[i];
        struct rank_waits_row row = rank_waits_row_missing();
        row.rank = (double)rank->number;
        row.collectives = (double)rank->collectives;
        row.collective_s = aligned_seconds(rank->wait_s);
        row.share = rank->wait_s / elapsed_s;
        row.steps = rank->steps ? (double)rank->steps : NUMBER_MISSING;
        row.wait = wait;
        row.wait_share = wait_share;
        row.point_to_point_share = rank->wait_s > 0 ? rank->point_to_point_s / rank->wait_s : 0;
        count_functions(ranks, rank, own);
        set_function(ranks, own, &row);
        rank_waits_row_put(table, &row);
    }
    free(own);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct trace_totals *totals = request->traces;
    struct ranks ranks = {.totals = totals};
    if (!totals || request->trace_compat || !totals->aligned->span_count)
        return;
    ranks.kinds = memory_alloc_array(totals->function_count, sizeof *ranks.kinds);
    ranks.waits_s = memory_alloc_array(totals->function_count, sizeof *ranks.waits_s);
    ranks.all = memory_alloc_array(totals->function_count, sizeof *ranks.all);
    find_lanes(&ranks);
    for (uint32_t f = 0; ranks.lane_count && f < totals->function_count; f++)
        ranks.kinds[f] = wait_kind_of(name_of(&ranks, f));
    add_all_lanes(&ranks);
    if (ranks.count > 1 && count_calls(&ranks))
        put(&ranks, trace_elapsed(totals, 0), tables);
    free(ranks.items);
    free(ranks.lanes);
    free(ranks.kinds);
    free(ranks.waits_s);
    free(ranks.all);
}

const struct analysis analysis_rank_waits = {"rank_waits", run};
