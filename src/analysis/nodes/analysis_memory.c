/* memory_growth and swapping: nodes and GPUs whose memory grows, and nodes that swap. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/memory_growth.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_order.h"
#include "table/gpu_use_metrics.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double SOME_SWAP = 0.05; /* of what swap grew by: above it a node swaps */
static const double SOME_MOVED = 1e6; /* B/s: above it a node swaps */
static const double STOPPED = 0.1;    /* of the mean load before */
enum { LEAST_BEFORE = 3 };            /* samples of the load: fewer are no mean */

/* Memory in use of nodes and of GPUs: of each the first that is there. */
static const char *const node_memory[] = {"memory_info.rss", "memory_full_info.uss", "mem_used",
                                          "memory_percent"};
static const char available[] = "mem_available"; /* where nothing else is known of it */
static const char *const gpu_memory[] = {"gpu.memory_used.gpu_memory", "acc_mem_used.accelerator",
                                         "acc_mem_used", "gpu.memory_used"};
static const char *const swap_memory[] = {"memory_full_info.swap", "swap_used",
                                          "swap_used_percent"};

static const struct signal_metric *first_metric(const struct signals *signals,
                                                const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t number = signals_find(signals, names[i]);
        if (number != (size_t)-1 && signals->metrics[number].present)
            return &signals->metrics[number];
    }
    return NULL;
}
/* Passes over what is in no known unit: 10 may be as many GB, or pages. */
static const struct signal_metric *first_amount(const struct signals *signals,
                                                const char *const *names, size_t count)
{
    static const char *const units[] = {"B", "%", "B/s"};
    for (size_t i = 0; i < count; i++) {
        const struct signal_metric *metric = first_metric(signals, &names[i], 1);
        for (size_t unit = 0; metric && unit < sizeof units / sizeof units[0]; unit++)
            if (signal_metric_is_in(metric, units[unit]))
                return metric;
    }
    return NULL;
}
#define FIRST_AMOUNT(signals, names) first_amount(signals, names, sizeof(names) / sizeof(names)[0])
#define FIRST_METRIC(signals, names) first_metric(signals, names, sizeof(names) / sizeof(names)[0])

/* ---- growth ---- */

/* Whether it hardly works from a moment on, as far as is known. */
static bool stops_at(const struct signals *signals, const struct signal_metric *work, uint32_t node,
                     double moment)
{
    const struct signal *signal = work ? signals_of_node(signals, work, node, node) : NULL;
    double sums[2] = {0, 0};
    size_t counts[2] = {0, 0};
    for (size_t i = 0; signal && i < signal->count; i++) {
        bool is_after = signal->times[i] > moment + signal->interval_s;
        bool is_between = signal->times[i] >= moment && !is_after;
        if (isnan(signal->values[i]) || is_between)
            continue;
        sums[is_after] += signal->values[i];
        counts[is_after]++;
    }
    return !counts[0] || !counts[1] ||
           sums[1] / (double)counts[1] <= STOPPED * sums[0] / (double)counts[0];
}

/* What is available tells what is in use of all; or, where that is not known, of the most that was
 * ever available. */
static void turn_available(struct memory_series *series, double memory_B, double *scratch)
{
    double most = memory_B;
    for (size_t i = 0; i < series->count && isnan(memory_B); i++)
        most = fmax(most, series->values[i]);
    for (size_t i = 0; i < series->count; i++)
        scratch[i] = most - series->values[i];
    series->values = scratch;
    series->capacity = most;
}

/* Shares of all memory become bytes where it is known how much that is. */
static struct memory_series series_of(const struct signals *signals, const struct signal *signal,
                                      const char *metric, double memory_B, double *scratch)
{
    struct memory_series series = {
        .name = signals->nodes[signal->node].name,
        .metric = metric,
        .times = signal->times,
        .values = signal->values,
        .count = signal->count,
        .missing = signal->missing,
        .unit = "B",
        .capacity = memory_B,
        .released = NUMBER_MISSING,
    };
    bool is_share = strcmp(signals->metrics[signal->metric].unit, "%") == 0;
    if (is_share && isnan(memory_B)) {
        series.unit = "%";
        series.capacity = 100;
    } else if (is_share) {
        for (size_t i = 0; i < signal->count; i++)
            scratch[i] = signal->values[i] / 100 * memory_B;
        series.values = scratch;
    } else if (strcmp(metric, available) == 0) {
        turn_available(&series, memory_B, scratch);
    }
    return series;
}

/* `work`: a load of the same nodes or GPUs; NULL: none is known. Of memory that is released as work
 * stops, the time before it counts. */
