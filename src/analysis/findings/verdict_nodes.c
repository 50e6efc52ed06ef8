/* What may have bound a run by what its nodes and GPUs measured. */
#include <math.h>

#include "analysis/findings/verdict.h"
#include "analysis/nodes/node_load.h"
#include "table/resource_names.h"
#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/number.h"
#include "util/texts.h"

/* Whether samples of nodes are there, and are of the jobs alone. */
static bool has_nodes(const struct findings *findings)
{
    return job_metrics_rows(findings->tables).rows && !shared_nodes_have_cpus(findings->tables);
}

/* Of the directions of a network the busier one; rows: the resource is not measured, or hardly. */
static size_t find_use(const struct findings *findings, const struct resource_use_rows *table,
                       const char *resource)
{
    size_t found = table->rows;
    for (size_t row = 0; row < table->rows; row++)
        if (texts_equal(table->resource[row], resource) &&
            table->samples[row] >= bound_limit(findings, "least_samples") &&
            table->samples[row] >= table->missing[row] &&
            (found == table->rows || table->at_limit[row] > table->at_limit[found]))
            found = row;
    return found;
}

static void take_use(struct findings *findings, struct bound *bound, const char *resource,
                     const char *measure)
{
    const struct resource_use_rows table = resource_use_rows(findings->tables);
    size_t row = find_use(findings, &table, resource);
    bound->name = resource;
    bound->measure = "not known";
    bound->made.variant = resource;
    if (row == table.rows)
        return;
    bound->share = table.at_limit[row];
    bound->use = table.use_mean[row];
    bound->counted = table.samples[row];
    bound->missing = table.missing[row];
    bound->measure =
        arena_format(findings->arena, "samples with %s %s or more of %s",
                     finding_percent(findings, table.limit[row]),
                     texts_equal(resource, RESOURCE_GPUS) ? "utilisation" : "use", measure);
    rule_number(&bound->made, "use", bound->use);
    rule_number(&bound->made, "limit", table.limit[row]);
}

/* Of devices quartiles are known: at least so many samples are at the limit. */
static void take_devices(struct findings *findings, struct bound *bound)
{
    const struct device_metrics_rows table = device_metrics_rows(findings->tables);
    size_t row = rows_find(table.rows, 0, table.metric, "utilization", NULL, NULL);
    double limit = bound_limit(findings, "busy_gpus");
    if (row == table.rows || table.samples[row] < bound_limit(findings, "least_samples") ||
        table.samples[row] < table.missing[row])
        return;
    bound->share = 0;
    const double quartiles[] = {table.q3[row], table.median[row], table.q1[row], table.min[row]};
    for (size_t i = 0; i < sizeof quartiles / sizeof quartiles[0]; i++)
        bound->share = quartiles[i] / 100 >= limit ? (double)(i + 1) / 4 : bound->share;
    bound->name = RESOURCE_GPUS;
    bound->use = table.mean[row] / 100;
    bound->counted = table.samples[row];
    bound->missing = table.missing[row];
    bound->measure = arena_format(findings->arena, "samples (at least) with %s utilisation or more",
                                  finding_percent(findings, limit));
    bound->made.variant = RESOURCE_GPUS;
    rule_number(&bound->made, "use", bound->use);
    rule_number(&bound->made, "limit", limit);
    rule_number(&bound->made, "at_least", 1);
}

/* Said where any GPUs were measured: most nodes have none. */
void bound_by_gpus(struct findings *findings, struct bound *bound)
{
    const struct resource_use_rows table = resource_use_rows(findings->tables);
    if (shared_nodes_have_gpus(findings->tables))
        return;
    if (rows_find(table.rows, 0, table.resource, RESOURCE_GPUS, NULL, NULL) < table.rows)
        take_use(findings, bound, RESOURCE_GPUS, "GPUs");
    else
        take_devices(findings, bound);
}

/* Peaks that are wrong are a finding. */
void bound_by_bandwidth(struct findings *findings, struct bound *bound)
{
    if (!has_nodes(findings))
        return;
    bound->unknown = "memory bandwidth (share of its peak)";
    if (bound->beside) {
        bound->name = RESOURCE_BANDWIDTH;
        bound->measure = "not known: peak rates are wrong";
    } else {
        take_use(findings, bound, RESOURCE_BANDWIDTH, "peak memory bandwidth");
    }
}

void bound_by_network(struct findings *findings, struct bound *bound)
{
    if (!has_nodes(findings))
        return;
    bound->unknown = "network traffic (share of the link rate)";
    take_use(findings, bound, RESOURCE_NETWORK, "the rate of a link");
}

/* Load averages and core-percent need the number of cores. */
static const char *unknown_of_processors(const struct findings *findings)
{
    const struct job_metrics_rows metrics = job_metrics_rows(findings->tables);
    for (size_t row = 0; row < metrics.rows; row++)
        if (node_load_measures(metrics.metric[row]))
            return "the number of cores";
    return "the use of processors";
}

void bound_by_processors(struct findings *findings, struct bound *bound)
{
    if (!has_nodes(findings))
        return;
    const struct resource_use_rows table = resource_use_rows(findings->tables);
    size_t row = find_use(findings, &table, RESOURCE_PROCESSORS);
    bool is_load = row < table.rows && texts_equal(table.metric[row], NODE_LOAD_AVERAGE);
    bool has_bandwidth = find_use(findings, &table, RESOURCE_BANDWIDTH) < table.rows;
    bound->unknown = unknown_of_processors(findings);
    take_use(findings, bound, RESOURCE_PROCESSORS, "the cores");
    bound->made.variant = is_load ? "load average" : RESOURCE_PROCESSORS;
    rule_number(&bound->made, "no_bandwidth", !has_bandwidth);
}

