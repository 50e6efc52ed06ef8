/* Runs bound by a chain of tasks that wait for each other, or by waits. */
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/texts.h"

static const char rule[] = "tasks.critical-path", waits_rule[] = "tasks.none-running";

/* A path far shorter than the run still bounds it. Reported where one task kind has most of the
 * path: then it is known what to change. */
static void set_level(struct rule_finding *made, double share, double kind_share)
{
    double least = rule_limit(made, "least_of_one_kind");
    if (share >= rule_limit(made, "note") || !(share >= least) ||
        !(kind_share >= rule_limit(made, "one_kind")))
        return;
    made->level = RULE_NOTE;
    made->threshold = least;
}

/* Of runs of one period: breaks of a campaign are told by themselves. */
static bool may_be_bound_by_waits(const struct findings *findings,
                                  const struct critical_path_summary_rows *path)
{
    return path->rows && path->makespan_s[0] >= finding_limit(findings, waits_rule, "least_s") &&
           task_periods_rows(findings->tables).rows <= 1 && !finding_times_are_apart(findings);
}

bool finding_reports_waits(const struct findings *findings)
{
    const struct critical_path_summary_rows path = critical_path_summary_rows(findings->tables);
    return may_be_bound_by_waits(findings, &path) &&
           path.none_ran_share[0] >= finding_limit(findings, waits_rule, "note");
}

static void add_none_running(struct findings *findings,
                             const struct critical_path_summary_rows *path)
{
    struct rule_finding made = rule_begin(findings, waits_rule);
    rule_number(&made, "share", path->none_ran_share[0]);
    rule_number(&made, "idle", path->none_ran_s[0]);
    rule_number(&made, "makespan", path->makespan_s[0]);
    rule_number(&made, "least", texts_equal(path->none_ran_is[0], "least"));
    rule_number(&made, "path", path->length_s[0]);
    rule_number(&made, "path_share", path->share[0]);
    rule_add(&made);
}

void findings_of_chains(struct findings *findings)
{
    const struct critical_path_summary_rows path = critical_path_summary_rows(findings->tables);
    const struct critical_path_kinds_rows kinds = critical_path_kinds_rows(findings->tables);
    if (may_be_bound_by_waits(findings, &path))
        add_none_running(findings, &path);
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
    set_level(&made, path.share[0], kinds.share[0]);
    rule_add(&made);
}
