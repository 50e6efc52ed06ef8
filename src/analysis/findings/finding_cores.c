/* How many cores are busy, for a load that counts 100 % for each. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "util/number.h"

static const double PERCENT_OF_CORE = 100;

struct cores {
    double count; /* of each node; NaN: not known, or nodes differ */
    bool are_estimated;
};

static struct cores cores_of_nodes(const struct findings *findings, const struct node_load *load)
{
    const struct signals *signals = findings->request->signals;
    const struct signal_metric *metric = node_load_metric(signals, load);
    const struct capacity *capacities = capacities_of(findings->request);
    struct cores cores = {NUMBER_MISSING, false};
    for (size_t i = 0; i < metric->count; i++) {
        const struct capacity *capacity = &capacities[signals->items[metric->first + i].node];
        if (isnan(capacity->cores) || (i && capacity->cores != cores.count))
            return (struct cores){NUMBER_MISSING, false};
        cores.count = capacity->cores;
        cores.are_estimated |= capacity->cores_are_estimated;
    }
    return cores;
}

const char *finding_value(const struct findings *findings, const char *metric, double value,
                          const char *unit, bool is_first)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = signals ? node_load_of(signals) : NULL;
    if (!load || load->per_core != PERCENT_OF_CORE || strcmp(load->metric, metric) != 0)
        return finding_quantity(findings, value, unit);
    struct cores cores = cores_of_nodes(findings, load);
    if (isnan(cores.count))
        return finding_quantity(findings, value, unit);
    return arena_format(findings->arena, "%s of %s%s%s",
                        finding_quantity(findings, value / PERCENT_OF_CORE, ""),
                        cores.are_estimated ? "about " : "",
                        finding_quantity(findings, cores.count, ""), is_first ? " cores busy" : "");
}

bool finding_is_same_load(const struct findings *findings, const char *metric)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = signals ? node_load_of(signals) : NULL;
    return load && strcmp(load->metric, metric) != 0 && node_load_measures(metric);
}
