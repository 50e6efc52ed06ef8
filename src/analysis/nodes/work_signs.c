#include "analysis/nodes/work_signs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/slot_loads.h"
#include "util/memory.h"
#include "util/name_index.h"
#include "util/natural.h"
#include "util/number.h"

enum { GPUS, NETWORK, FILES, RATES, KINDS };

static const double PART_OF_P95[KINDS] = {0.02, 0.02, 0.02, 0.05};

/* Metrics of the toolkit and of ClusterCockpit. Operations of network file systems are left out:
 * archives label them as bytes. */
static const struct {
    int kind;
    double limit;
    const char *metric;
} known[] = {
    {GPUS, 2, "gpu.utilization_rates.gpu"},
    {GPUS, 2, "acc_utilization"},
    {GPUS, 2, "acc_utilization.accelerator"},
    {NETWORK, 10e6, "net_io_counters.bytes_sent"},
    {NETWORK, 10e6, "net_io_counters.bytes_recv"},
    {NETWORK, 10e6, "ib_io_counters.port_xmit_data"},
    {NETWORK, 10e6, "ib_io_counters.port_rcv_data"},
    {NETWORK, 10e6, "net_bw"},
    {NETWORK, 10e6, "ib_bw"},
    {NETWORK, 10e6, "ib_recv"},
    {NETWORK, 10e6, "ib_xmit"},
    {FILES, 10e6, "io_counters.read_bytes"},
    {FILES, 10e6, "io_counters.write_bytes"},
    {FILES, 10e6, "file_bw"},
    {FILES, 10e6, "disk_bw"},
    {FILES, 10e6, "lustre_read_bw"},
    {FILES, 10e6, "lustre_write_bw"},
    {RATES, 0, "flops_any"},
    {RATES, 0, "flops_dp"},
    {RATES, 0, "flops_sp"},
    {RATES, 0, "mem_bw"},
    {RATES, 0, "memory_bw"},
};

double work_signs_part_of_p95(const struct tables *tables, const struct signal_metric *metric,
                              double part)
{
    const struct table *metrics = tables_find(tables, "job_metrics");
    size_t row = metrics ? table_find_row(metrics, 0, "metric", metric->name, NULL, NULL) : 0;
    if (!metrics || row >= metrics->rows)
        return NUMBER_MISSING;
    double nodes = metric->combine == COMBINE_TOTAL ? (double)metric->present : 1;
    return part * table_numbers(metrics, "p95")[row] / nodes;
}

/* A sample stands for half an interval before and behind it, where those are longer than slots. */
static void mark(bool *shown, const struct grid *grid, const struct signal *signal, double limit)
{
    double reach_s = signal->interval_s > grid->step ? signal->interval_s / 2 : 0;
    for (size_t i = 0; i < signal->count; i++) {
        if (!(signal->values[i] > limit))
            continue;
        size_t first = grid_slot_of(grid, signal->times[i] - reach_s);
        size_t last = grid_slot_of(grid, signal->times[i] + reach_s);
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

static double limit_of(const struct tables *tables, const struct signal_metric *metric, size_t k)
{
    return fmax(known[k].limit, work_signs_part_of_p95(tables, metric, PART_OF_P95[known[k].kind]));
}

/* `least`: what a sign of each kind is at least; infinite: the kind is not looked at. */
static void make(struct work_signs *signs, const struct analysis_request *request,
                 const struct tables *tables, const struct grid *grid, const double *least)
{
    const struct signals *signals = request->signals;
    bool looked_at[KINDS] = {false};
    signs->shown = memory_alloc_array(grid->slots, sizeof *signs->shown);
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        size_t number = signals_find(signals, known[k].metric);
        if (!isfinite(least[known[k].kind]) || number == (size_t)-1 ||
            !signals->metrics[number].present)
            continue;
        const struct signal_metric *metric = &signals->metrics[number];
        double limit = fmax(limit_of(tables, metric, k), least[known[k].kind]);
        looked_at[known[k].kind] = true;
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
static void add_cards(struct work_signs_cards *cards, const struct signals *signals,
                      const struct name_index *names, const struct signal_metric *metric)
{
    for (size_t i = metric->first + metric->count; i-- > metric->first;) {
        uint32_t card = signals->items[i].node;
        const char *name = natural_host_of_card(signals->nodes[card].name);
        uint32_t host = name ? name_index_find(names, name) : NAME_INDEX_NONE;
        if (host == NAME_INDEX_NONE || host == card)
            continue;
        cards->next[i] = cards->first[host];
        cards->first[host] = i + 1;
    }
}

void work_signs_find_cards(struct work_signs_cards *cards, const struct signals *signals,
                           struct arena *arena)
{
    struct name_index names;
    name_index_init(&names);
    for (size_t node = 0; node < signals->node_count; node++)
        name_index_add(&names, signals->nodes[node].name);
    cards->first = arena_alloc_array(arena, signals->node_count, sizeof *cards->first);
    cards->next = arena_alloc_array(arena, signals->count, sizeof *cards->next);
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        size_t number = known[k].kind == GPUS ? signals_find(signals, known[k].metric) : (size_t)-1;
        if (number != (size_t)-1)
            add_cards(cards, signals, &names, &signals->metrics[number]);
    }
    name_index_release(&names);
}

static void mark_cards(bool *shown, const struct signals *signals, const struct grid *grid,
                       const struct work_signs_cards *cards, uint32_t node, uint32_t metric,
                       double limit)
{
    for (size_t i = cards->first[node]; i; i = cards->next[i - 1])
        if (signals->items[i - 1].metric == metric)
            mark(shown, grid, &signals->items[i - 1], limit);
}

/* A GPU's signs are its host's; what is measured of all GPUs of a node is the node's own. */
void work_signs_of_node(struct work_signs *signs, const struct analysis_request *request,
                        const struct tables *tables, const struct grid *grid,
                        const struct work_signs_cards *cards, uint32_t node)
{
    const struct signals *signals = request->signals;
    *signs = (struct work_signs){memory_alloc_array(grid->slots, sizeof *signs->shown), ""};
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
        size_t number = signals_find(signals, known[k].metric);
        if (known[k].kind == RATES || number == (size_t)-1 || !signals->metrics[number].present)
            continue;
        const struct signal_metric *metric = &signals->metrics[number];
        double limit = limit_of(tables, metric, k);
        const struct signal *its = signals_of_node(signals, metric, node, node);
        if (its)
            mark(signs->shown, grid, its, limit);
        if (known[k].kind == GPUS)
            mark_cards(signs->shown, signals, grid, cards, node, (uint32_t)number, limit);
    }
}

void work_signs_release(struct work_signs *signs)
{
    free(signs->shown);
    *signs = (struct work_signs){0};
}
