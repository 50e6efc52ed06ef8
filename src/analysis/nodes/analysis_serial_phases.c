/* serial_phases: stretches of time in which about one core was busy on every node, or on some, of a
 * job that keeps many of them busy otherwise.
 *
 * A slot of the grid counts when the node with most busy cores has LEAST_BUSY to MOST_BUSY of them,
 * half of the nodes are there, no GPU works, and it does not wait for files, nor most nodes for I/O
 * (io_wait.h). All nodes have MANY_CORES at least, and outside of these stretches AT_WORK of them
 * are busy: else the whole job is serial, or does little.
 *
 * What the system does by itself may come to a core of so many. What distinguishes a program at
 * work from it, in the stretch as a whole, is in steadiness.h. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/job_time.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/io_wait.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/slot_loads.h"
#include "analysis/nodes/steadiness.h"
#include "analysis/nodes/work_signs.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

static const double LEAST_BUSY = 0.5, MOST_BUSY = 1.5, MANY_CORES = 8;
static const double NOISE = 2;      /* × the most */
static const double AT_WORK = 0.25; /* of the cores */
static const double LEAST_INTERVALS = 5, LEAST_S = 60, LEAST_SHARE_OF_JOB = 0.02;
enum { LONGEST_BREAK = 2 }; /* slots that do not count but do not end it */

/* The cores of the nodes that have the load; rough ones where their number is not known. */
struct cores {
    double *scales; /* by node of the dataset: from the load to busy cores */
    double fewest, rough_mean;
    double mean, mean_physical; /* NaN: not known */
    bool are_estimated;
};

struct stretch {
    size_t first, end; /* slots */
    double busy;       /* the busiest node's, the mean of all slots */
    size_t busy_nodes;
};

struct busy {
    const struct signal_metric *metric;
    struct cores cores;
    struct arena arena;      /* of what follows */
    struct slot_loads slots; /* busy cores */
    struct work_signs signs;
    struct io_wait wait;
    LIST_OF(struct stretch) stretches;
};

static struct cores cores_of(const struct analysis_request *request, const struct node_load *load,
                             const struct signal_metric *metric)
{
    const struct signals *signals = request->signals;
    struct cores cores = {
        .scales = memory_alloc_array(signals->node_count + 1, sizeof *cores.scales),
        .fewest = metric->count ? INFINITY : NUMBER_MISSING,
    };
    const struct capacity *capacities = capacities_of(request);
    for (size_t i = 0; i < metric->count; i++) {
        uint32_t node = signals->items[metric->first + i].node;
        double count = capacities[node].rough_cores;
        cores.scales[node] = node_load_share(load, 1, count) * count;
        cores.fewest = isnan(count) || count < cores.fewest ? count : cores.fewest;
        cores.rough_mean += count / (double)metric->count;
        cores.mean += capacities[node].cores / (double)metric->count;
        cores.mean_physical += capacities[node].physical_cores / (double)metric->count;
        cores.are_estimated |= capacities[node].cores_are_estimated;
        if (isnan(count))
            break;
    }
    return cores;
}

static bool is_serial(const struct busy *busy, size_t slot)
{
    double highest = busy->slots.highest[slot];
    return highest >= LEAST_BUSY && highest <= MOST_BUSY && !busy->signs.shown[slot] &&
           !busy->wait.shown[slot] && 2 * busy->slots.present[slot] >= busy->metric->present;
}

/* Noise of a serial phase, or no sample. */
static bool may_be_serial(const struct busy *busy, size_t slot)
{
    return !(busy->slots.highest[slot] > NOISE * MOST_BUSY) && !busy->signs.shown[slot] &&
           !busy->wait.shown[slot];
}

/* Slots of noise are of the stretch, and count in its mean, where serial ones follow. */
static struct stretch stretch_from(const struct busy *busy, size_t from)
{
    struct stretch stretch = {.first = from, .end = from};
    size_t others = is_serial(busy, from) ? 0 : LONGEST_BREAK + 1, count = 0;
    double sum = 0;
    for (size_t k = from; k < busy->metric->grid.slots && others <= LONGEST_BREAK; k++) {
        others = is_serial(busy, k) ? 0 : may_be_serial(busy, k) ? others + 1 : LONGEST_BREAK + 1;
        if (others > LONGEST_BREAK)
            break;
        sum += isnan(busy->slots.highest[k]) ? 0 : busy->slots.highest[k];
        count += isnan(busy->slots.highest[k]) ? 0 : 1;
        if (others || sum > MOST_BUSY * (double)count)
            continue;
        stretch.end = k + 1;
        stretch.busy = sum / (double)count;
    }
    return stretch;
}

