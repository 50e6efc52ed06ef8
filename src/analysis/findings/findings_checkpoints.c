/* Phases of file I/O that come back, such as checkpoints. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "util/number.h"

void findings_of_checkpoints(struct findings *findings)
{
    const struct table *periods = tables_find(findings->tables, "file_periods");
    if (!periods)
        return;
    const char *metric = table_texts(periods, "metric")[0];
    struct rule_finding made = rule_begin(findings, "nodes.periodic-file-io");
    rule_text(&made, "metric", metric);
    rule_number(&made, "period", table_numbers(periods, "period_s")[0]);
    rule_number(&made, "phases", table_numbers(periods, "phases")[0]);
    rule_number(&made, "length", table_numbers(periods, "length_s")[0]);
    rule_number(&made, "share", table_numbers(periods, "share_of_time")[0]);
    rule_number(&made, "rate", table_numbers(periods, "file_B_s")[0]);
    rule_number(&made, "per_node", finding_number(findings, metric, "nodes") > 1);
    rule_add(&made);
}
