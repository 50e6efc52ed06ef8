#include "analysis/nodes/work_signs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/slot_loads.h"
#include "analysis/nodes/work_rates.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/natural.h"
#include "util/number.h"

enum { GPUS, NETWORK, FILES, RATES, KINDS };

static const double PART_OF_P95[KINDS] = {0.02, 0.02, 0.02, 0.05};

static const char *const gpu_metrics[] = {"gpu.utilization_rates.gpu", "acc_utilization",
                                          "acc_utilization.accelerator"};
enum { GPU_METRICS = sizeof gpu_metrics / sizeof gpu_metrics[0] };

struct sign {
    int kind;
    size_t number; /* of its metric */
    double limit;
};

static struct sign sign_of_gpus(const struct signals *signals, size_t k)
{
    return (struct sign){GPUS, signals_find(signals, gpu_metrics[k]), 2};
}

static struct sign sign_of_rate(const struct work_rate *rate)
{
    static const struct {
        int kind;
        double limit;
    } of[] = {[WORK_RATE_OF_PROCESSORS] = {RATES, 0},
              [WORK_RATE_TRAFFIC] = {NETWORK, WORK_RATE_LEAST},
              [WORK_RATE_FILES] = {FILES, WORK_RATE_LEAST}};
    return (struct sign){of[rate->kind].kind, rate->number, of[rate->kind].limit};
}

/* The next sign that was measured; false: that was all. *k begins at 0. */
static bool next_sign(const struct signals *signals, size_t *k, struct sign *sign)
{
    struct work_rates rates = work_rates_of(signals);
    while (*k < GPU_METRICS + rates.count) {
        *sign = *k < GPU_METRICS ? sign_of_gpus(signals, *k)
                                 : sign_of_rate(&rates.items[*k - GPU_METRICS]);
        ++*k;
        if (sign->number != (size_t)-1 && signals->metrics[sign->number].present)
            return true;
    }
    return false;
}

double work_signs_part_of_p95(const struct tables *tables, const struct signal_metric *metric,
                              double part)
{
    const struct job_metrics_rows metrics = job_metrics_rows(tables);
    size_t row = rows_find(metrics.rows, 0, metrics.metric, metric->name, NULL, NULL);
    if (!metrics.rows || row >= metrics.rows)
        return NUMBER_MISSING;
    double nodes = metric->combine == COMBINE_TOTAL ? (double)metric->present : 1;
    return part * metrics.p95[row] / nodes;
}

/* A sample stands for half an interval before and behind it, where those are longer than slots. */
static void mark(bool *shown, const struct grid *grid, const struct signal *signal, double limit)
{
    double reach_s = signal->interval_s > grid->step ? signal->interval_s / 2 : 0;
    for (size_t i = 0; i < signal->count; i++) {
        if (!(signal->values[i] > limit))
            continue;
        size_t first = grid_slot(grid, signal->times[i] - reach_s);
        size_t last = grid_slot(grid, signal->times[i] + reach_s);
        first = first == NO_SLOT ? last : first;
        last = last == NO_SLOT ? first : last;
        for (size_t slot = first; slot != NO_SLOT && slot <= last; slot++)
            shown[slot] = true;
    }
}

static bool same_grid(const struct grid *one, const struct grid *other)
{
    return one->start == other->start && one->step == other->step && one->slots == other->slots;
}

static void mark_all(bool *shown, const struct grid *grid, const struct signals *signals,
                     const struct signal_metric *metric, double limit)
{
    if (same_grid(grid, &metric->grid)) {
        const struct slot_loads *loads = slot_loads_of(signals, metric);
        for (size_t slot = 0; slot < grid->slots; slot++)
            shown[slot] |= loads->highest[slot] > limit;
        return;
    }
    for (size_t i = 0; i < metric->count; i++)
        mark(shown, grid, &signals->items[metric->first + i], limit);
}

static const char *looked_at_text(const bool *looked_at, struct arena *arena)
{
    static const char *const words[KINDS] = {"GPUs", "network", "file I/O",
                                             "floating-point rate or memory bandwidth"};
    const char *text = "";
    for (int kind = KINDS; kind-- > 0;) {
        if (!looked_at[kind])
            continue;
        const char *joint = !*text ? "" : strstr(text, " and ") ? ", " : " and ";
        text = arena_format(arena, "%s%s%s", words[kind], joint, text);
    }
    return text;
}

static double limit_of(const struct tables *tables, const struct signal_metric *metric,
                       const struct sign *sign)
{
    return fmax(sign->limit, work_signs_part_of_p95(tables, metric, PART_OF_P95[sign->kind]));
}