static void put_growths(struct tables *tables, const struct signals *signals,
                        const struct signal_metric *metric, const struct signal_metric *work,
                        const struct capacity *capacities)
{
    for (size_t i = 0; metric && i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        double *scratch = memory_alloc_array(signal->count + 1, sizeof *scratch);
        struct memory_series series =
            series_of(signals, signal, metric->name,
                      capacities ? capacities[signal->node].memory_B : NUMBER_MISSING, scratch);
        size_t before = memory_growth_before_release(&series);
        if (before && stops_at(signals, work, signal->node, signal->times[before - 1])) {
            series.released = signal->times[before];
            for (size_t k = before; k < signal->count; k++)
                series.missing -= isnan(signal->values[k]) ? 1 : 0;
            series.count = before;
        }
        memory_growth_put(tables, &series);
        free(scratch);
    }
}

/* ---- swap ---- */

struct swapping {
    double least, most;  /* swapped memory, B */
    double from, until;  /* when more than a little was swapped */
    double memory_share; /* in use at the most while it swapped */
    double loads[2];     /* mean before `from`, and while it swapped */
};

/* Sums of the load before and while a node swaps, sample by sample of its swap. What follows, as
 * the last phase of the run, is neither. */
static void add_loads(struct swapping *swapping, const struct signal *swap, struct nearest *load,
                      struct nearest *memory, double limit)
{
    double sums[2] = {0, 0};
    size_t counts[2] = {0, 0};
    swapping->from = swapping->until = swapping->memory_share = NUMBER_MISSING;
    for (size_t i = 0; i < swap->count; i++) {
        if (isnan(swap->values[i]))
            continue;
        bool swaps = swap->values[i] > limit;
        double value = nearest_value(load, swap->times[i], swap->interval_s);
        double share = nearest_value(memory, swap->times[i], swap->interval_s);
        if (!isnan(value) && (swaps || isnan(swapping->from))) {
            sums[swaps] += value;
            counts[swaps]++;
        }
        if (!swaps)
            continue;
        swapping->from = fmin(swapping->from, swap->times[i]);
        swapping->until = fmax(swapping->until, swap->times[i]);
        swapping->memory_share = fmax(swapping->memory_share, share);
    }
    for (int i = 0; i < 2; i++)
        swapping->loads[i] =
            counts[i] >= (i ? 1 : LEAST_BEFORE) ? sums[i] / (double)counts[i] : NUMBER_MISSING;
}

static struct nearest nearest_of(const struct signals *signals, const struct signal_metric *metric,
                                 uint32_t node)
{
    const struct signal *signal = metric ? signals_of_node(signals, metric, node, node) : NULL;
    return signal ? (struct nearest){signal->times, signal->values, signal->count, 0}
                  : (struct nearest){0};
}

/* What a node moves to swap and back, in B/s; count 0: unknown. */
struct moved {
    double *times, *values; /* to be freed */
    size_t count;
    double interval_s;
};

static struct moved moved_of(const struct signals *signals, uint32_t node)
{
    static const char *const ways[] = {"swap_in", "swap_out"};
    struct moved moved = {0};
    const struct signal_metric *in = FIRST_AMOUNT(signals, ways);
    const struct signal_metric *out = first_amount(signals, ways + 1, 1);
    const struct signal *signal = in ? signals_of_node(signals, in, node, node) : NULL;
    if (!signal || strcmp(in->unit, "B/s") != 0 || (out && strcmp(out->unit, "B/s") != 0))
        return moved;
    struct nearest other = {0};
    if (in != out)
        other = nearest_of(signals, out, node);
    moved.times = memory_alloc_array(signal->count + 1, sizeof *moved.times);
    moved.values = memory_alloc_array(signal->count + 1, sizeof *moved.values);
    moved.count = signal->count;
    moved.interval_s = signal->interval_s;
    for (size_t i = 0; i < signal->count; i++) {
        double and_out = nearest_value(&other, signal->times[i], signal->interval_s);
        moved.times[i] = signal->times[i];
        moved.values[i] = signal->values[i] + (isnan(and_out) ? 0 : and_out);
    }
    return moved;
}

static void free_moved(struct moved *moved)
{
    free(moved->times);
    free(moved->values);
}

