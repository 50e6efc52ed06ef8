/* shared_nodes: of which nodes jobs held a part only, so that what is measured there includes what
 * others did. Its source says so, or records of jobs do: those that held the node together had
 * fewer CPUs, or fewer GPUs, than it has for most of the time in which one of them held it and
 * samples were taken. */
#include <math.h>
#include <stdlib.h>

#include "analysis/allocations.h"
#include "analysis/analysis.h"
#include "analysis/node_names.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/gpu.h"
#include "analysis/time_match.h"
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

struct search {
    const struct analysis_request *request;
    struct allocations allocations;
    struct shared_node *nodes; /* each host of the allocations */
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
};

/* ---- how much a node has ---- */

static void find_cpus(struct search *search)
{
    const struct dataset *dataset = search->request->dataset;
    const struct capacity *capacities = capacities_of(search->request);
    for (size_t i = 0; i < dataset->node_count; i++) {
        struct shared_node *node =
            &search->nodes[node_names_find(&search->allocations.hosts, dataset->nodes[i].name)];
        if (number_is_missing(capacities[i].rough_cores))
            continue;
        node->name = dataset->nodes[i].name;
        node->cpus = capacities[i].rough_cores;
        node->cpus_are_rough = number_is_missing(capacities[i].cores);
        node->cpus_are_estimated = capacities[i].cores_are_estimated;
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
    for (uint32_t host = 0; host < hosts->count; host++)
        search->nodes[host] = (struct shared_node){.name = host ? interner_text(hosts, host) : NULL,
                                                   .cpus = NUMBER_MISSING,
                                                   .gpus = NUMBER_MISSING};
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

/* A batch system may count cores where the node counts hardware threads: two or four of each. */
static bool is_all(const struct resource *resource, double held)
{
    if (resource->are_rough) /* half as many, of two hardware threads each */
        return 4 * held >= resource->count;
    double least = resource->count * (!resource->are_cpus       ? 1
                                      : resource->are_estimated ? NEARLY_ALL_ESTIMATED
                                                                : NEARLY_ALL);
    double more = resource->count * (resource->are_estimated ? 2 - NEARLY_ALL_ESTIMATED : 1);
    double few = resource->are_estimated ? least : resource->count * (1 - EXACTLY);
    if (held >= least - EXACTLY)
        return true;
    return resource->are_cpus && ((2 * held >= least && 2 * held <= more + EXACTLY) ||
                                  (4 * held >= few && 4 * held <= more + EXACTLY));
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

/* The mean of what was held while that was a part, where it mostly was; else NaN. */
static double part_of(struct edge *edges, size_t count, const struct resource *resource)
{
    struct edge now = {0};
    double held_s = 0, part_s = 0, sum = 0;
    if (count)
        qsort(edges, count, sizeof *edges, by_time);
    for (size_t i = 0; i + 1 < count; i++) {
        double length_s = edges[i + 1].time - edges[i].time;
        now.jobs += edges[i].jobs;
        now.unknown += edges[i].unknown;
        now.amount += edges[i].amount;
        if (!now.jobs)
            continue;
        held_s += length_s;
        if (now.unknown || is_all(resource, now.amount))
            continue;
        part_s += length_s;
        sum += length_s * now.amount;
    }
    return part_s > MOST * held_s ? sum / part_s : NUMBER_MISSING;
}

static double held_of(const struct search *search, uint32_t host, struct resource resource)
{
    struct held_parts own = search->allocations.parts[host], any = search->allocations.parts[0];
    if (number_is_missing(resource.count) || !own.count)
        return NUMBER_MISSING;
    struct edge *edges = memory_alloc_array(2 * (own.count + any.count), sizeof *edges);
    size_t count = 0;
    for (size_t i = 0; i < own.count; i++)
        count = add_edges(edges, count, search, &own.items[i], resource.are_cpus);
    for (size_t i = 0; i < any.count; i++)
        count = add_edges(edges, count, search, &any.items[i], resource.are_cpus);
    double held = part_of(edges, count, &resource);
    free(edges);
    return held;
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

static void put_node(struct tables *tables, const struct search *search, uint32_t host)
{
    const struct shared_node *node = &search->nodes[host];
    double cpus = held_of(search, host,
                          (struct resource){node->cpus, true, node->cpus_are_estimated,
                                            node->cpus_are_rough});
    double gpus = held_of(search, host, (struct resource){node->gpus, false, false, false});
    if (number_is_missing(cpus) && number_is_missing(gpus))
        return;
    struct table *table = tables_get(tables, "shared_nodes");
    table_put_text(table, arena_text(tables->arena, node->name));
    table_put_number(table, jobs_on(search, host));
    table_put_number(table, cpus);
    table_put_number(table,
                     number_is_missing(cpus) || node->cpus_are_rough ? NUMBER_MISSING : node->cpus);
    table_put_number(table, node->cpus_are_estimated && !number_is_missing(cpus));
    table_put_number(table, gpus);
    table_put_number(table, number_is_missing(gpus) ? NUMBER_MISSING : node->gpus);
}

/* Nobody says how much of them the job held. */
static void put_said(struct tables *tables)
{
    struct table *table = tables_get(tables, "shared_nodes");
    table_put_text(table, "*");
    table_put_number(table, 1);
    for (size_t column = 2; column < table->column_count; column++)
        table_put_number(table, NUMBER_MISSING);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct search search = {.request = request, .sampled = time_of_samples(request->dataset)};
    if (request->dataset->nodes_are_shared) {
        if (request->signals && request->signals->count)
            put_said(tables);
        return;
    }
    if (!request->dataset->records || time_match_of(request->dataset).differ ||
        !(search.sampled.start < search.sampled.end) ||
        !allocations_make(&search.allocations, request->dataset))
        return;
    find_nodes(&search);
    for (uint32_t host = 1; host < search.allocations.hosts.count; host++)
        put_node(tables, &search, host);
    free(search.nodes);
    allocations_release(&search.allocations);
}

const struct analysis analysis_shared_nodes = {"shared_nodes", run};
