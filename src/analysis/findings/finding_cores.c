/* How many cores are busy, for a load that counts 100 % for each. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "util/number.h"

static const double PERCENT_OF_CORE = 100;

struct cores {
    double count, physical; /* of each node; NaN: not known, or nodes differ */
    bool are_estimated;
};

static struct cores cores_of_nodes(const struct findings *findings, const struct node_load *load)
{
    const struct signals *signals = findings->request->signals;
    const struct signal_metric *metric = node_load_metric(signals, load);
    const struct capacity *capacities = capacities_of(findings->request);
    struct cores cores = {NUMBER_MISSING, NUMBER_MISSING, false};
    for (size_t i = 0; i < metric->count; i++) {
        const struct capacity *capacity = &capacities[signals->items[metric->first + i].node];
        if (isnan(capacity->cores) || (i && capacity->cores != cores.count))
            return (struct cores){NUMBER_MISSING, NUMBER_MISSING, false};
        cores.physical = i && capacity->physical_cores != cores.physical ? NUMBER_MISSING
                                                                         : capacity->physical_cores;
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
    const char *busy = finding_quantity(findings, value / PERCENT_OF_CORE, "");
    if (is_first) /* of all processors, as the other values of the sentence are */
        return arena_format(findings->arena, "%s of %s busy", busy,
                            finding_processors(findings, cores.count, cores.count, cores.physical,
                                               cores.are_estimated));
    return arena_format(findings->arena, "%s of %s%s", busy, cores.are_estimated ? "about " : "",
                        finding_quantity(findings, cores.count, ""));
}

const char *finding_processors(const struct findings *findings, double busy, double processors,
                               double physical_cores, bool are_estimated)
{
    bool are_cores = busy <= physical_cores || processors <= physical_cores;
    return arena_format(findings->arena, "%s%s %s", are_estimated ? "about " : "",
                        finding_quantity(findings, round(are_cores ? physical_cores : processors),
                                         ""),
                        are_cores ? "cores" : "hardware threads");
}

bool finding_is_same_load(const struct findings *findings, const char *metric)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = signals ? node_load_of(signals) : NULL;
    return load && strcmp(load->metric, metric) != 0 && node_load_measures(metric);
}
