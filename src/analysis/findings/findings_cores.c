/* Load and threads against cores: few busy, more asked of them than there are, or many processes on
 * few of them. */
#include <math.h>
#include <string.h>

#include "analysis/findings/blocked.h"
#include "analysis/findings/busy_cores.h"
#include "analysis/findings/finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_statistic.h"
#include "table/shared_nodes.h"
#include "util/number.h"

static const double LOW_LOAD = 0.5, VERY_LOW_LOAD = 0.25; /* of the cores */
static const double FEW_CORES = 1.5, MANY_CORES = 8;      /* busy as in a serial program, of many */
static const double THREADS_PER_CORE = 4, THREADS_PER_ESTIMATED_CORE = 16, AT_WORK = 0.5;
static const double LOAD_PER_CORE = 1.5, THREADS_OF_CORE = 2;
/* Where busy cores are counted in hardware threads and processes are not, two share a core. */
static const double LOAD_PER_BUSY_CORE = 3, WAITING = 2; /* processes bound to too few cores */
static const double MOSTLY = 0.5, HARDLY = 0.1;          /* of processes without a core: blocked */
static const double LEAST_SAMPLES = 10;                  /* per node, to speak of its mean */

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

/* "1.6 of 64 cores busy per node on average (2.5 %)" */
static const char *use_text(const struct findings *findings, const struct use *use)
{
    const char *per_node = use->nodes > 1 ? " per node" : "";
    double shown = use->busy <= use->physical_cores ? use->physical_cores : use->cores;
    const char *share = finding_percent(findings, isnan(shown) ? use->share : use->busy / shown);
    const char *part = use->nodes < use->of ? arena_format(findings->arena, " on %zu of %zu nodes",
                                                           use->nodes, use->of)
                                            : "";
    if (isnan(use->cores))
        return arena_format(findings->arena, "%s of the cores busy%s on average%s", share, per_node,
                            part);
    return arena_format(findings->arena, "%s of %s busy%s on average (%s)%s",
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
    return use->busy >= NODE_LOAD_CORE_AT_REST && use->share < LOW_LOAD &&
           use->load_average >= LOAD_PER_BUSY_CORE * use->busy &&
           use->load_average >= use->busy + WAITING && !finding_explains_low_load(findings) &&
           !finding_gpus_work(findings);
}

/* What the processes are that no core works for: counted as blocked, else bound to a few that are
 * known, or either of the two. */
struct waiting {
    const char *text, *advice;
};

static struct waiting waiting_of(const struct findings *findings, const char *metric,
                                 const struct use *use)
{
    const char *cores = busy_cores_text(findings, metric);
    double blocked = blocked_counted(findings, findings->time.start, findings->time.end);
    const char *average = finding_quantity(findings, round(use->load_average), "");
    if (blocked >= MOSTLY * (use->load_average - use->busy))
        return (struct waiting){arena_format(findings->arena, "%s were blocked in I/O",
                                             finding_count(findings, round(blocked), "process",
                                                           "processes")),
                                BLOCKED_ADVICE};
    if (cores)
        return (struct waiting){
            arena_format(findings->arena,
                         "%s processes were ready to run: they are probably bound to too few cores "
                         "(%s)",
                         average, cores),
            "check --cpu-bind, --cpus-per-task, OMP_PLACES"};
    if (blocked <= HARDLY * use->load_average)
        return (struct waiting){
            arena_format(findings->arena,
                         "%s processes were ready to run: they are probably bound to too few cores",
                         average),
            "check --cpu-bind, --cpus-per-task, OMP_PLACES"};
    return (struct waiting){
        arena_format(findings->arena,
                     "%s processes were ready to run or blocked in I/O: bound to too few cores, or "
                     "waiting for a file system",
                     average),
        "check --cpu-bind, --cpus-per-task, OMP_PLACES, and the file system: ps shows blocked "
        "processes in state D"};
}

static void add_bound(struct findings *findings, const char *metric, const struct use *use)
{
    struct waiting waiting = waiting_of(findings, metric, use);
    finding_add(findings, (struct finding){
                              .id = "nodes.waiting-for-others",
                              .weight = 86,
                              .level = "warn",
                              .section = metric,
                              .text = arena_format(findings->arena, "%s while %s.",
                                                   use_text(findings, use), waiting.text),
                              .value = use->load_average / use->busy,
                              .unit = "load per busy core",
                              .threshold = LOAD_PER_BUSY_CORE,
                              .advice = waiting.advice,
                          });
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
    double share = share_in_use(use);
    if (!(share < LOW_LOAD) || finding_idle_share(findings) >= FINDING_WHOLE_RUN ||
        finding_gpus_work(findings))
        return;
    bool explained = finding_explains_low_load(findings);
    bool is_for_gpus = may_work_on_gpus(findings);
    bool is_very_low = share < VERY_LOW_LOAD && !explained && !is_for_gpus;
    const char *cores = busy_cores_text(findings, metric);
    bool is_serial = is_very_low && use->busy < FEW_CORES && use->cores >= MANY_CORES;
    finding_add_little_use(
        findings, NULL,
        (struct finding){
            .id = "nodes.low-load",
            .weight = is_serial     ? 85
                      : is_very_low ? 60
                                    : 45,
            .level = is_very_low ? "warn" : "note",
            .section = metric,
            .text = arena_format(findings->arena, "CPU load: %s%s%s.", use_text(findings, use),
                                 cores ? ", nearly always " : "", cores ? cores : ""),
            .value = share,
            .unit = "",
            .threshold = LOW_LOAD,
            .advice = explained     ? ""
                      : is_for_gpus ? "before requesting fewer cores check how many come with "
                                      "the GPUs"
                      : is_serial   ? "request 1 core, or run more processes or "
                                      "threads"
                                    : "request fewer cores, or run more tasks per "
                                      "node",
        });
}

/* Many threads are no trouble while they sleep: the cores have to be at work too. */
static void add_too_many_threads(struct findings *findings, const struct use *use)
{
    double most = use->is_estimated ? THREADS_PER_ESTIMATED_CORE : THREADS_PER_CORE;
    if (!(use->threads >= most * use->cores) || !(use->share >= AT_WORK))
        return;
    finding_add(findings, (struct finding){
                              .id = "nodes.too-many-threads",
                              .weight = 82,
                              .level = "warn",
                              .section = "num_threads",
                              .text = arena_format(
                                  findings->arena,
                                  "%s threads on %s%s on average, with %s of the %s busy: "
                                  "oversubscribed.",
                                  finding_quantity(findings, round(use->threads), ""),
                                  all_processors(findings, use), use->nodes > 1 ? " per node" : "",
                                  finding_percent(findings, use->share),
                                  use->cores > use->physical_cores ? "hardware threads" : "cores"),
                              .value = use->threads / use->cores,
                              .unit = "threads per core",
                              .threshold = most,
                              .advice = "set OMP_NUM_THREADS to cores ÷ processes per node",
                          });
}

/* Where the use of the CPUs is measured, too, the load average counts while they are at work:
 * otherwise its processes are blocked. */
static void add_too_much_load(struct findings *findings, const struct node_load *load,
                              const struct use *use)
{
    double average = strcmp(load->metric, NODE_LOAD_AVERAGE) == 0
                         ? use->load_average
                         : blocked_load_at_work(findings, use->cores);
    double per_core = average / use->cores;
    if (use->is_estimated || !(per_core >= LOAD_PER_CORE))
        return;
    finding_add(findings,
                (struct finding){
                    .id = "nodes.oversubscribed",
                    .weight = 82,
                    .level = "warn",
                    .section = NODE_LOAD_AVERAGE,
                    .text = arena_format(findings->arena,
                                         "CPU load is %s on %s%s on average: oversubscribed.",
                                         finding_quantity(findings, average, ""),
                                         all_processors(findings, use),
                                         use->nodes > 1 ? " per node" : ""),
                    .value = per_core,
                    .unit = "load per core",
                    .threshold = LOAD_PER_CORE,
                    .advice = "run as many processes and threads as there are cores",
                });
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