/* The mean from one moment to another; NaN: unknown. */
static double mean_moved(const struct moved *moved, double from, double until)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < moved->count; i++) {
        if (isnan(moved->values[i]) || moved->times[i] < from || moved->times[i] > until)
            continue;
        sum += moved->values[i];
        count++;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

static struct swapping find_range(const struct signal *swap)
{
    struct swapping swapping = {NUMBER_MISSING, NUMBER_MISSING, 0, 0, 0, {0, 0}};
    for (size_t i = 0; i < swap->count; i++) {
        swapping.least = fmin(swapping.least, swap->values[i]);
        swapping.most = fmax(swapping.most, swap->values[i]);
    }
    return swapping;
}

/* `swap`: memory in swap, its share, or how much is moved. A node that moves little to swap is one
 * that does not. */
static void put_swapping(struct tables *tables, const struct signals *signals,
                         const struct signal *swap, const struct capacity *capacity,
                         const struct moved *moved)
{
    static const char *const percent[] = {"memory_percent"};
    const struct node_load *load = node_load_of(signals);
    const struct signal_metric *memory = FIRST_AMOUNT(signals, percent);
    bool is_percent = memory != NULL;
    const char *unit = signals->metrics[swap->metric].unit;
    bool is_share = strcmp(unit, "%") == 0, is_bytes = !is_share && strcmp(unit, "B/s") != 0;
    struct swapping swapping = find_range(swap);
    struct nearest loads =
        nearest_of(signals, load ? node_load_metric(signals, load) : NULL, swap->node);
    struct nearest memories =
        nearest_of(signals, is_percent ? memory : FIRST_AMOUNT(signals, node_memory), swap->node);
    add_loads(&swapping, swap, &loads, &memories,
              is_share || is_bytes ? swapping.least + SOME_SWAP * (swapping.most - swapping.least)
                                   : SOME_MOVED);
    if (isnan(swapping.from))
        return;
    struct table *table = tables_get(tables, "swapping");
    struct swapping_row row = swapping_row_missing();
    row.node = signals->nodes[swap->node].name;
    row.metric = signals->metrics[swap->metric].name;
    row.from = swapping.from;
    row.until = swapping.until;
    row.least_B = is_bytes ? swapping.least : NUMBER_MISSING;
    row.most_B = is_bytes ? swapping.most : NUMBER_MISSING;
    row.memory_share = swapping.memory_share / (is_percent ? 100 : capacity->memory_B);
    row.capacity_B = capacity->memory_B;
    row.load_metric = load ? load->metric : NULL;
    row.load_before = swapping.loads[0];
    row.load_during = swapping.loads[1];
    row.least_share = is_share ? swapping.least / 100 : NUMBER_MISSING;
    row.most_share = is_share ? swapping.most / 100 : NUMBER_MISSING;
    row.moved_B_s = mean_moved(moved, swapping.from, swapping.until);
    swapping_row_put(table, &row);
}

/* Of a node whose swap grows, from what is in it; else from what is moved there and back. */
static void put_swapping_of(struct tables *tables, const struct signals *signals, uint32_t node,
                            const struct signal_metric *swap, const struct capacity *capacity)
{
    const struct signal *used = swap ? signals_of_node(signals, swap, node, node) : NULL;
    struct swapping range = used ? find_range(used) : (struct swapping){0};
    struct moved moved = moved_of(signals, node);
    size_t in = signals_find(signals, "swap_in");
    if (used && range.most > range.least) {
        put_swapping(tables, signals, used, capacity, &moved);
    } else if (moved.count) {
        struct signal rate = {.metric = (uint32_t)in,
                              .node = node,
                              .count = moved.count,
                              .times = moved.times,
                              .values = moved.values,
                              .interval_s = moved.interval_s};
        rate.metric = in == (size_t)-1 ? (uint32_t)signals_find(signals, "swap_out") : rate.metric;
        put_swapping(tables, signals, &rate, capacity, &moved);
    }
    free_moved(&moved);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct signals *signals = request->signals;
    if (!signals->count)
        return;
    const struct capacity *capacities = capacities_of(request);
    const struct node_load *load = node_load_of(signals);
    const struct signal_metric *of_nodes = FIRST_AMOUNT(signals, node_memory);
    static const char *const rest[] = {available};
    put_growths(tables, signals, of_nodes ? of_nodes : FIRST_AMOUNT(signals, rest),
                load ? node_load_metric(signals, load) : NULL, capacities);
    const struct signal_metric *of_gpus = FIRST_AMOUNT(signals, gpu_memory);
    bool is_of_each = of_gpus && strcmp(of_gpus->scope, "gpu") == 0;
    put_growths(tables, signals, of_gpus, FIRST_METRIC(signals, gpu_use_metrics),
                is_of_each ? capacities : NULL);
    const struct signal_metric *swap = FIRST_AMOUNT(signals, swap_memory);
    for (size_t i = 0; i < signals->node_count; i++) {
        uint32_t node = signals->node_order[i];
        put_swapping_of(tables, signals, node, swap, &capacities[node]);
    }
}

const struct analysis analysis_memory = {"memory", run};