/* Means over the nodes for which it is known. */
void bound_by_files(struct findings *findings, struct bound *bound)
{
    const struct file_waits_rows table = file_waits_rows(findings->tables);
    double share = 0, known = 0, rate = 0, rated = 0;
    if (!has_nodes(findings))
        return;
    bound->name = "file I/O";
    bound->measure = "not known";
    bound->unknown = "file I/O";
    bound->made.variant = "file I/O";
    for (size_t row = 0; row < table.rows; row++) {
        if (!isnan(table.share_of_time[row])) {
            known++;
            share += table.share_of_time[row];
        }
        if (!isnan(table.file_B_s[row])) {
            rated++;
            rate += table.file_B_s[row];
        }
    }
    if (!(known > 0))
        return;
    bound->share = share / known;
    bound->counted = known;
    bound->missing = (double)table.rows - known;
    bound->measure = "time of nodes with few busy cores and file I/O";
    rule_number(&bound->made, "rate", rated > 0 ? rate / rated : NUMBER_MISSING);
}

/* ---- memory ---- */

/* Nodes that swap for a time in which their load is far lower; where that is a finding. */
void bound_by_swapping(struct findings *findings, struct bound *bound)
{
    const struct swapping_rows table = swapping_rows(findings->tables);
    const struct resource_use_rows uses = resource_use_rows(findings->tables);
    size_t row = find_use(findings, &uses, RESOURCE_PROCESSORS);
    double swapping_s = 0, swapped = 0;
    if (!has_nodes(findings) || !bound->beside || row == uses.rows)
        return;
    double lower = finding_limit(findings, bound->beside->id, "load_during");
    for (size_t i = 0; i < table.rows; i++) {
        if (!(table.load_during[i] <= lower * table.load_before[i]))
            continue;
        swapping_s += table.until[i] - table.from[i];
        swapped++;
    }
    bound->name = "memory size";
    bound->measure = "time of nodes that swapped at a far lower load";
    bound->share = swapping_s / (uses.nodes[row] * (findings->time.end - findings->time.start));
    bound->counted = uses.nodes[row];
    bound->missing = 0;
    bound->made.variant = "swapping";
    rule_number(&bound->made, "nodes", uses.nodes[row]);
    rule_number(&bound->made, "swapped", swapped);
}

/* ---- waits ---- */

static double run_s(const struct findings *findings)
{
    return findings->time.end - findings->time.start;
}

static bool knows_load(const struct findings *findings)
{
    const struct resource_use_rows table = resource_use_rows(findings->tables);
    return has_nodes(findings) && find_use(findings, &table, RESOURCE_PROCESSORS) < table.rows &&
           run_s(findings) > 0;
}

void bound_by_few_nodes(struct findings *findings, struct bound *bound)
{
    const struct few_at_work_rows table = few_at_work_rows(findings->tables);
    if (!knows_load(findings))
        return;
    double idle_node_s = 0, total_s = finding_sum_phases(table.table).total_s;
    for (size_t row = 0; row < table.rows; row++)
        idle_node_s += table.idle_node_s[row];
    bound->name = "imbalance";
    bound->measure = "run in which most nodes were idle while others worked";
    bound->share = total_s / run_s(findings);
    bound->made.variant = "imbalance";
    if (!table.rows)
        return;
    rule_number(&bound->made, "idle_nodes", idle_node_s / total_s);
    rule_number(&bound->made, "nodes", table.of[0]);
}

void bound_by_one_core(struct findings *findings, struct bound *bound)
{
    const struct serial_phases_rows table = serial_phases_rows(findings->tables);
    const struct resource_use_rows gpus = resource_use_rows(findings->tables);
    bool has_gpus = rows_find(gpus.rows, 0, gpus.resource, RESOURCE_GPUS, NULL, NULL) < gpus.rows;
    if (!knows_load(findings) || has_gpus)
        return;
    bound->name = "work on one core";
    bound->measure = "run in which about one core per node was busy";
    bound->share = finding_sum_phases(table.table).total_s / run_s(findings);
    bound->made.variant = "one core";
    if (table.rows && !isnan(table.cores[0]))
        rule_number(&bound->made, "cores", table.cores[0]);
}

/* Where GPUs are measured, both idle at once at least for what both shares have in common. */
void bound_by_idle_nodes(struct findings *findings, struct bound *bound)
{
    const struct resource_use_rows table = resource_use_rows(findings->tables);
    const struct few_at_work_rows few = few_at_work_rows(findings->tables);
    size_t row = find_use(findings, &table, RESOURCE_PROCESSORS),
           gpus = find_use(findings, &table, RESOURCE_GPUS);
    if (!knows_load(findings) || shared_nodes_have_gpus(findings->tables))
        return;
    double idle = table.idle[row] + (gpus < table.rows ? table.idle[gpus] - 1 : 0);
    for (size_t i = 0; i < few.rows; i++)
        idle -= few.idle_node_s[i] / (table.nodes[row] * run_s(findings));
    bound->name = "waiting";
    bound->share = fmax(idle, 0);
    bound->counted = table.samples[row];
    bound->missing = table.missing[row];
    bound->measure = gpus < table.rows ? "samples (at least) with idle cores and GPUs"
                                       : "samples in which all cores were idle";
    bound->made.variant = "waiting";
    rule_number(&bound->made, "with_gpus", gpus < table.rows);
    rule_number(&bound->made, "use", table.use_mean[row]);
}
