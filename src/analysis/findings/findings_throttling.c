/* Processors of all nodes at a far lower clock than otherwise. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

static const char rule[] = "nodes.throttled";

void findings_of_throttling(struct findings *findings)
{
    const struct slow_clocks_rows clocks = slow_clocks_rows(findings->tables);
    double length_s = findings->time.end - findings->time.start;
    struct phase_sums sums = finding_sum_phases(clocks.table);
    if (!clocks.rows || !(sums.total_s >= finding_limit(findings, rule, "of_run") * length_s))
        return;
    const char *metric = clocks.metric[0];
    double ratio = clocks.clock_ratio[sums.longest];
    struct rule_finding made = rule_begin(findings, rule);
    rule_text(&made, "metric", metric);
    rule_text(&made, "when", finding_phases_span(findings, clocks.table, &sums));
    rule_number(&made, "all", finding_number(findings, metric, "nodes") > 1);
    rule_number(&made, "clock", clocks.clock_Hz[sums.longest]);
    rule_number(&made, "usual", clocks.usual_Hz[0]);
    rule_number(&made, "bare", isnan(clocks.usual_Hz[0]));
    rule_number(&made, "ratio", ratio);
    rule_number(&made, "fall", 1 - ratio);
    made.level = RULE_WARN;
    rule_add(&made);
}
