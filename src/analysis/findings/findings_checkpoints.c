/* Phases of file I/O that come back, such as checkpoints. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"

void findings_of_checkpoints(struct findings *findings)
{
    const struct file_periods_rows periods = file_periods_rows(findings->tables);
    if (!periods.rows)
        return;
    const char *metric = periods.metric[0];
    struct rule_finding made = rule_begin(findings, "nodes.periodic-file-io");
    rule_text(&made, "metric", metric);
    rule_number(&made, "period", periods.period_s[0]);
    rule_number(&made, "phases", periods.phases[0]);
    rule_number(&made, "length", periods.length_s[0]);
    rule_number(&made, "share", periods.share_of_time[0]);
    rule_number(&made, "rate", periods.file_B_s[0]);
    rule_number(&made, "per_node", finding_number(findings, metric, "nodes") > 1);
    rule_add(&made);
}
