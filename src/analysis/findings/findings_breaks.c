/* Breaks of a campaign: nothing ran between its periods. */
#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"

void findings_of_breaks(struct findings *findings)
{
    const struct task_periods_rows periods = task_periods_rows(findings->tables);
    const struct concurrency_summary_rows summary = concurrency_summary_rows(findings->tables);
    if (!periods.rows || !summary.rows || periods.rows < 2 || finding_times_are_apart(findings))
        return;
    const double *first = periods.first, *last = periods.last;
    double idle_s = 0;
    size_t longest = 1;
    for (size_t row = 1; row < periods.rows; row++) {
        idle_s += first[row] - last[row - 1];
        if (first[row] - last[row - 1] > first[longest] - last[longest - 1])
            longest = row;
    }
    struct rule_finding made = rule_begin(findings, "tasks.campaign-breaks");
    bool queue_is_known = !number_is_missing(summary.waiting_mean[0]);
    rule_number(&made, "queue", queue_is_known);
    rule_number(&made, "idle", idle_s);
    double elapsed_s = last[periods.rows - 1] - first[0];
    rule_number(&made, "share", idle_s / elapsed_s);
    rule_number(&made, "base", elapsed_s);
    if (idle_s >= rule_limit(&made, "most") * elapsed_s)
        made.more_weight = rule_limit(&made, "most_weight");
    rule_number(&made, "breaks", (double)periods.rows - 1);
    rule_number(&made, "longest", first[longest] - last[longest - 1]);
    rule_text(&made, "when", finding_span(findings, last[longest - 1], first[longest]));
    made.variant = periods.rows == 2 ? "one" : "several";
    rule_add(&made);
}
