/* Intervals in which all GPUs were idle at the same time. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/gpu.h"
#include "table/rows.h"
#include "util/number.h"

static const char rule[] = "gpus.idle";

/* Of the time from the first sample to the last. */
static double share_of(const struct gpu_rests_rows *rests)
{
    return rests->rows ? finding_sum_phases(rests->table).total_s /
                             (rests->until_last[0] - rests->from_first[0])
                       : 0;
}

double finding_gpu_rest_share(const struct findings *findings)
{
    const struct gpu_rests_rows rests = gpu_rests_rows(findings->tables);
    double share = share_of(&rests);
    return share >= finding_limit(findings, rule, "warn") ? share : 0;
}

/* The nodes were, too, and that is reported. */
static bool is_reported_of_nodes(const struct findings *findings, double total_s)
{
    const struct phases_rows phases = phases_rows(findings->tables);
    return finding_gpu_waiting_s(findings) >= 0.9 * total_s ||
           (phases.rows && finding_sum_phases(phases.table).total_s >= 0.9 * total_s);
}

/* Those that hardly ever worked are reported as such. */
static bool is_reported_of_gpus(const struct findings *findings)
{
    const struct device_use_rows uses = device_use_rows(findings->tables);
    const struct gpus_rows gpus = gpus_rows(findings->tables);
    const double *means = uses.rows ? uses.utilization_mean : gpus.utilization_mean;
    size_t rows = uses.rows ? uses.rows : gpus.rows, unused = 0;
    for (size_t row = 0; row < rows; row++)
        unused += isnan(means[row]) || means[row] <= GPU_UNUSED;
    return rows && unused == rows;
}

/* Which of the sentence's beginnings. */
static void give_who(struct rule_finding *made, const struct gpu_rests_rows *rests, size_t row)
{
    double gpus = rests->gpus[row], of = rests->of[row];
    bool is_archive = strcmp(rests->metric[row], "acc_utilization") == 0;
    rule_number(made, "of", of);
    if (is_archive)
        rule_number(made, of > 1 ? "nodes" : "one_node", of);
    else if (rests->node[row])
        rule_text(made, "gpu", finding_worker(made->findings, rests->table, row));
    else if (gpus < of)
        rule_number(made, "sampled", gpus);
    else
        rule_number(made, of == 2 ? "both" : "gpus", of);
}

static const char *advice_of(const struct rule_finding *made, const struct gpu_rests_rows *rests,
                             size_t row)
{
    double first = rests->from_first[row];
    double last = rests->until_last[row];
    double edge_s = rule_limit(made, "at_edge") * (last - first);
    if (rests->end[row] >= last - edge_s)
        return "end";
    return rests->start[row] <= first + edge_s ? "start" : "middle";
}

/* Those to report; no rows: none. */
static struct gpu_rests_rows reported_rests(const struct findings *findings)
{
    const struct gpu_rests_rows rests = gpu_rests_rows(findings->tables);
    bool are_reported = rests.rows && share_of(&rests) >= finding_limit(findings, rule, "warn") &&
                        !is_reported_of_gpus(findings) && !finding_times_are_apart(findings) &&
                        !is_reported_of_nodes(findings, finding_sum_phases(rests.table).total_s);
    return are_reported ? rests : (struct gpu_rests_rows){0};
}

double finding_gpu_rests_within(const struct findings *findings, double start, double end)
{
    return finding_phases_within(reported_rests(findings).table, start, end);
}

void findings_of_rests(struct findings *findings)
{
    const struct gpu_rests_rows rests = reported_rests(findings);
    if (!rests.rows)
        return;
    struct rule_finding made = rule_begin(findings, rule);
    struct phase_sums sums = finding_sum_phases(rests.table);
    const char *metric = rests.metric[0];
    bool is_sampled = strcmp(metric, "gpu.utilization") == 0;
    rule_text(&made, "section", is_sampled ? "devices-gpu-metrics" : metric);
    rule_text(&made, rests.rows == 1 ? "span" : "longest",
              finding_span(findings, rests.start[sums.longest], rests.end[sums.longest]));
    rule_number(&made, "share", share_of(&rests));
    rule_number(&made, "total", sums.total_s);
    rule_number(&made, "intervals", (double)rests.rows);
    give_who(&made, &rests, sums.longest);
    made.advice_variant = advice_of(&made, &rests, sums.longest);
    rule_add_little_use(&made, NULL);
}
