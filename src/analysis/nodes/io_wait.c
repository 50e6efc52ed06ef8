#include "analysis/nodes/io_wait.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_grid.h"
#include "util/memory.h"
#include "util/number.h"

static const double LEAST_CORES = 2; /* one process that waits now and then is no such moment */

static void add_signal(struct io_wait *wait, size_t *sampled, const struct grid *grid,
                       const struct signal *signal, double least, size_t number)
{
    size_t latest = NO_SLOT;
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        if (slot == NO_SLOT || slot == latest || isnan(signal->values[i]))
            continue;
        double share = signal->values[i] / 100;
        wait->shares[slot] += share;
        wait->nodes[slot] += share >= least;
        wait->one[slot] = share >= least ? number : wait->one[slot];
        sampled[slot]++;
        latest = slot;
    }
}

const struct signal *io_wait_signals(const struct signals *signals)
{
    const struct signal_metric *metric = node_load_iowait(signals);
    return metric ? &signals->items[metric->first] : NULL;
}

void io_wait_make(struct io_wait *wait, const struct analysis_request *request,
                  const struct grid *grid)
{
    const struct signals *signals = request->signals;
    const struct signal_metric *metric = node_load_iowait(signals);
    size_t *sampled = memory_alloc_array(grid->slots, sizeof *sampled);
    struct arena arena;
    arena_init(&arena);
    const struct capacity *capacities = capacities_of(request);
    *wait = (struct io_wait){memory_alloc_array(grid->slots, sizeof *wait->shown),
                             memory_alloc_array(grid->slots, sizeof *wait->shares),
                             memory_alloc_array(grid->slots, sizeof *wait->nodes),
                             memory_alloc_array(grid->slots, sizeof *wait->one)};
    for (size_t i = 0; metric && i < metric->count; i++) {
        struct signal signal = signal_on_grid(&signals->items[metric->first + i], grid, &arena);
        double least = fmax(IO_WAIT_SHARE, LEAST_CORES / capacities[signal.node].cores);
        add_signal(wait, sampled, grid, &signal, least, i);
    }
    for (size_t slot = 0; slot < grid->slots; slot++) {
        wait->shown[slot] = sampled[slot] && 2 * wait->nodes[slot] >= sampled[slot];
        wait->shares[slot] =
            sampled[slot] ? wait->shares[slot] / (double)sampled[slot] : NUMBER_MISSING;
    }
    arena_release(&arena);
    free(sampled);
}

void io_wait_release(struct io_wait *wait)
{
    free(wait->shown);
    free(wait->shares);
    free(wait->nodes);
    free(wait->one);
    *wait = (struct io_wait){0};
}
