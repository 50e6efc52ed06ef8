/* shared_nodes: of which nodes jobs held a part only, so that what is measured there includes what
 * others did. Its source says so, or records of jobs do: those that held the node together had
 * fewer CPUs, or fewer GPUs, than it has for most of the time in which one of them held it and
 * samples were taken. */
#include <math.h>
#include <stdlib.h>

#include "analysis/allocations.h"
#include "analysis/analysis.h"
#include "analysis/held_cpus.h"
#include "analysis/node_names.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/gpu.h"
#include "analysis/time_match.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double MOST = 0.5; /* of the time */
/* Of its CPUs a node may keep some for the system; those that are estimated may be others. */
static const double NEARLY_ALL = 0.87, NEARLY_ALL_ESTIMATED = 0.75;
static const double EXACTLY = 0.01;

/* What a node has, NaN when not known, and what was held of it. */
struct shared_node {
    const char *name;
    double cpus, gpus;
    bool cpus_are_estimated;
    bool cpus_are_rough; /* to a factor of two: not to be shown */
};

/* How much of it jobs held, on average while that was a part; NaN: never, or it is not known. */
struct held {
    double mean;
    bool may_be_all, was_taken_for_all; /* it, or a half of its CPUs */
};

struct search {
    const struct analysis_request *request;
    struct allocations allocations;
    struct shared_node *nodes; /* each host of the allocations */
    struct held_cpus_signs *signs;
    struct held_time sampled;
};

/* When a job takes what it holds, or gives it back. */
struct edge {
    double time, amount;
    int jobs, unknown; /* unknown: of them, those of which it is not known how much */
};

/* CPUs or GPUs of a node. */
struct resource {
    double count;
    bool are_cpus, are_estimated, are_rough;
    const struct held_cpus_signs *signs;
};

/* ---- how much a node has ---- */

static void find_cpus(struct search *search)
{
    const struct dataset *dataset = search->request->dataset;
    const struct capacity *capacities = capacities_of(search->request);
    for (size_t i = 0; i < dataset->node_count; i++) {
        uint32_t host = node_names_find(&search->allocations.hosts, dataset->nodes[i].name);
        struct shared_node *node = &search->nodes[host];
        if (number_is_missing(capacities[i].rough_cores))
            continue;
        node->name = dataset->nodes[i].name;
        node->cpus = capacities[i].rough_cores;
        node->cpus_are_rough = number_is_missing(capacities[i].cores);
        node->cpus_are_estimated = capacities[i].cores_are_estimated;
        search->signs[host].threads_per_core = capacities[i].threads_per_core;
    }
}

/* Of samples of nodes and of devices: where both have some these are the same. */
static void find_gpus(struct search *search)
{
    const struct interner *hosts = &search->allocations.hosts;
    const struct signals *signals = search->request->signals;
    const struct activity *activity = search->request->dataset->activity;
    size_t devices = activity ? activity->device_count : 0;
    double *sampled = memory_alloc_array(hosts->count + 1, sizeof *sampled);
    bool *is_seen = memory_alloc_array(devices + 1, sizeof *is_seen);
    struct arena arena;
    struct gpus gpus;
    arena_init(&arena);
    gpus_find(&gpus, signals, &arena);
    for (size_t i = 0; i < gpus.count; i++)
        sampled[node_names_find(hosts, signals->nodes[gpus.items[i].node].name)]++;
    for (uint32_t host = 1; host < hosts->count; host++)
        search->nodes[host].gpus = sampled[host] > 0 ? sampled[host] : NUMBER_MISSING;
    for (uint32_t host = 0; host < hosts->count; host++)
        sampled[host] = 0;
    for (size_t i = 0; activity && i < activity->sample_count; i++) {
        const struct device_sample *sample = &activity->samples[i];
        const char *name = sample->host ? activity_text(activity, sample->host) : NULL;
        if (name && !is_seen[sample->device])
            sampled[node_names_find(hosts, name)]++;
        is_seen[sample->device] = true;
    }
    for (uint32_t host = 1; host < hosts->count; host++)
        if (sampled[host] > 0)
            search->nodes[host].gpus = fmax(search->nodes[host].gpus, sampled[host]);
    arena_release(&arena);
    free(sampled);
    free(is_seen);
}

static void find_nodes(struct search *search)
{
    const struct interner *hosts = &search->allocations.hosts;
    search->nodes = memory_alloc_array(hosts->count + 1, sizeof *search->nodes);
    search->signs = memory_alloc_array(hosts->count + 1, sizeof *search->signs);
    for (uint32_t host = 0; host < hosts->count; host++) {
        search->signs[host] = (struct held_cpus_signs){.threads_per_core = NUMBER_MISSING,
                                                       .most_held = NUMBER_MISSING,
                                                       .memory = NUMBER_MISSING,
                                                       .used = NUMBER_MISSING,
                                                       .measured = NUMBER_MISSING};
        search->nodes[host] = (struct shared_node){.name = host ? interner_text(hosts, host) : NULL,
                                                   .cpus = NUMBER_MISSING,
                                                   .gpus = NUMBER_MISSING};
    }
    find_cpus(search);
    find_gpus(search);
}

