#include "analysis/findings/collapse.h"

#include <math.h>

#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "table/rows.h"
#include "util/number.h"

static const double NOTHING = 0.05; /* of the load otherwise, at most */
static const double AT_END = 0.02;  /* of the run */
static const double REPORTED = 0.5, NEARLY_ALL = 0.8;
static const double ALIKE = 0.5, ALIKE_RATIO = 2; /* cores; where their number is not known */

/* The node with most and the mean of all others, in busy cores where these are known. */
struct levels {
    double highest, others;
    bool are_cores;
};

static double mean_within(const struct signal *signal, double start, double end)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < signal->count; i++) {
        if (isnan(signal->values[i]) || signal->times[i] < start || signal->times[i] > end)
            continue;
        sum += signal->values[i];
        count++;
    }
    return count > 0 ? sum / count : NUMBER_MISSING;
}

static struct levels levels_within(const struct findings *findings, const struct node_load *load,
                                   double start, double end)
{
    const struct signals *signals = findings->request->signals;
    const struct signal_metric *metric = node_load_metric(signals, load);
    const struct capacity *capacities = capacities_of(findings->request);
    struct levels levels = {NUMBER_MISSING, 0, true};
    double sum = 0, nodes = 0;
    for (size_t i = 0; i < metric->count; i++)
        levels.are_cores &= !isnan(capacities[signals->items[metric->first + i].node].rough_cores);
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *signal = &signals->items[metric->first + i];
        double cores = capacities[signal->node].rough_cores;
        double mean = mean_within(signal, start, end);
        if (levels.are_cores)
            mean = node_load_share(load, mean, cores) * cores;
        if (isnan(mean))
            continue;
        nodes++;
        sum += mean;
        levels.highest = fmax(levels.highest, mean);
    }
    levels.others = nodes > 1 ? (sum - levels.highest) / (nodes - 1) : levels.highest;
    return levels;
}

/* Else one works while the others wait for it. */
static bool are_nodes_alike(const struct findings *findings, double start, double end)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = signals ? node_load_of(signals) : NULL;
    if (!load)
        return false;
    struct levels levels = levels_within(findings, load, start, end);
    return levels.are_cores ? levels.highest - levels.others < ALIKE
                            : levels.highest <= fmax(ALIKE_RATIO * levels.others, load->at_rest);
}

static bool is_reported(const struct findings *findings, double start, double end)
{
    static const char *const others[] = {"serial_phases", "stalls", "gpu_hangs"};
    double least_s = REPORTED * (end - start);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (finding_phases_within(tables_find(findings->tables, others[i]), start, end) >= least_s)
            return true;
    return finding_waiting_within(findings, start, end) >= least_s ||
           finding_swapping_within(findings, start, end) >= least_s ||
           finding_gpu_rests_within(findings, start, end) >= least_s;
}

bool collapse_is(const struct findings *findings, const struct load_drops_rows *drops, size_t row)
{
    double start = drops->start[row], end = drops->end[row];
    double near_s = AT_END * (findings->time.end - findings->time.start);
    return end >= findings->time.end - near_s &&
           drops->load[row] <= NOTHING * drops->load_otherwise[row] &&
           !*finding_names(drops->table, "rose", row) && are_nodes_alike(findings, start, end) &&
           !is_reported(findings, start, end);
}

bool collapse_is_idle(const struct findings *findings, const struct load_drops_rows *drops,
                      size_t row)
{
    const struct phases_rows phases = phases_rows(findings->tables);
    double start = drops->start[row], end = drops->end[row];
    for (size_t i = 0; i < phases.rows; i++)
        if (finding_phase_within(phases.table, i, start, end) >= NEARLY_ALL * (end - start))
            return true;
    return false;
}

double collapse_within(const struct findings *findings, double start, double end, bool not_idle)
{
    const struct load_drops_rows drops = load_drops_rows(findings->tables);
    double within_s = 0;
    for (size_t row = 0; row < drops.rows; row++) {
        double part_s = finding_phase_within(drops.table, row, start, end);
        if (part_s > 0 && collapse_is(findings, &drops, row) &&
            !(not_idle && collapse_is_idle(findings, &drops, row)))
            within_s += part_s;
    }
    return within_s;
}
