/* Load and threads against cores: few busy, more asked of them than there are, or many processes on
 * few of them. */
#include <math.h>
#include <string.h>

#include "analysis/findings/blocked.h"
#include "analysis/findings/busy_cores.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_statistic.h"
#include "table/shared_nodes.h"
#include "util/count_text.h"
#include "util/number.h"

static const double LEAST_SAMPLES = 10; /* per node, to speak of its mean */
static const double THREADS_OF_CORE = 2;

static const char waiting_rule[] = "nodes.waiting-for-others", low_rule[] = "nodes.low-load";

/* Means over the nodes on which both are known. */
struct use {
    double busy, cores;    /* logical processors; NaN: unknown */
    double physical_cores; /* NaN: unknown, too, if these are hardware threads */
    double share;          /* of the cores of all nodes together, where known, that are busy */
    double threads;        /* NaN: unknown */
    double load_average;   /* NaN: unknown */
    bool is_estimated;     /* the number of cores */
    size_t nodes, of;      /* nodes on which both are known, and that have the load */
};

static double mean_of(const struct findings *findings, const struct signal *signal)
{
    const struct signals *signals = findings->request->signals;
    double samples = signal_statistic(findings->tables, signals, signal, "samples");
    return samples < LEAST_SAMPLES ? NUMBER_MISSING
                                   : signal_statistic(findings->tables, signals, signal, "mean");
}

/* Of the metric on the node; NaN where either is unknown. */
static double mean_on(const struct findings *findings, const char *name, uint32_t node)
{
    const struct signals *signals = findings->request->signals;
    const struct signal_metric *metric = name ? node_load_present(signals, name) : NULL;
    return metric ? mean_of(findings, signals_of_node(signals, metric, node, node))
                  : NUMBER_MISSING;
}

static void add_node(struct use *use, const struct findings *findings, const struct node_load *load,
                     const struct signal *signal)
{
    const struct capacity *capacity = &capacities_of(findings->request)[signal->node];
    double in_kernel = mean_on(findings, load->kernel, signal->node);
    double mean = mean_of(findings, signal) + (isnan(in_kernel) ? 0 : in_kernel);
    double share = node_load_share(load, mean, capacity->cores);
    if (isnan(share))
        return;
    use->nodes++;
    use->share += share;
    use->busy += share * capacity->cores;
    use->cores += capacity->cores;
    use->physical_cores += capacity->physical_cores;
    use->threads += mean_on(findings, "num_threads", signal->node);
    use->load_average += mean_on(findings, NODE_LOAD_AVERAGE, signal->node);
    use->is_estimated |= capacity->cores_are_estimated;
}

static struct use find_use(const struct findings *findings, const struct node_load *load)
{
    const struct signals *signals = findings->request->signals;
    const struct signal_metric *metric = node_load_metric(signals, load);
    struct use use = {0};
    for (size_t i = 0; i < metric->count; i++)
        add_node(&use, findings, load, &signals->items[metric->first + i]);
    double nodes = use.nodes ? (double)use.nodes : NUMBER_MISSING;
    use.of = metric->present;
    use.busy /= nodes;
    use.cores /= nodes;
    use.physical_cores /= nodes;
    use.share = isnan(use.cores) ? use.share / nodes : use.busy / use.cores;
    use.threads /= nodes;
    use.load_average /= nodes;
    return use;
}

/* Whatever is busy. */
static const char *all_processors(const struct findings *findings, const struct use *use)
{
    return finding_processors(findings, use->cores, use->cores, use->physical_cores,
                              use->is_estimated);
}

static const char *processors_text(const struct findings *findings, const struct use *use)
{
    return finding_processors(findings, use->busy, use->cores, use->physical_cores,
                              use->is_estimated);
}

/* "1.6 of 64 cores per node were busy (2.5 %)" */
static const char *use_text(const struct findings *findings, const struct use *use)
{
    const char *per_node = use->nodes > 1 ? " per node" : "";
    double shown = use->busy <= use->physical_cores ? use->physical_cores : use->cores;
    const char *share = finding_percent(findings, isnan(shown) ? use->share : use->busy / shown);
    const char *part = use->nodes < use->of
                           ? arena_format(findings->arena, " on %s of %s nodes",
                                          COUNT_TEXT(use->nodes), COUNT_TEXT(use->of))
                           : "";
    if (isnan(use->cores))
        return arena_format(findings->arena, "%s of the cores%s were busy%s", share, per_node,
                            part);
    return arena_format(findings->arena, "%s of %s%s were busy (%s)%s",
                        finding_quantity(findings, use->busy, ""), processors_text(findings, use),
                        per_node, share, part);
}

/* How much of the cores is in use at most: threads that share a core keep all of it busy, and where
 * nobody says whether they do there may be THREADS_OF_CORE. */
static double share_in_use(const struct use *use)
{
    if (isnan(use->cores))
        return use->share;
    return use->busy /
           (isnan(use->physical_cores) ? use->cores / THREADS_OF_CORE : use->physical_cores);
}

/* Processes do not wait for a core while others are free, unless they may not run there. The load
 * average counts those that wait for the disk, too: then no core need be busy. */
static bool is_bound(const struct findings *findings, const struct use *use)
{
    return use->busy >= NODE_LOAD_CORE_AT_REST &&
           use->share < finding_limit(findings, low_rule, "note") &&
           use->load_average >= finding_limit(findings, waiting_rule, "warn") * use->busy &&
           use->load_average >=
               use->busy + finding_limit(findings, waiting_rule, "least_waiting") &&
           !finding_explains_low_load(findings) && !finding_gpus_work(findings);
}

/* What the processes are that no core works for: counted as blocked, else bound to a few that are
 * known, or either of the two. */
