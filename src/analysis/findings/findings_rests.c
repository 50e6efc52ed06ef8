/* Intervals in which all GPUs were idle at the same time. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/gpu.h"
#include "util/number.h"

static const char rule[] = "gpus.idle";

static const struct table *rests_of(const struct findings *findings, double *share)
{
    const struct table *rests = tables_find(findings->tables, "gpu_rests");
    *share = 0;
    if (!rests || !rests->rows)
        return NULL;
    struct phase_sums sums = finding_sum_phases(rests);
    *share = sums.total_s /
             (table_numbers(rests, "until_last")[0] - table_numbers(rests, "from_first")[0]);
    return rests;
}

double finding_gpu_rest_share(const struct findings *findings)
{
    double share;
    return rests_of(findings, &share) && share >= finding_limit(findings, rule, "warn") ? share : 0;
}

/* The nodes were, too, and that is reported. */
static bool is_reported_of_nodes(const struct findings *findings, double total_s)
{
    const struct table *phases = tables_find(findings->tables, "phases");
    return finding_gpu_waiting_s(findings) >= 0.9 * total_s ||
           (phases && phases->rows && finding_sum_phases(phases).total_s >= 0.9 * total_s);
}

/* Those that hardly ever worked are reported as such. */
static bool is_reported_of_gpus(const struct findings *findings)
{
    const struct table *uses = tables_find(findings->tables, "device_use");
    const struct table *gpus = tables_find(findings->tables, "gpus");
    const struct table *table = uses ? uses : gpus;
    const double *means = table ? table_numbers(table, "utilization_mean") : NULL;
    size_t unused = 0;
    for (size_t row = 0; table && row < table->rows; row++)
        unused += isnan(means[row]) || means[row] <= GPU_UNUSED;
    return table && unused == table->rows;
}

/* Which of the sentence's beginnings. */
static void give_who(struct rule_finding *made, const struct table *rests, size_t row)
{
    double gpus = table_numbers(rests, "gpus")[row], of = table_numbers(rests, "of")[row];
    bool is_archive = strcmp(table_texts(rests, "metric")[row], "acc_utilization") == 0;
    rule_number(made, "of", of);
    if (is_archive)
        rule_number(made, of > 1 ? "nodes" : "one_node", of);
    else if (table_texts(rests, "node")[row])
        rule_text(made, "gpu", finding_worker(made->findings, rests, row));
    else if (gpus < of)
        rule_number(made, "sampled", gpus);
    else
        rule_number(made, of == 2 ? "both" : "gpus", of);
}

static const char *advice_of(const struct rule_finding *made, const struct table *rests, size_t row)
{
    double first = table_numbers(rests, "from_first")[row];
    double last = table_numbers(rests, "until_last")[row];
    double edge_s = rule_limit(made, "at_edge") * (last - first);
    if (table_numbers(rests, "end")[row] >= last - edge_s)
        return "end";
    return table_numbers(rests, "start")[row] <= first + edge_s ? "start" : "middle";
}

/* Those to report; NULL: none. */
static const struct table *told_rests(const struct findings *findings, double *share)
{
    const struct table *rests = rests_of(findings, share);
    bool are_told = rests && *share >= finding_limit(findings, rule, "warn") &&
                    !is_reported_of_gpus(findings) && !finding_times_are_apart(findings) &&
                    !is_reported_of_nodes(findings, finding_sum_phases(rests).total_s);
    return are_told ? rests : NULL;
}

double finding_gpu_rests_within(const struct findings *findings, double start, double end)
{
    double share;
    return finding_phases_within(told_rests(findings, &share), start, end);
}

void findings_of_rests(struct findings *findings)
{
    double share;
    const struct table *rests = told_rests(findings, &share);
    if (!rests)
        return;
    struct rule_finding made = rule_begin(findings, rule);
    struct phase_sums sums = finding_sum_phases(rests);
    const char *metric = table_texts(rests, "metric")[0];
    bool is_sampled = strcmp(metric, "gpu.utilization") == 0;
    rule_text(&made, "section", is_sampled ? "devices-what-the-gpus-measured" : metric);
    rule_text(&made, rests->rows == 1 ? "span" : "longest",
              finding_span(findings, table_numbers(rests, "start")[sums.longest],
                           table_numbers(rests, "end")[sums.longest]));
    rule_number(&made, "share", share);
    rule_number(&made, "total", sums.total_s);
    rule_number(&made, "intervals", (double)rests->rows);
    give_who(&made, rests, sums.longest);
    made.advice_variant = advice_of(&made, rests, sums.longest);
    rule_add_little_use(&made, NULL);
}
