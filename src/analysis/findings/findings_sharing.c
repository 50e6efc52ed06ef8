/* Nodes of which the jobs held a part: what is measured there is of others, too. Of GPUs it says
 * something all the same where more are idle than others can have had. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/node_names.h"
#include "analysis/nodes/gpu.h"
#include "analysis/nodes/gpu_hosts.h"
#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/number.h"

/* Sections of samples of devices, and of metrics that GPUs have; all others are of nodes, whatever
 * they are called: the roofline, too. */
static bool is_of_gpus(const char *section)
{
    return strcmp(section, "devices-gpu-metrics") == 0 || strcmp(section, "traces-gpu-use") == 0 ||
           gpu_hosts_measure(section);
}

bool finding_is_of_jobs(const struct findings *findings, const char *section)
{
    return !(is_of_gpus(section) ? shared_nodes_have_gpus
                                 : shared_nodes_have_cpus)(findings->tables);
}

/* "16 of 96 cores" */
static const char *part_text(const struct findings *findings, const struct shared_nodes_rows *nodes,
                             size_t row, bool are_cpus)
{
    double held = table_numbers(nodes->table, are_cpus ? "held_cpus" : "held_gpus")[row];
    double all = table_numbers(nodes->table, are_cpus ? "cpus" : "gpus")[row];
    bool is_estimated = are_cpus && nodes->cpus_estimated[row] > 0;
    if (!number_is_missing(held) && number_is_missing(all))
        return arena_format(findings->arena, "%s of many more cores",
                            finding_quantity(findings, held, ""));
    return number_is_missing(held)
               ? NULL
               : arena_format(findings->arena, "%s of %s%s %s",
                              finding_quantity(findings, held, ""), is_estimated ? "about " : "",
                              finding_quantity(findings, all, ""),
                              !are_cpus                   ? "GPUs"
                              : nodes->maybe_all[row] > 0 ? "CPUs"
                                                          : "cores");
}

static bool has_cpu_times(const struct records *records)
{
    for (size_t i = 0; records && i < records->block_count; i++) {
        const double *times = records_numbers(&records->blocks[i], RECORD_CPU_COLUMN);
        for (size_t row = 0; times && row < records->blocks[i].rows; row++)
            if (!number_is_missing(times[row]))
                return true;
    }
    return false;
}

/* "16 of 96 cores and 1 of 4 GPUs"; NULL: not known. */
static const char *held_text(const struct findings *findings, const struct shared_nodes_rows *nodes)
{
    const char *cpus = part_text(findings, nodes, 0, true);
    const char *gpus = part_text(findings, nodes, 0, false);
    if (!cpus || !gpus)
        return cpus ? cpus : gpus;
    return arena_format(findings->arena, "%s and %s", cpus, gpus);
}

/* Half of the CPUs, or a quarter: all of the cores, if each has 2 hardware threads, or 4. */
static void give_threads(struct rule_finding *made, const struct shared_nodes_rows *nodes)
{
    double held = nodes->held_cpus[0], all = nodes->cpus[0];
    bool is_half = 4 * held > 1.5 * all;
    rule_number(made, "cpus_held", held);
    rule_number(made, "cpus", all);
    rule_number(made, "is_half", is_half);
    rule_number(made, "threads", is_half ? 2 : 4);
}

static void give_sharing(struct rule_finding *made, const struct shared_nodes_rows *nodes)
{
    const struct findings *findings = made->findings;
    const char *held = held_text(findings, nodes);
    bool maybe_all = nodes->maybe_all[0] > 0 && !part_text(findings, nodes, 0, false);
    rule_text(made, "node", finding_name(findings, nodes->node[0]));
    rule_text(made, "held", held);
    rule_text(made, "whose",
              !shared_nodes_have_cpus(findings->tables) ? "Metrics of the GPUs"
              : nodes->rows > 1                         ? "Metrics of these nodes"
                                                        : "Metrics of the node");
    rule_number(made, "jobs", nodes->jobs[0]);
    rule_number(made, "other_nodes", (double)nodes->rows - 1);
    if (maybe_all)
        give_threads(made, nodes);
    made->variant = maybe_all             ? "maybe all"
                    : !held               ? "unknown"
                    : nodes->jobs[0] == 1 ? "one job"
                                          : "several jobs";
}