static const char *waiting_variant(const struct rule_finding *made, const struct use *use,
                                   double blocked, const char *cores)
{
    if (blocked >= rule_limit(made, "mostly_blocked") * (use->load_average - use->busy))
        return "blocked";
    bool hardly = blocked <= rule_limit(made, "hardly_blocked") * use->load_average;
    return cores || hardly ? "bound" : "bound or blocked";
}

static void add_bound(struct findings *findings, const char *metric, const struct use *use)
{
    struct rule_finding made = rule_begin(findings, waiting_rule);
    const char *cores = busy_cores_text(findings, metric);
    double blocked = blocked_counted(findings, findings->time.start, findings->time.end);
    rule_text(&made, "metric", metric);
    rule_text(&made, "use", use_text(findings, use));
    rule_text(&made, "cores", cores);
    rule_number(&made, "ratio", use->load_average / use->busy);
    rule_number(&made, "waiting", round(use->load_average));
    rule_number(&made, "blocked", round(blocked));
    made.variant = waiting_variant(&made, use, blocked, cores);
    made.finding.unit = "load per busy core";
    rule_add(&made);
}

/* Whether GPUs were held that nobody measured: their work may be done there. */
static bool may_work_on_gpus(const struct findings *findings)
{
    return tables_find(findings->tables, "task_gpus") && !tables_find(findings->tables, "gpus") &&
           !tables_find(findings->tables, "device_use") && isnan(finding_gpu_mean(findings));
}

/* Jobs whose work is on GPUs need few cores, get those of the whole node, and are no faster on
 * fewer. */
static void add_low_load(struct findings *findings, const char *metric, const struct use *use)
{
    struct rule_finding made = rule_begin(findings, low_rule);
    double share = share_in_use(use);
    if (!(share < rule_limit(&made, "note")) || finding_idle_share(findings) >= FINDING_WHOLE_RUN ||
        finding_gpus_work(findings))
        return;
    bool explained = finding_explains_low_load(findings);
    bool is_for_gpus = may_work_on_gpus(findings);
    bool is_very_low = share < rule_limit(&made, "warn") && !explained && !is_for_gpus;
    bool is_serial = is_very_low && use->busy < rule_limit(&made, "serial_busy_cores") &&
                     use->cores >= rule_limit(&made, "serial_cores");
    rule_text(&made, "metric", metric);
    rule_text(&made, "use", use_text(findings, use));
    rule_text(&made, "cores", busy_cores_text(findings, metric));
    rule_number(&made, "share", share);
    made.level = is_very_low ? RULE_WARN : RULE_NOTE;
    made.more_weight = is_serial ? rule_limit(&made, "serial_weight") : 0;
    made.advice_variant = explained     ? "explained"
                          : is_for_gpus ? "for GPUs"
                          : is_serial   ? "serial"
                                        : "few";
    rule_add_little_use(&made, NULL);
}

/* Many threads are no trouble while they sleep: the cores have to be at work too. */
static void add_too_many_threads(struct findings *findings, const struct use *use)
{
    struct rule_finding made = rule_begin(findings, "nodes.too-many-threads");
    double most = rule_limit(&made, use->is_estimated ? "per_estimated_core" : "warn");
    if (!(use->threads >= most * use->cores) || !(use->share >= rule_limit(&made, "at_work")))
        return;
    rule_text(&made, "processors", all_processors(findings, use));
    rule_text(&made, "busy", use->cores > use->physical_cores ? "hardware threads" : "cores");
    rule_number(&made, "threads", round(use->threads));
    rule_number(&made, "per_core", use->threads / use->cores);
    rule_number(&made, "nodes", (double)use->nodes - 1);
    rule_number(&made, "share", use->share);
    made.level = RULE_WARN;
    made.threshold = most;
    made.finding.unit = "threads per core";
    rule_add(&made);
}

/* Where the use of the CPUs is measured, too, the load average counts while they are at work:
 * otherwise its processes are blocked. */
static void add_too_much_load(struct findings *findings, const struct node_load *load,
                              const struct use *use)
{
    struct rule_finding made = rule_begin(findings, "nodes.oversubscribed");
    double average = strcmp(load->metric, NODE_LOAD_AVERAGE) == 0
                         ? use->load_average
                         : blocked_load_at_work(findings, use->cores);
    if (use->is_estimated)
        return;
    rule_text(&made, "metric", NODE_LOAD_AVERAGE);
    rule_text(&made, "processors", all_processors(findings, use));
    rule_number(&made, "load", average);
    rule_number(&made, "per_core", average / use->cores);
    rule_number(&made, "nodes", (double)use->nodes - 1);
    made.finding.unit = "load per core";
    rule_add(&made);
}

/* On shared nodes the load is that of other jobs, too. */
static const struct node_load *load_of_job(const struct findings *findings)
{
    const struct signals *signals = findings->request->signals;
    return signals && !shared_nodes_have_cpus(findings->tables) ? node_load_of(signals) : NULL;
}

const char *finding_busy_cores(const struct findings *findings)
{
    const struct node_load *load = load_of_job(findings);
    if (!load)
        return "";
    struct use use = find_use(findings, load);
    return isnan(use.share) ? "" : use_text(findings, &use);
}

void findings_of_cores(struct findings *findings)
{
    const struct node_load *load = load_of_job(findings);
    if (!load)
        return;
    struct use use = find_use(findings, load);
    if (is_bound(findings, &use)) {
        add_bound(findings, load->metric, &use);
        return;
    }
    add_low_load(findings, load->metric, &use);
    add_too_many_threads(findings, &use);
    add_too_much_load(findings, load, &use);
}
