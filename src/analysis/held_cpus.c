#include "analysis/held_cpus.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/node_names.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_statistic.h"
#include "util/memory.h"
#include "util/number.h"

static const double NEARLY_ALL_MEMORY = 0.85;       /* the system keeps some */
static const double MORE = 1.05;                    /* than all cores there would be */
static const double OTHERS = 1.3, OTHERS_ABOVE = 1; /* × and CPUs: the system needs some itself */
static const double MOST_OF_TIME = 0.8;             /* of the jobs, that is measured */

enum held_cpus held_cpus_are(const struct held_cpus_signs *signs, double cpus, double threads)
{
    if (signs->threads_per_core < threads || signs->most_held * threads > MORE * cpus)
        return HELD_CPUS_PART;
    bool is_by_jobs = signs->measured <= fmax(OTHERS * signs->used, signs->used + OTHERS_ABOVE);
    /* Of whatever they held, all that is measured is theirs; or others had no memory there. */
    if (is_by_jobs || signs->memory >= NEARLY_ALL_MEMORY)
        return HELD_CPUS_ALL;
    if (signs->measured > signs->used && !signs->may_be_uneven)
        return HELD_CPUS_PART;
    return signs->threads_per_core >= threads ? HELD_CPUS_TAKEN_FOR_ALL : HELD_CPUS_UNKNOWN;
}

/* ---- how many are busy ---- */

/* Of one host, while jobs held it and it was sampled. */
struct use {
    double used, measured, memory, nodes; /* nodes: the most that a job of it held */
};

static double within(struct held_time time, struct held_time limits)
{
    return fmax(fmin(time.end, limits.end) - fmax(time.start, limits.start), 0);
}

static double held_s_of(struct held_times held, struct held_time sampled)
{
    double sum_s = 0;
    for (size_t i = 0; i < held.count; i++)
        sum_s += within(held.items[i], sampled);
    return sum_s;
}

static struct use use_of_jobs(struct held_parts parts, double held_s, struct held_time sampled)
{
    struct use use = {0, NUMBER_MISSING, NUMBER_MISSING, 0};
    for (size_t i = 0; i < parts.count; i++) {
        double part_s = within(parts.items[i].time, sampled);
        if (!(part_s > 0))
            continue;
        use.used += parts.items[i].busy * part_s / held_s; /* NaN of one: of all */
        use.memory = fmax(use.memory, parts.items[i].memory_B);
        use.nodes = fmax(use.nodes, parts.items[i].nodes);
    }
    return use;
}

/* NaN where most of the time is not measured. */
static double measured_on(const struct analysis_request *request, uint32_t node, double held_s)
{
    const struct signals *signals = request->signals;
    const struct node_load *load = node_load_of(signals);
    const struct signal *signal =
        load ? signals_of_node(signals, node_load_metric(signals, load), node, node) : NULL;
    struct signal_mean mean = signal_mean_of(signal);
    if (!mean.count || (double)mean.count * signal->interval_s < MOST_OF_TIME * held_s)
        return NUMBER_MISSING;
    double cores = capacities_of(request)[node].cores;
    return node_load_share(load, mean.mean, cores) * cores;
}

static void find_uses(struct use *uses, const struct analysis_request *request,
                      const struct allocations *allocations, struct held_time sampled)
{
    const struct dataset *dataset = request->dataset;
    for (uint32_t host = 0; host < allocations->hosts.count; host++)
        uses[host] = (struct use){NUMBER_MISSING, NUMBER_MISSING, NUMBER_MISSING, 0};
    for (size_t i = 0; i < dataset->node_count; i++) {
        uint32_t host = node_names_find(&allocations->hosts, dataset->nodes[i].name);
        double held_s = host ? held_s_of(allocations->held[host], sampled) : 0;
        if (!(held_s > 0) || !isnan(uses[host].measured))
            continue;
        uses[host] = use_of_jobs(allocations->parts[host], held_s, sampled);
        uses[host].memory /= capacities_of(request)[i].memory_B;
        uses[host].measured = measured_on(request, (uint32_t)i, held_s);
    }
}

/* Records of jobs on several nodes have sums: so many are compared together. */
void held_cpus_measure(struct held_cpus_signs *signs, const struct analysis_request *request,
                       const struct allocations *allocations, struct held_time sampled)
{
    struct use *uses = memory_alloc_array(allocations->hosts.count + 1, sizeof *uses);
    struct use together = {0};
    double hosts = 0;
    find_uses(uses, request, allocations, sampled);
    for (uint32_t host = 1; host < allocations->hosts.count; host++) {
        if (!(uses[host].nodes > 1))
            continue;
        together.used += uses[host].used;
        together.measured += uses[host].measured;
        together.nodes = fmax(together.nodes, uses[host].nodes);
        hosts++;
    }
    for (uint32_t host = 1; host < allocations->hosts.count; host++) {
        bool is_one = !(uses[host].nodes > 1);
        signs[host].memory = uses[host].memory;
        signs[host].used = is_one ? uses[host].used : together.used / hosts;
        signs[host].measured = is_one ? uses[host].measured : together.measured / hosts;
        signs[host].may_be_uneven = !is_one && hosts < together.nodes;
    }
    free(uses);
}
