#include "analysis/nodes/slot_loads.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/remembered.h"
#include "analysis/nodes/signal_grid.h"
#include "util/memory.h"
#include "util/number.h"

static void add_signal(struct slot_loads *loads, uint32_t *samples, const struct grid *grid,
                       const struct signal *signal, double scale)
{
    size_t latest = NO_SLOT;
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        double value = signal->values[i] * scale;
        if (slot == NO_SLOT || isnan(value))
            continue;
        if (!(loads->highest[slot] >= value))
            loads->highest[slot] = value;
        loads->mean[slot] += value;
        samples[slot]++;
        loads->present[slot] += slot != latest;
        latest = slot;
    }
}

void slot_loads_make(struct slot_loads *loads, const struct signals *signals,
                     const struct signal_metric *metric, const double *scales, struct arena *arena)
{
    const struct grid *grid = &metric->grid;
    uint32_t *samples = memory_alloc_array(grid->slots, sizeof *samples);
    loads->highest = arena_alloc_array(arena, grid->slots, sizeof *loads->highest);
    loads->mean = arena_alloc_array(arena, grid->slots, sizeof *loads->mean);
    loads->present = arena_alloc_array(arena, grid->slots, sizeof *loads->present);
    for (size_t slot = 0; slot < grid->slots; slot++)
        loads->highest[slot] = NUMBER_MISSING;
    struct arena copies;
    arena_init(&copies);
    for (size_t i = 0; i < metric->count; i++) {
        struct signal signal = signal_on_grid(&signals->items[metric->first + i], grid, &copies);
        add_signal(loads, samples, grid, &signal, scales ? scales[signal.node] : 1);
    }
    arena_release(&copies);
    for (size_t slot = 0; slot < grid->slots; slot++)
        loads->mean[slot] = samples[slot] ? loads->mean[slot] / samples[slot] : NUMBER_MISSING;
    free(samples);
}

const struct slot_loads *slot_loads_of(const struct signals *signals,
                                       const struct signal_metric *metric)
{
    struct remembered_metric *its = &signals->remembered->metrics[metric - signals->metrics];
    pthread_mutex_lock(&its->lock);
    if (!its->loads) {
        struct slot_loads *loads = arena_alloc(&its->arena, sizeof *loads);
        slot_loads_make(loads, signals, metric, NULL, &its->arena);
        its->loads = loads;
    }
    pthread_mutex_unlock(&its->lock);
    return its->loads;
}

double *slot_means_of(const struct signals *signals, const char *name, const struct grid *grid)
{
    size_t number = signals_find(signals, name);
    if (number == (size_t)-1 || !signals->metrics[number].present)
        return NULL;
    const struct signal_metric *metric = &signals->metrics[number];
    const struct slot_loads *its = slot_loads_of(signals, metric);
    double *means = memory_alloc_array(grid->slots, sizeof *means);
    for (size_t slot = 0; slot < grid->slots; slot++) {
        size_t other = grid_slot(&metric->grid, grid->start + (double)slot * grid->step);
        means[slot] = other == (size_t)-1 ? NUMBER_MISSING : its->mean[other];
    }
    return means;
}
