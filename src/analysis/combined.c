#include <math.h>

#include "analysis/signal_grid.h"
#include "analysis/statistic.h"
#include "util/number.h"

/* What one node has in one slot. */
struct slot_sum {
    size_t slot, count;
    double sum, weight; /* sum: × SUM_SCALE */
};

/* `weights`: of all nodes in each slot, NULL when they weigh alike. */
static void add_slot(struct combined *combined, const struct slot_sum *sum, double *weights)
{
    if (sum->slot == NO_SLOT)
        return;
    combined->due[sum->slot]++;
    if (!sum->count)
        return;
    combined->values[sum->slot] += weights ? sum->sum : sum->sum / (double)sum->count;
    combined->present[sum->slot]++;
    if (weights)
        weights[sum->slot] += sum->weight;
}

/* Times ascend, so that a slot's samples lie together. */
static void add_signal(struct combined *combined, const struct grid *grid,
                       const struct signal *signal, double *weights)
{
    struct slot_sum sum = {.slot = NO_SLOT};
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot_of(grid, signal->times[i]);
        if (slot != sum.slot) {
            add_slot(combined, &sum, weights);
            sum = (struct slot_sum){.slot = slot};
        }
        if (!isnan(signal->values[i])) {
            double weight = weights ? signal->weights[i] * SUM_SCALE : SUM_SCALE;
            sum.sum += signal->values[i] * weight;
            sum.weight += weight;
            sum.count++;
        }
    }
    add_slot(combined, &sum, weights);
}

void combined_make(struct combined *combined, const struct signals *signals, size_t metric_number,
                   struct arena *arena)
{
    const struct signal_metric *metric = &signals->metrics[metric_number];
    size_t slots = metric->grid.slots;
    *combined = (struct combined){
        .slots = slots,
        .values = arena_alloc_array(arena, slots, sizeof(double)),
        .present = arena_alloc_array(arena, slots, sizeof(uint32_t)),
        .due = arena_alloc_array(arena, slots, sizeof(uint32_t)),
    };
    bool is_ratio = metric->count > 0 && signals->items[metric->first].weights;
    double *weights = is_ratio ? arena_alloc_array(arena, slots, sizeof *weights) : NULL;
    for (size_t i = 0; i < metric->count; i++)
        add_signal(combined, &metric->grid, &signals->items[metric->first + i], weights);
    double nodes = metric->combine == COMBINE_TOTAL ? (double)metric->present : 1;
    for (size_t k = 0; k < slots; k++) {
        bool enough = combined->present[k] > 0 && 2 * combined->present[k] >= metric->present;
        double divisor = weights ? weights[k] : combined->present[k] * SUM_SCALE;
        combined->values[k] = enough ? combined->values[k] / divisor * nodes : NUMBER_MISSING;
    }
}
