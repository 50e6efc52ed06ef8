#include "analysis/nodes/little_work.h"

#include <math.h>

#include "analysis/nodes/capacity.h"
#include "analysis/nodes/signal_grid.h"
#include "util/number.h"

static const double BUSY_CORE = 0.5, COUNTS = 0.1; /* of a core; of the samples */
static const double PERCENT = 1;                   /* of cores whose number is not known */

static double limit_of(const struct node_load *load, double cores, double busy)
{
    double core =
        isnan(cores) && load->per_core == 0 ? PERCENT / BUSY_CORE : node_load_of_core(load, cores);
    return fmax(load->at_rest, busy * core);
}

void little_work_prepare(struct little_work_search *search, const struct analysis_request *request,
                         const struct node_load *load, struct arena *arena)
{
    *search = (struct little_work_search){request, load, capacities_of(request), {0}};
    work_signs_find_gpus(&search->gpus, request->signals, arena);
}

/* `busy`: more than that of a core is work. */
static struct little_work find_within(const struct little_work_search *search,
                                      const struct tables *tables, const struct signal *signal,
                                      double from, double until, double busy)
{
    const struct node_load *load = search->load;
    const struct grid *grid = &node_load_metric(search->request->signals, load)->grid;
    struct work_signs signs;
    double cores = search->capacities[signal->node].cores;
    struct little_work found = {.last = NUMBER_MISSING, .cores = cores};
    double limit = limit_of(load, cores, busy), sum = 0;
    size_t samples = 0, at_work = 0;
    work_signs_of_node(&signs, search->request, tables, grid, &search->gpus, signal->node);
    for (size_t i = 0; i < signal->count && signal->times[i] <= until; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        if (slot == NO_SLOT || isnan(signal->values[i]) || !(signal->times[i] > from))
            continue;
        samples++;
        sum += signal->values[i];
        if (!(signal->values[i] > limit) && !signs.shown[slot])
            continue;
        at_work++;
        found.last = signal->times[i];
    }
    if (samples && (double)at_work >= COUNTS * (double)samples)
        found.share = (double)at_work / (double)samples;
    double mean = sum / (double)samples;
    found.load_share = node_load_share(load, mean, cores);
    found.busy_cores = load->per_core > 0 ? mean / load->per_core : found.load_share * cores;
    if (found.busy_cores <= search->capacities[signal->node].physical_cores)
        found.cores = search->capacities[signal->node].physical_cores;
    work_signs_release(&signs);
    return found;
}

struct little_work little_work_find(const struct little_work_search *search,
                                    const struct tables *tables, const struct signal *signal,
                                    double until)
{
    return find_within(search, tables, signal, -INFINITY, until, BUSY_CORE);
}

struct little_work little_work_find_after(const struct little_work_search *search,
                                          const struct tables *tables, const struct signal *signal,
                                          double from, double until)
{
    return find_within(search, tables, signal, from, until, NODE_LOAD_CORE_AT_REST);
}
