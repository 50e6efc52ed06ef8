#include "analysis/nodes/steadiness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_grid.h"
#include "analysis/nodes/slot_loads.h"
#include "util/number.h"

static const double A_CORE_LEAST = 0.9, A_CORE_MOST = 1.2; /* busy, with what the system does */
static const double STEADY = 0.08;       /* cores: standard deviation beside as busy nodes */
static const double STEADY_ALONE = 0.35; /* of a node without others */
static const double AT_WORK = 0.5, ONE_IN_ALL = 1.5; /* busy cores */
static const double WAITING = 6, SETTLED_S = 600;    /* load average; it lags behind */

/* Of one node in the stretch. */
struct level {
    double mean, deviation; /* busy cores; NaN: no sample */
};

/* Slots at the edges may be of other work in part. */
static struct level level_of(const struct signal *signal, const struct grid *grid, double scale,
                             size_t first, size_t end)
{
    bool has_middle = end - first > 4;
    double sum = 0, squares = 0, count = 0;
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        double value = signal->values[i] * scale;
        if (slot == NO_SLOT || slot < first + has_middle || slot >= end - has_middle ||
            isnan(value))
            continue;
        sum += value;
        squares += value * value;
        count++;
    }
    double mean = count > 0 ? sum / count : NUMBER_MISSING;
    return (struct level){mean, sqrt(fmax(squares / count - mean * mean, 0))};
}

/* Whether the load average says all the time that processes wait, though CPUs do not work. */
static bool processes_wait(const struct signals *signals, const struct signal_metric *load,
                           size_t first, size_t end)
{
    if ((double)(end - first) * load->grid.step < SETTLED_S ||
        strcmp(load->name, NODE_LOAD_AVERAGE) == 0)
        return false;
    double *averages = slot_means_of(signals, NODE_LOAD_AVERAGE, &load->grid);
    double least = NUMBER_MISSING;
    for (size_t slot = first; averages && slot < end; slot++)
        least = fmin(least, averages[slot]);
    free(averages);
    return least >= WAITING;
}

/* Loads of nodes over one stretch of time. */
struct loads {
    double nodes, sum, highest;
    double deviation; /* the largest of nodes at work */
    bool all_have_one;
};

static bool are_of_a_program(const struct loads *loads)
{
    if (loads->nodes <= 1)
        return loads->deviation <= STEADY_ALONE;
    double others = (loads->sum - loads->highest) / (loads->nodes - 1);
    bool is_on_some = loads->highest - others >= AT_WORK || loads->sum <= ONE_IN_ALL;
    return is_on_some || (loads->all_have_one && loads->deviation <= STEADY);
}

struct steadiness steadiness_of(const struct signals *signals, const struct signal_metric *load,
                                const double *scales, size_t first, size_t end)
{
    struct steadiness steadiness = {.busy_nodes = 0};
    struct loads loads = {.all_have_one = true};
    for (size_t i = 0; i < load->count; i++) {
        const struct signal *signal = &signals->items[load->first + i];
        struct level level = level_of(signal, &load->grid, scales[signal->node], first, end);
        if (isnan(level.mean))
            continue;
        loads.nodes++;
        loads.sum += level.mean;
        loads.highest = fmax(loads.highest, level.mean);
        if (level.mean < AT_WORK)
            continue;
        steadiness.busy_nodes++;
        loads.deviation = fmax(loads.deviation, level.deviation);
        loads.all_have_one &= level.mean >= A_CORE_LEAST && level.mean <= A_CORE_MOST;
    }
    steadiness.is_of_a_program = steadiness.busy_nodes && are_of_a_program(&loads) &&
                                 !processes_wait(signals, load, first, end);
    return steadiness;
}