static struct held_time time_of_samples(const struct dataset *dataset)
{
    struct held_time time = {INFINITY, -INFINITY};
    for (size_t i = 0; i < dataset->sampled_count; i++) {
        time.start = fmin(time.start, dataset->sampled[i].first);
        time.end = fmax(time.end, dataset->sampled[i].last);
    }
    return time;
}

/* ---- how much of it was held ---- */

/* Whether it is a half or a quarter of what a node has; 0: neither. */
static double threads_of(const struct resource *resource, double held)
{
    double least = resource->count * (resource->are_estimated ? NEARLY_ALL_ESTIMATED : NEARLY_ALL);
    double more = resource->count * (resource->are_estimated ? 2 - NEARLY_ALL_ESTIMATED : 1);
    double few = resource->are_estimated ? least : resource->count * (1 - EXACTLY);
    if (2 * held >= least && 2 * held <= more + EXACTLY)
        return 2;
    return 4 * held >= few && 4 * held <= more + EXACTLY ? 4 : 0;
}

/* A batch system may count cores where the node counts hardware threads: two or four of each. */
static enum held_cpus what_is(const struct resource *resource, double held)
{
    if (resource->are_rough) /* half as many, of two hardware threads each */
        return 4 * held >= resource->count ? HELD_CPUS_ALL : HELD_CPUS_PART;
    double least = resource->count * (!resource->are_cpus       ? 1
                                      : resource->are_estimated ? NEARLY_ALL_ESTIMATED
                                                                : NEARLY_ALL);
    if (held >= least - EXACTLY)
        return HELD_CPUS_ALL;
    double threads = resource->are_cpus ? threads_of(resource, held) : 0;
    return threads > 0 ? held_cpus_are(resource->signs, resource->count, threads) : HELD_CPUS_PART;
}

static int by_time(const void *left, const void *right)
{
    const struct edge *l = left, *r = right;
    return (l->time > r->time) - (l->time < r->time);
}

static size_t add_edges(struct edge *edges, size_t count, const struct search *search,
                        const struct held_part *part, bool are_cpus)
{
    double amount = are_cpus ? part->cpus : part->gpus;
    int unknown = number_is_missing(amount) ? 1 : 0;
    double start = fmax(part->time.start, search->sampled.start);
    double end = fmin(part->time.end, search->sampled.end);
    if (!(start < end) || !part->is_recorded)
        return count;
    edges[count++] = (struct edge){start, unknown ? 0 : amount, 1, unknown};
    edges[count++] = (struct edge){end, unknown ? 0 : -amount, -1, -unknown};
    return count;
}

static struct edge *edges_of(const struct search *search, uint32_t host, bool are_cpus,
                             size_t *count)
{
    struct held_parts own = search->allocations.parts[host], any = search->allocations.parts[0];
    struct edge *edges = memory_alloc_array(2 * (own.count + any.count) + 1, sizeof *edges);
    *count = 0;
    for (size_t i = 0; i < own.count; i++)
        *count = add_edges(edges, *count, search, &own.items[i], are_cpus);
    for (size_t i = 0; i < any.count; i++)
        *count = add_edges(edges, *count, search, &any.items[i], are_cpus);
    if (*count)
        qsort(edges, *count, sizeof *edges, by_time);
    return edges;
}

static void step(struct edge *now, const struct edge *edge)
{
    now->jobs += edge->jobs;
    now->unknown += edge->unknown;
    now->amount += edge->amount;
}

/* While that was a part, where it mostly was. */
static struct held part_of(const struct edge *edges, size_t count, const struct resource *resource)
{
    struct edge now = {0};
    double held_s = 0, part_s = 0, unknown_s = 0, taken_s = 0, sum = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        double length_s = edges[i + 1].time - edges[i].time;
        step(&now, &edges[i]);
        if (!now.jobs)
            continue;
        held_s += length_s;
        enum held_cpus what = now.unknown ? HELD_CPUS_ALL : what_is(resource, now.amount);
        taken_s += what == HELD_CPUS_TAKEN_FOR_ALL ? length_s : 0;
        if (what == HELD_CPUS_ALL || what == HELD_CPUS_TAKEN_FOR_ALL)
            continue;
        part_s += length_s;
        unknown_s += what == HELD_CPUS_UNKNOWN ? length_s : 0;
        sum += length_s * now.amount;
    }
    bool is_part = part_s > MOST * held_s;
    return (struct held){.mean = is_part ? sum / part_s : NUMBER_MISSING,
                         .may_be_all = is_part && unknown_s > MOST * part_s,
                         .was_taken_for_all = !is_part && taken_s > MOST * held_s};
}

