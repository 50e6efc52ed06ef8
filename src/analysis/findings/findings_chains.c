/* Runs whose length is that of a chain of tasks that wait for each other. */
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/texts.h"

static const char rule[] = "tasks.critical-path";

void findings_of_chains(struct findings *findings)
{
    const struct critical_path_summary_rows path = critical_path_summary_rows(findings->tables);
    const struct critical_path_kinds_rows kinds = critical_path_kinds_rows(findings->tables);
    if (!path.rows || !kinds.rows || !(path.path_tasks[0] > 1) ||
        !(path.makespan_s[0] >= finding_limit(findings, rule, "least_s")))
        return;
    struct rule_finding made = rule_begin(findings, rule);
    bool is_of_functions = texts_equal(path.of[0], "functions");
    made.variant = made.advice_variant = is_of_functions ? "functions" : "tasks";
    rule_text(&made, "section", is_of_functions ? "traces-critical-path" : "tasks-critical-path");
    rule_number(&made, "share", path.share[0]);
    rule_number(&made, "tasks", path.path_tasks[0]);
    rule_number(&made, "length", path.length_s[0]);
    rule_number(&made, "makespan", path.makespan_s[0]);
    rule_text(&made, "kind",
              is_of_functions ? finding_name(findings, kinds.task[0])
                              : finding_kind(findings, kinds.task[0]));
    rule_number(&made, "kind_share", kinds.share[0]);
    rule_number(&made, "shorter", kinds.shorter_s[0]);
    rule_add(&made);
}
