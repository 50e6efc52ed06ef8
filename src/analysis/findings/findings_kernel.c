/* CPU time that nodes spent in the kernel: system calls, page faults, locks, not the program's own
 * work.
 *
 * A sample counts when a tenth of the cores is busy: of less, most is the system's own. */
#include <math.h>
#include <stdlib.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/signal_grid.h"
#include "util/memory.h"
#include "util/number.h"

static const char rule[] = "nodes.kernel-time";
enum { LEAST_SAMPLES = 10 };

/* As ClusterCockpit and tables, the modes of exporters, and sar call it; all in % of all cores. */
static const char *const metrics[] = {"cpu_system", "cpu_system_percent", "%system"};

/* Time of nodes in the kernel, of the samples in which it was a part of their time or more. */
struct kernel {
    double part;
    size_t nodes, of;                  /* for enough of the run; with both metrics */
    const char *node;                  /* of most */
    double most;                       /* of its samples */
    double samples, all, system, busy; /* of the nodes that count: sums */
};

/* Values of a signal by slot of the grid; to be freed. */
static double *by_slot(const struct signal *signal, const struct grid *grid)
{
    double *values = memory_alloc_array(grid->slots, sizeof *values);
    for (size_t slot = 0; slot < grid->slots; slot++)
        values[slot] = NUMBER_MISSING;
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        if (slot != NO_SLOT)
            values[slot] = signal->values[i];
    }
    return values;
}

static void add_node(struct kernel *kernel, const struct findings *findings,
                     const struct node_load *load, const struct signal *busy,
                     const struct signal *system)
{
    double at_work = finding_limit(findings, rule, "cores_at_work");
    const struct grid *grid = &node_load_metric(findings->request->signals, load)->grid;
    double *in_kernel = by_slot(system, grid);
    double all = 0, samples = 0, sum = 0, busy_sum = 0;
    for (size_t i = 0; i < busy->count; i++) {
        size_t slot = grid_slot(grid, busy->times[i]);
        double its = slot == NO_SLOT ? NUMBER_MISSING : in_kernel[slot];
        double both = busy->values[i] + (load->kernel ? its : 0);
        if (isnan(its) || isnan(both))
            continue;
        all++;
        if (both < 100 * at_work || its < kernel->part * both)
            continue;
        samples++;
        sum += its;
        busy_sum += both;
    }
    free(in_kernel);
    kernel->of += all >= LEAST_SAMPLES;
    if (all < LEAST_SAMPLES || samples < finding_limit(findings, rule, "of_run") * all)
        return;
    kernel->nodes++;
    kernel->samples += samples;
    kernel->all += all;
    kernel->system += sum;
    kernel->busy += busy_sum;
    if (samples / all > kernel->most) {
        kernel->most = samples / all;
        kernel->node = findings->request->signals->nodes[busy->node].name;
    }
}

static struct kernel find_kernel(const struct findings *findings, const struct node_load *load,
                                 const struct signal_metric *system, double part)
{
    const struct signals *signals = findings->request->signals;
    const struct signal_metric *metric = node_load_metric(signals, load);
    struct kernel kernel = {.part = part};
    for (size_t i = 0; i < metric->count; i++) {
        const struct signal *busy = &signals->items[metric->first + i];
        const struct signal *its = signals_of_node(signals, system, busy->node, i);
        if (its)
            add_node(&kernel, findings, load, busy, its);
    }
    return kernel;
}

static void add_kernel(struct findings *findings, const struct kernel *kernel, const char *metric)
{
    struct rule_finding made = rule_begin(findings, rule);
    double time = kernel->samples / kernel->all;
    rule_text(&made, "metric", metric);
    /* Of samples with no less than that part each; the sums may be rounded below it. */
    rule_number(&made, "share", fmax(kernel->system / kernel->busy, kernel->part));
    if (kernel->nodes < kernel->of && kernel->nodes == 1) {
        rule_text(&made, "node", finding_name(findings, kernel->node));
    } else if (kernel->nodes < kernel->of) {
        rule_number(&made, "nodes", (double)kernel->nodes);
        rule_number(&made, "of", (double)kernel->of);
    }
    if (time < rule_limit(&made, "nearly_all"))
        rule_number(&made, "time", time);
    made.level = kernel->part >= rule_limit(&made, "warn") && !finding_gpus_work(findings)
                     ? RULE_WARN
                     : RULE_NOTE;
    rule_add(&made);
}

static bool is_swapping(const struct findings *findings)
{
    double length_s = findings->time.end - findings->time.start;
    return finding_swapping_within(findings, findings->time.start, findings->time.end) >=
           finding_limit(findings, rule, "swapping") * length_s;
}

/* A load in % of one core, or the load average, is no share of what the kernel is a share of. */
static bool is_of_all_cores(const struct node_load *load)
{
    return load && !(load->per_core > 0);
}

void findings_of_kernel(struct findings *findings)
{
    const struct signals *signals = findings->request->signals;
    const struct node_load *load = signals ? node_load_of(signals) : NULL;
    const struct signal_metric *system = NULL;
    for (size_t i = 0; is_of_all_cores(load) && !system && i < sizeof metrics / sizeof *metrics;
         i++)
        system = node_load_present(signals, metrics[i]);
    if (!system || is_swapping(findings))
        return;
    struct kernel kernel =
        find_kernel(findings, load, system, finding_limit(findings, rule, "warn"));
    if (!kernel.nodes)
        kernel = find_kernel(findings, load, system, finding_limit(findings, rule, "note"));
    if (kernel.nodes)
        add_kernel(findings, &kernel, system->name);
}
