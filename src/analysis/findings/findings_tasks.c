/* When a campaign's tasks ran: a long end with few tasks running, tasks that waited while workers
 * had none; and what is said when nothing stands out. */
#include "analysis/findings/task_words.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"

static const char long_tail[] = "tasks.long-tail";
static const char idle_workers[] = "workers.idle-while-tasks-wait";

enum { MOST_NAMED = 2 };

/* ---- over time ---- */

static double said(const struct table *summary, const char *column)
{
    return table_numbers(summary, column)[0];
}

/* Then no order of tasks makes the campaign better. */
static bool all_failed(const struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    return campaign.rows && said(campaign.table, "failed") >= said(campaign.table, "tasks");
}

/* NaN where nothing is said of the tail. */
static double of_tail(const struct findings *findings, const char *column)
{
    const struct tail_rows tail = tail_rows(findings->tables);
    return tail.rows ? said(tail.table, column) : NUMBER_MISSING;
}

/* The run, or of several periods the one that is meant. */
static void say_whole(struct rule_finding *made, const struct concurrency_summary_rows *summary)
{
    double from = said(summary->table, "ran_from");
    bool has_periods = task_periods_rows(made->findings->tables).rows > 0;
    rule_number(made, "run", !has_periods);
    if (has_periods)
        rule_text(made, "period",
                  finding_span(made->findings, from, from + said(summary->table, "ran_s")));
}

/* The last stages, where for most of the tail they ran. */
static bool say_stages(struct rule_finding *made, const struct concurrency_summary_rows *summary)
{
    const struct findings *findings = made->findings;
    const struct tail_stages_rows stages = tail_stages_rows(findings->tables);
    double most = rule_limit(made, "most_of_tail");
    if (!stages.rows || !(of_tail(findings, "stages_s") >= most * said(summary->table, "tail_s")))
        return false;
    if (stages.rows > MOST_NAMED) {
        rule_number(made, "stages", (double)stages.rows);
        return true;
    }
    const char *names[MOST_NAMED];
    for (size_t i = 0; i < stages.rows; i++)
        names[i] = finding_kind(findings, stages.task[i]);
    rule_text(made, stages.rows > 1 ? "last_stages" : "stage",
              finding_list(findings, names, stages.rows));
    return true;
}

/* Of a tail that no order of tasks makes shorter: what started only then, or took long. Returns
 * whether one took much longer than the others of its kind. */
static bool say_reason(struct rule_finding *made, const struct concurrency_summary_rows *summary)
{
    const struct findings *findings = made->findings;
    double elapsed_s = said(summary->table, "tail_running_mean") * said(summary->table, "tail_s");
    double ratio = of_tail(findings, "longest_s") / of_tail(findings, "median_s");
    double most = rule_limit(made, "most_of_tail");
    if (of_tail(findings, "started_elapsed_s") >= most * elapsed_s) {
        rule_number(made, "started", of_tail(findings, "started"));
        return false;
    }
    if (!(ratio >= rule_limit(made, "ratio")))
        return false;
    const char *task = table_texts(tables_find(findings->tables, "tail"), "longest_task")[0];
    rule_number(made, task ? "ratio" : "ratio_unnamed", ratio);
    rule_text(made, "kind", task ? finding_kind(findings, task) : NULL);
    bool is_much = ratio >= rule_limit(made, "much_longer");
    if (is_much && task)
        made->advice_variant = "longest";
    return is_much;
}

/* Workers that have nothing to do may go, whatever made the tail; jobs hold nodes of their own. */
static void say_tail_advice(struct rule_finding *made,
                            const struct concurrency_summary_rows *summary, bool has_order)
{
    bool has_queue = finding_has_queue(made->findings);
    bool has_workers = !has_queue && said(summary->table, "workers_max") > 0;
    rule_number(made, "saved", of_tail(made->findings, "saved_s"));
    rule_number(made, "workers", has_workers);
    if (has_order)
        made->advice_variant = has_queue ? "order of jobs" : "order of tasks";
    else
        made->advice_variant = has_workers ? "workers" : "none";
}

static void add_tail(struct findings *findings, const struct concurrency_summary_rows *summary)
{
    double length_s = said(summary->table, "tail_s"),
           share = length_s / said(summary->table, "ran_s");
    double usual = said(summary->table, "running_usual"), saved_s = of_tail(findings, "saved_s");
    struct rule_finding made = rule_begin(findings, long_tail);
    if (!(usual >= rule_limit(&made, "at_once")) || !(share >= rule_limit(&made, "note")) ||
        length_s < rule_limit(&made, "shortest_s") || all_failed(findings))
        return;
    bool has_order =
        saved_s >= rule_limit(&made, "saved_share") * said(summary->table, "ran_s") &&
        !(saved_s < rule_limit(&made, "saved_of_stages") * of_tail(findings, "stages_s"));
    rule_number(&made, "share", share);
    rule_number(&made, "running", round(10 * said(summary->table, "tail_running_mean")) / 10);
    rule_number(&made, "length", length_s);
    rule_number(&made, "usual", usual);
    say_whole(&made, summary);
    bool is_of_stages = !has_order && say_stages(&made, summary);
    say_tail_advice(&made, summary, has_order);
    bool is_much = has_order || (!is_of_stages && say_reason(&made, summary));
    made.level = is_much ? RULE_WARN : RULE_NOTE;
    rule_add(&made);
}

