/* A queue of which only samples are known: how many tasks ran and waited, but none of them. */
#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

void findings_of_queue(struct findings *findings)
{
    const struct concurrency_rows concurrency = concurrency_rows(findings->tables);
    if (!concurrency.rows || tables_find(findings->tables, "campaign"))
        return;
    struct rule_finding made = rule_begin(findings, "workers.no-task-records");
    rule_number(&made, "samples", (double)concurrency.rows);
    made.finding.unit = "rows";
    rule_add(&made);
}