/* `least`: what a sign of each kind is at least; infinite: the kind is not looked at. */
static void make(struct work_signs *signs, const struct analysis_request *request,
                 const struct tables *tables, const struct grid *grid, const double *least)
{
    const struct signals *signals = request->signals;
    bool looked_at[KINDS] = {false};
    signs->shown = memory_alloc_array(grid->slots, sizeof *signs->shown);
    struct sign sign;
    for (size_t k = 0; next_sign(signals, &k, &sign);) {
        if (!isfinite(least[sign.kind]))
            continue;
        const struct signal_metric *metric = &signals->metrics[sign.number];
        double limit = fmax(limit_of(tables, metric, &sign), least[sign.kind]);
        looked_at[sign.kind] = true;
        mark_all(signs->shown, grid, signals, metric, limit);
    }
    signs->looked_at = looked_at_text(looked_at, tables->arena);
}

void work_signs_make(struct work_signs *signs, const struct analysis_request *request,
                     const struct tables *tables, const struct grid *grid)
{
    make(signs, request, tables, grid, (double[KINDS]){0, 0, 0, INFINITY});
}

void work_signs_of_all(struct work_signs *signs, const struct analysis_request *request,
                       const struct tables *tables, const struct grid *grid)
{
    make(signs, request, tables, grid, (double[KINDS]){0, 0, 0, 0});
}

void work_signs_of_gpus(struct work_signs *signs, const struct analysis_request *request,
                        const struct tables *tables, const struct grid *grid)
{
    make(signs, request, tables, grid, (double[KINDS]){0, INFINITY, INFINITY, INFINITY});
}

void work_signs_beside_one_core(struct work_signs *signs, const struct analysis_request *request,
                                const struct tables *tables, const struct grid *grid)
{
    make(signs, request, tables, grid,
         (double[KINDS]){0, INFINITY, WORK_SIGNS_FILES_B_S, INFINITY});
}

/* The last signals first, so that each host's are in their order. */
static void add_gpus(struct work_signs_gpus *gpus, const struct signals *signals,
                     const struct name_index *names, const struct signal_metric *metric)
{
    for (size_t i = metric->first + metric->count; i-- > metric->first;) {
        uint32_t gpu = signals->items[i].node;
        const char *name = natural_host_of_gpu(signals->nodes[gpu].name);
        uint32_t host = name ? name_index_find(names, name) : NAME_INDEX_NONE;
        if (host == NAME_INDEX_NONE || host == gpu)
            continue;
        gpus->next[i] = gpus->first[host];
        gpus->first[host] = i + 1;
    }
}

void work_signs_find_gpus(struct work_signs_gpus *gpus, const struct signals *signals,
                          struct arena *arena)
{
    struct name_index names;
    name_index_init(&names);
    for (size_t node = 0; node < signals->node_count; node++)
        name_index_add(&names, signals->nodes[node].name);
    gpus->first = arena_alloc_array(arena, signals->node_count, sizeof *gpus->first);
    gpus->next = arena_alloc_array(arena, signals->count, sizeof *gpus->next);
    for (size_t k = 0; k < GPU_METRICS; k++) {
        size_t number = signals_find(signals, gpu_metrics[k]);
        if (number != (size_t)-1)
            add_gpus(gpus, signals, &names, &signals->metrics[number]);
    }
    name_index_release(&names);
}

static void mark_gpus(bool *shown, const struct signals *signals, const struct grid *grid,
                      const struct work_signs_gpus *gpus, uint32_t node, uint32_t metric,
                      double limit)
{
    for (size_t i = gpus->first[node]; i; i = gpus->next[i - 1])
        if (signals->items[i - 1].metric == metric)
            mark(shown, grid, &signals->items[i - 1], limit);
}

/* A GPU's signs are its host's; what is measured of all GPUs of a node is the node's own. */
void work_signs_of_node(struct work_signs *signs, const struct analysis_request *request,
                        const struct tables *tables, const struct grid *grid,
                        const struct work_signs_gpus *gpus, uint32_t node)
{
    const struct signals *signals = request->signals;
    *signs = (struct work_signs){memory_alloc_array(grid->slots, sizeof *signs->shown), ""};
    struct sign sign;
    for (size_t k = 0; next_sign(signals, &k, &sign);) {
        if (sign.kind == RATES)
            continue;
        const struct signal_metric *metric = &signals->metrics[sign.number];
        double limit = limit_of(tables, metric, &sign);
        const struct signal *its = signals_of_node(signals, metric, node, node);
        if (its)
            mark(signs->shown, grid, its, limit);
        if (sign.kind == GPUS)
            mark_gpus(signs->shown, signals, grid, gpus, node, (uint32_t)sign.number, limit);
    }
}

void work_signs_release(struct work_signs *signs)
{
    free(signs->shown);
    *signs = (struct work_signs){0};
}