bool finding_reports_idle_workers(const struct findings *findings)
{
    const struct concurrency_summary_rows summary = concurrency_summary_rows(findings->tables);
    return summary.rows && !finding_times_are_apart(findings) &&
           said(summary.table, "waiting_beside_idle_s") >=
               finding_limit(findings, idle_workers, "warn") * said(summary.table, "busy_s") &&
           said(summary.table, "idle_workers_meanwhile") >=
               finding_limit(findings, idle_workers, "idle_share") *
                   said(summary.table, "workers_max");
}

static void add_waiting(struct findings *findings, const struct concurrency_summary_rows *summary)
{
    double length_s = said(summary->table, "waiting_beside_idle_s");
    struct rule_finding made = rule_begin(findings, idle_workers);
    if (!finding_reports_idle_workers(findings))
        return;
    rule_number(&made, "share", length_s / said(summary->table, "busy_s"));
    rule_number(&made, "base", said(summary->table, "busy_s"));
    rule_number(&made, "length", length_s);
    rule_number(&made, "waiting", said(summary->table, "waiting_meanwhile"));
    rule_number(&made, "idle", said(summary->table, "idle_workers_meanwhile"));
    rule_number(&made, "workers", said(summary->table, "workers_max"));
    made.level = RULE_WARN;
    rule_add(&made);
}

void findings_of_tasks(struct findings *findings)
{
    const struct concurrency_summary_rows summary = concurrency_summary_rows(findings->tables);
    if (!tables_find(findings->tables, "tasks"))
        return;
    if (summary.rows && !finding_times_are_apart(findings)) {
        add_tail(findings, &summary);
        add_waiting(findings, &summary);
    }
}

/* ---- nothing ---- */

static bool has_failed(const struct findings *findings)
{
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    return attempts.rows &&
           (rows_find(attempts.rows, 0, attempts.ended, "failed", NULL, NULL) < attempts.rows ||
            rows_find(attempts.rows, 0, attempts.ended, "cancelled", NULL, NULL) < attempts.rows);
}

/* Of the time of all attempts; NaN when attempts were lost and no record has how long they took. */
static double lost_share(const struct findings *findings, const struct campaign_rows *campaign)
{
    double lost_s = campaign->lost_elapsed_s[0];
    double kept_s = campaign->elapsed_s[0];
    if (lost_s > 0)
        return lost_s / (lost_s + fmax(kept_s, 0));
    return isnan(lost_s) && has_failed(findings) ? NUMBER_MISSING : 0;
}

double finding_unrecorded(const struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    return campaign.rows ? fmax(campaign.unrecorded[0], 0) : 0;
}

/* Formats without outcomes cannot be given any. */
static bool campaign_has_outcomes(const struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    return finding_unrecorded(findings) < campaign.tasks[0];
}

void findings_of_unrecorded(struct findings *findings)
{
    struct rule_finding made = rule_begin(findings, "tasks.outcome-unrecorded");
    double unrecorded = finding_unrecorded(findings);
    if (!(unrecorded > 0))
        return;
    rule_number(&made, "tasks", unrecorded);
    made.advice_variant =
        campaign_has_outcomes(findings) ? "some are recorded" : "none is recorded";
    made.finding.unit = "tasks";
    rule_add(&made);
}

static double or_none(double count)
{
    return count > 0 ? count : NUMBER_MISSING;
}

/* Of what was cancelled while it ran there are attempts. */
static void say_cancelled(struct rule_finding *made, const struct campaign_rows *campaign)
{
    const struct attempts_rows attempts = attempts_rows(made->findings->tables);
    double cancelled = attempts_or_zero(campaign->cancelled[0]);
    double never = cancelled - (attempts.rows ? attempts_sum(&attempts, "cancelled").attempts : 0);
    rule_number(made, "cancelled", or_none(cancelled));
    if (cancelled > 0 && never > 0 && never < cancelled)
        rule_number(made, "never_started", never);
    rule_number(made, "before_start", cancelled > 0 && never >= cancelled);
}

static void say_outcomes(struct rule_finding *made, const struct campaign_rows *campaign)
{
    double tasks = campaign->tasks[0], unrecorded = finding_unrecorded(made->findings);
    double succeeded = campaign->succeeded[0] - unrecorded;
    rule_number(made, "tasks", tasks);
    rule_number(made, "several", tasks > 1);
    rule_number(made, "succeeded", succeeded);
    rule_number(made, "unfinished", or_none(campaign->unfinished[0]));
    rule_number(made, "unrecorded", or_none(unrecorded));
    say_cancelled(made, campaign);
    made->variant = succeeded >= tasks ? "all succeeded" : "some succeeded";
    if (unrecorded >= tasks)
        made->variant = "none recorded";
}

static void say_efficiency(struct rule_finding *made, const struct campaign_rows *campaign)
{
    double efficiency = campaign->cpu_efficiency[0];
    double cpu_s = campaign->cpu_s[0];
    if (!isnan(efficiency))
        rule_number(made, efficiency > 1 ? "implausible" : "efficiency", efficiency);
    else if (cpu_s > 0)
        rule_number(made, "cpu", cpu_s);
    else
        rule_number(made, cpu_s >= 0 ? "no_cpu" : "unmeasured", true);
}

void findings_of_no_task(struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    if (!campaign.rows)
        return;
    struct rule_finding made = rule_begin(findings, "tasks.no-findings");
    double share = lost_share(findings, &campaign);
    rule_number(&made, "lost", share);
    rule_number(&made, "lost_unknown", isnan(share));
    say_outcomes(&made, &campaign);
    say_efficiency(&made, &campaign);
    rule_number(&made, "merged", merged_rows(findings->tables).rows > 0);
    made.level = finding_unrecorded(findings) > 0 ? RULE_NOTE : RULE_GOOD;
    rule_add(&made);
}
