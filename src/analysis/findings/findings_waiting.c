/* Jobs on GPUs whose processors and GPUs wait together again and again, as a server does for
 * requests: processes that poll keep some of a core busy meanwhile, and no part is serial. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "table/gpu_use_metrics.h"

static const char rule[] = "nodes.waits-with-gpus";

struct waiting {
    size_t pauses;
    double total_s, longest_s;
    double start, end; /* of the longest */
    const char *metric;
};

static void add_pauses(struct waiting *waiting, const struct table *phases)
{
    for (size_t row = 0; phases && row < phases->rows; row++) {
        double duration_s = table_numbers(phases, "duration_s")[row];
        waiting->metric = table_texts(phases, "metric")[row];
        waiting->total_s += duration_s;
        if (waiting->pauses++ && !(duration_s > waiting->longest_s))
            continue;
        waiting->longest_s = duration_s;
        waiting->start = table_numbers(phases, "start")[row];
        waiting->end = table_numbers(phases, "end")[row];
    }
}

/* Only of those sampled with the nodes it is known that they were idle in the phases. */
static bool are_gpus_sampled(const struct findings *findings)
{
    for (size_t i = 0; i < GPU_USE_METRICS; i++)
        if (!isnan(finding_number(findings, gpu_use_metrics[i], "mean_per_node")))
            return true;
    return false;
}

/* All zero where it is not reported. */
static struct waiting find_waiting(const struct findings *findings)
{
    double length_s = findings->time.end - findings->time.start;
    struct waiting waiting = {0};
    if (!finding_gpus_work(findings) || !are_gpus_sampled(findings))
        return waiting;
    add_pauses(&waiting, tables_find(findings->tables, "phases"));
    add_pauses(&waiting, tables_find(findings->tables, "serial_phases"));
    bool are_many = (double)waiting.pauses >= finding_limit(findings, rule, "least_pauses") &&
                    waiting.total_s >= finding_limit(findings, rule, "note") * length_s;
    bool are_short = waiting.longest_s <= finding_limit(findings, rule, "longest_pause") * length_s;
    return are_many && are_short ? waiting : (struct waiting){0};
}

double finding_gpu_waiting_s(const struct findings *findings)
{
    return find_waiting(findings).total_s;
}

void findings_of_waiting(struct findings *findings)
{
    struct waiting waiting = find_waiting(findings);
    double share = waiting.total_s / (findings->time.end - findings->time.start);
    if (!waiting.pauses)
        return;
    struct rule_finding made = rule_begin(findings, rule);
    rule_text(&made, "metric", waiting.metric);
    rule_text(&made, "longest", finding_span(findings, waiting.start, waiting.end));
    rule_number(&made, "pauses", (double)waiting.pauses);
    rule_number(&made, "total", waiting.total_s);
    rule_number(&made, "share", share);
    made.finding.explains_low_load = share >= rule_limit(&made, "warn");
    rule_add_little_use(&made, NULL);
}
