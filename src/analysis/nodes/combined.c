#include "analysis/nodes/combined.h"

#include <math.h>

#include "analysis/nodes/remembered.h"
#include "analysis/nodes/signal_grid.h"
#include "analysis/statistics/statistic.h"
#include "util/number.h"

/* What one node has in one slot. */
struct slot_sum {
    size_t slot, count;
    double sum; /* × SUM_SCALE */
};

static void add_slot(struct combined *combined, const struct slot_sum *sum)
{
    if (sum->slot == NO_SLOT)
        return;
    combined->due[sum->slot]++;
    if (!sum->count)
        return;
    combined->values[sum->slot] += sum->sum / (double)sum->count;
    combined->present[sum->slot]++;
}

/* Times ascend, so that a slot's samples lie together. */
static void add_signal(struct combined *combined, const struct grid *grid,
                       const struct signal *signal)
{
    struct slot_sum sum = {.slot = NO_SLOT};
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        if (slot != sum.slot) {
            add_slot(combined, &sum);
            sum = (struct slot_sum){.slot = slot};
        }
        if (!isnan(signal->values[i])) {
            sum.sum += signal->values[i] * SUM_SCALE;
            sum.count++;
        }
    }
    add_slot(combined, &sum);
}

/* Of a ratio: each sample counts by its divisor, all nodes' of a slot alike. */
static void add_ratio(struct combined *combined, const struct grid *grid,
                      const struct signal *signal, double *weights)
{
    size_t last = NO_SLOT, counted = NO_SLOT;
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        if (slot == NO_SLOT)
            continue;
        combined->due[slot] += slot != last;
        last = slot;
        if (isnan(signal->values[i]))
            continue;
        double weight = signal->weights[i] * SUM_SCALE;
        combined->values[slot] += signal->values[i] * weight;
        weights[slot] += weight;
        combined->present[slot] += slot != counted;
        counted = slot;
    }
}

/* The slots whose middle lies between the two moments get one node more. */
static void add_held(struct combined *combined, const struct grid *grid, double from, double to)
{
    double first = fmax(ceil((from - grid->start) / grid->step), 0);
    double last = fmin(floor((to - grid->start) / grid->step), (double)grid->slots - 1);
    for (double slot = first; slot <= last; slot++)
        combined->nodes[(size_t)slot]++;
}

/* A sample may be a little beyond the time for which its node was held. */
static void count_nodes(struct combined *combined, const struct signals *signals,
                        const struct signal_metric *metric)
{
    for (size_t i = metric->first; i < metric->first + metric->count; i++) {
        const struct signal *signal = &signals->items[i];
        const struct node *node = &signals->nodes[signal->node];
        if (signal->missing == signal->count)
            continue;
        for (size_t k = 0; k < node->held_count; k++)
            add_held(combined, &metric->grid, node->held[k].start, node->held[k].end);
        if (!node->held_count)
            add_held(combined, &metric->grid, -INFINITY, INFINITY);
    }
    for (size_t slot = 0; slot < combined->slots; slot++)
        if (combined->nodes[slot] < combined->present[slot])
            combined->nodes[slot] = combined->present[slot];
}

static const struct combined *make(const struct signals *signals,
                                   const struct signal_metric *metric, struct arena *arena)
{
    size_t slots = metric->grid.slots;
    struct combined *combined = arena_alloc(arena, sizeof *combined);
    *combined = (struct combined){
        .slots = slots,
        .values = arena_alloc_array(arena, slots, sizeof(double)),
        .present = arena_alloc_array(arena, slots, sizeof(uint32_t)),
        .due = arena_alloc_array(arena, slots, sizeof(uint32_t)),
        .nodes = arena_alloc_array(arena, slots, sizeof(uint32_t)),
    };
    bool is_ratio = metric->count > 0 && signals->items[metric->first].weights;
    double *weights = is_ratio ? arena_alloc_array(arena, slots, sizeof *weights) : NULL;
    for (size_t i = 0; i < metric->count; i++) {
        struct signal signal =
            signal_on_grid(&signals->items[metric->first + i], &metric->grid, arena);
        if (is_ratio)
            add_ratio(combined, &metric->grid, &signal, weights);
        else
            add_signal(combined, &metric->grid, &signal);
    }
    count_nodes(combined, signals, metric);
    for (size_t k = 0; k < slots; k++) {
        double nodes = metric->combine == COMBINE_TOTAL ? (double)combined->nodes[k] : 1;
        bool enough = combined->present[k] > 0 && 2 * combined->present[k] >= combined->nodes[k];
        double divisor = weights ? weights[k] : combined->present[k] * SUM_SCALE;
        combined->values[k] = enough ? combined->values[k] / divisor * nodes : NUMBER_MISSING;
    }
    return combined;
}

const struct combined *combined_of(const struct signals *signals, size_t metric)
{
    struct remembered_metric *its = &signals->remembered->metrics[metric];
    pthread_mutex_lock(&its->lock);
    if (!its->combined)
        its->combined = make(signals, &signals->metrics[metric], &its->arena);
    pthread_mutex_unlock(&its->lock);
    return its->combined;
}