static bool is_of_a_program(const struct busy *busy, const struct analysis_request *request,
                            struct stretch *stretch)
{
    struct steadiness steadiness = steadiness_of(request->signals, busy->metric, busy->cores.scales,
                                                 stretch->first, stretch->end);
    stretch->busy_nodes = steadiness.busy_nodes;
    return steadiness.is_of_a_program;
}

static void find_stretches(struct busy *busy, const struct analysis_request *request,
                           double shortest_s)
{
    const struct grid *grid = &busy->metric->grid;
    for (size_t from = 0; from < grid->slots;) {
        struct stretch stretch = stretch_from(busy, from);
        if ((double)(stretch.end - stretch.first) * grid->step >= shortest_s &&
            is_of_a_program(busy, request, &stretch)) {
            *list_add(&busy->stretches) = stretch;
        }
        from = stretch.end > from ? stretch.end : from + 1;
    }
}

/* Cores busy per node outside of the stretches, on average. */
static double busy_otherwise(const struct busy *busy)
{
    double sum = 0;
    size_t known = 0, next = 0;
    for (size_t slot = 0; slot < busy->metric->grid.slots; slot++) {
        while (next < busy->stretches.count && slot >= busy->stretches.items[next].end)
            next++;
        bool is_inside = next < busy->stretches.count && slot >= busy->stretches.items[next].first;
        if (is_inside || isnan(busy->slots.mean[slot]))
            continue;
        sum += busy->slots.mean[slot];
        known++;
    }
    return known ? sum / (double)known : NUMBER_MISSING;
}

/* Rough numbers of cores are not told, but shares of all are. */
static void put(struct table *table, const struct busy *busy, const struct stretch *stretch,
                double otherwise)
{
    bool are_known = !isnan(busy->cores.mean);
    const struct grid *grid = &busy->metric->grid;
    double start = grid->start + (double)stretch->first * grid->step;
    double duration_s = (double)(stretch->end - stretch->first) * grid->step;
    struct serial_phases_row row = serial_phases_row_missing();
    row.metric = busy->metric->name;
    row.start = start;
    row.end = start + duration_s;
    row.duration_s = duration_s;
    row.busy_cores = are_known ? stretch->busy : NUMBER_MISSING;
    row.busy_otherwise = are_known ? otherwise : NUMBER_MISSING;
    row.cores = busy->cores.mean;
    row.cores_estimated = are_known ? (double)busy->cores.are_estimated : NUMBER_MISSING;
    row.physical_cores = are_known ? busy->cores.mean_physical : NUMBER_MISSING;
    row.share_otherwise = otherwise / busy->cores.rough_mean;
    row.busy_nodes = (double)stretch->busy_nodes;
    serial_phases_row_put(table, &row);
}

static void find(struct busy *busy, const struct analysis_request *request, struct tables *tables)
{
    const struct grid *grid = &busy->metric->grid;
    struct job_time time = job_time_of(request);
    double shortest_s = fmax(fmax(LEAST_INTERVALS * grid->step, LEAST_S),
                             LEAST_SHARE_OF_JOB * (time.end - time.start));
    arena_init(&busy->arena);
    slot_loads_make(&busy->slots, request->signals, busy->metric, busy->cores.scales, &busy->arena);
    work_signs_beside_one_core(&busy->signs, request, tables, grid);
    io_wait_make(&busy->wait, request, grid);
    find_stretches(busy, request, shortest_s);
    double otherwise = busy_otherwise(busy);
    if (otherwise >= AT_WORK * busy->cores.rough_mean)
        for (size_t i = 0; i < busy->stretches.count; i++)
            put(tables_get(tables, "serial_phases"), busy, &busy->stretches.items[i], otherwise);
    io_wait_release(&busy->wait);
    work_signs_release(&busy->signs);
    arena_release(&busy->arena);
    free(busy->stretches.items);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct node_load *load = node_load_of(request->signals);
    if (!load)
        return;
    struct busy busy = {.metric = node_load_metric(request->signals, load)};
    busy.cores = cores_of(request, load, busy.metric);
    if (busy.cores.fewest >= MANY_CORES)
        find(&busy, request, tables);
    free(busy.cores.scales);
}

const struct analysis analysis_serial_phases = {"serial_phases", run};