static struct held held_of(const struct search *search, uint32_t host, struct resource resource)
{
    size_t count;
    if (number_is_missing(resource.count) || !search->allocations.parts[host].count)
        return (struct held){.mean = NUMBER_MISSING};
    struct edge *edges = edges_of(search, host, resource.are_cpus, &count);
    struct held held = part_of(edges, count, &resource);
    free(edges);
    return held;
}

/* ---- what says how CPUs are counted ---- */

static double most_held(const struct search *search, uint32_t host)
{
    size_t count;
    struct edge now = {0}, *edges = edges_of(search, host, true, &count);
    double most = NUMBER_MISSING;
    for (size_t i = 0; i < count; i++) {
        step(&now, &edges[i]);
        most = now.jobs ? fmax(most, now.amount) : most;
    }
    free(edges);
    return most;
}

/* On nodes with as many CPUs the batch system counts alike. */
static void find_signs(struct search *search)
{
    size_t hosts = search->allocations.hosts.count;
    double *most = memory_alloc_array(hosts + 1, sizeof *most);
    held_cpus_measure(search->signs, search->request, &search->allocations, search->sampled);
    for (uint32_t host = 1; host < hosts; host++)
        most[host] = most_held(search, host);
    for (uint32_t host = 1; host < hosts; host++)
        for (uint32_t other = 1; other < hosts; other++)
            if (search->nodes[other].cpus == search->nodes[host].cpus)
                search->signs[host].most_held = fmax(search->signs[host].most_held, most[other]);
    free(most);
}

/* ---- the table ---- */

/* Those that held it while samples were taken. */
static double jobs_on(const struct search *search, uint32_t host)
{
    struct held_parts parts = search->allocations.parts[host];
    double jobs = 0;
    for (size_t i = 0; i < parts.count; i++)
        jobs += parts.items[i].is_job && parts.items[i].time.start < search->sampled.end &&
                parts.items[i].time.end > search->sampled.start;
    return jobs;
}

static void tell_taken(const struct search *search, const struct shared_node *node)
{
    diagnostics_assume(search->request->diagnostics, (struct place){0},
                       "jobs on %s held as many CPUs as it has cores: assumed to be the whole "
                       "node, not a part of its hardware threads",
                       node->name);
}

static void put_node(struct tables *tables, const struct search *search, uint32_t host)
{
    const struct shared_node *node = &search->nodes[host];
    struct held cpus = held_of(search, host,
                               (struct resource){node->cpus, true, node->cpus_are_estimated,
                                                 node->cpus_are_rough, &search->signs[host]});
    struct held gpus =
        held_of(search, host, (struct resource){node->gpus, false, false, false, NULL});
    bool has_cpus = !number_is_missing(cpus.mean), has_gpus = !number_is_missing(gpus.mean);
    if (cpus.was_taken_for_all)
        tell_taken(search, node);
    if (!has_cpus && !has_gpus)
        return;
    struct table *table = tables_get(tables, "shared_nodes");
    struct shared_nodes_row row = shared_nodes_row_missing();
    row.node = arena_text(tables->arena, node->name);
    row.jobs = jobs_on(search, host);
    row.held_cpus = cpus.mean;
    row.cpus = has_cpus && !node->cpus_are_rough ? node->cpus : NUMBER_MISSING;
    row.cpus_estimated = node->cpus_are_estimated && has_cpus;
    row.held_gpus = gpus.mean;
    row.gpus = has_gpus ? node->gpus : NUMBER_MISSING;
    row.maybe_all = cpus.may_be_all;
    shared_nodes_row_put(table, &row);
}

/* Nobody says how much of them the job held. */
static void put_said(struct tables *tables)
{
    struct shared_nodes_row row = shared_nodes_row_missing();
    row.node = "*";
    row.jobs = 1;
    shared_nodes_row_put_static(tables_at(tables, TABLE_shared_nodes), &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct search search = {.request = request, .sampled = time_of_samples(request->dataset)};
    if (request->dataset->nodes_are_shared) {
        if (request->signals && request->signals->count)
            put_said(tables);
        return;
    }
    struct time_match times = time_match_of(request->dataset);
    if (!request->dataset->records || (times.differ && !times.is_by_work) ||
        !(search.sampled.start < search.sampled.end) ||
        !allocations_make(&search.allocations, request->dataset))
        return;
    find_nodes(&search);
    find_signs(&search);
    for (uint32_t host = 1; host < search.allocations.hosts.count; host++)
        put_node(tables, &search, host);
    free(search.nodes);
    free(search.signs);
    allocations_release(&search.allocations);
}

const struct analysis analysis_shared_nodes = {"shared_nodes", run};