/* ---- idle GPUs ---- */

/* Of the nodes where more GPUs were idle than the jobs did not hold. */
struct idle_gpus {
    double held, all, idle; /* GPUs */
    double least;           /* so many of those held were idle, at least */
    size_t nodes, row;      /* row: of the first */
    bool are_of_several_jobs;
};

static size_t count_idle(const struct table *gpus, const char *column, const struct interner *node)
{
    size_t count = 0;
    for (size_t row = 0; gpus && row < gpus->rows; row++) {
        const char *name = table_texts(gpus, column)[row];
        count += name && node_names_find(node, name) &&
                 table_numbers(gpus, "utilization_mean")[row] <= GPU_UNUSED;
    }
    return count;
}

/* Of samples of nodes and of devices: where both have some these are the same. */
static double idle_on(const struct findings *findings, const char *name)
{
    struct interner node;
    interner_init(&node);
    node_names_add(&node, name);
    size_t of_nodes = count_idle(tables_find(findings->tables, "gpus"), "gpu", &node);
    size_t of_devices = count_idle(tables_find(findings->tables, "device_use"), "host", &node);
    interner_release(&node);
    return (double)(of_nodes > of_devices ? of_nodes : of_devices);
}

static struct idle_gpus find_idle(const struct findings *findings,
                                  const struct shared_nodes_rows *nodes)
{
    struct idle_gpus found = {0};
    for (size_t row = 0; row < nodes->rows; row++) {
        double held = floor(nodes->held_gpus[row]);
        double all = nodes->gpus[row];
        if (!(held >= 1 && all >= held))
            continue;
        double idle = idle_on(findings, nodes->node[row]);
        double least = fmin(idle, all) - (all - held);
        if (!(least >= 1))
            continue;
        if (!found.nodes++)
            found.row = row;
        found.held += held;
        found.all += all;
        found.idle += fmin(idle, all);
        found.least += least;
        found.are_of_several_jobs |= nodes->jobs[row] > 1;
    }
    return found;
}

static const char *section_of_gpus(const struct findings *findings)
{
    return finding_number(findings, "gpu.utilization_rates.gpu", "samples") > 0
               ? "gpu.utilization_rates.gpu"
           : finding_number(findings, "acc_utilization.accelerator", "samples") > 0
               ? "acc_utilization.accelerator"
               : "devices-gpu-metrics";
}

static void add_idle(struct findings *findings, const struct shared_nodes_rows *nodes)
{
    struct idle_gpus idle = find_idle(findings, nodes);
    if (!idle.nodes)
        return;
    struct rule_finding made = rule_begin(findings, "nodes.idle-beside-others");
    rule_text(&made, "section", section_of_gpus(findings));
    rule_text(&made, "node", finding_name(findings, nodes->node[idle.row]));
    if (idle.nodes > 1)
        rule_number(&made, "nodes", (double)idle.nodes);
    rule_number(&made, "least", idle.least);
    rule_number(&made, "held", idle.held);
    rule_number(&made, "idle", idle.idle);
    rule_number(&made, "all", idle.all);
    rule_number(&made, "one_job", !idle.are_of_several_jobs);
    rule_number(&made, "utilization", 100 * GPU_UNUSED);
    made.variant = idle.least < idle.held ? "some" : idle.held > 1 ? "all" : "one";
    rule_add_little_use(&made, NULL);
}

void findings_of_sharing(struct findings *findings)
{
    const struct shared_nodes_rows nodes = shared_nodes_rows(findings->tables);
    if (!nodes.rows)
        return;
    struct rule_finding made = rule_begin(findings, "nodes.shared");
    give_sharing(&made, &nodes);
    rule_number(&made, "no_cpu_times",
                nodes.maybe_all[0] > 0 && !has_cpu_times(findings->request->dataset->records));
    made.level = RULE_NOTE;
    rule_add(&made);
    add_idle(findings, &nodes);
}
