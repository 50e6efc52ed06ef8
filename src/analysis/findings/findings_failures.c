/* Tasks that failed: how many and how, and the task kinds and nodes that fail more than others.
 * What one of these explains is reported once. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/failing_kind.h"
#include "analysis/findings/first_log.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/statistics/hypergeometric_tail.h"
#include "analysis/statistics/wilson_interval.h"
#include "table/rows.h"
#include "util/texts.h"

static const char failed_otherwise[] = "attempts.failed-otherwise";
static const char kind_fails[] = "tasks.kind-fails";
/* A host fails more than others with so many failures, so many times as often as the same task
 * kinds fail on the others, beyond what chance brings on any of the hosts. */
static const char bad_host[] = "nodes.failing-tasks";

/* Tasks that the manager of a workflow ended, or never started, as others failed. */
static double aborted_tasks(const struct campaign_rows *campaign,
                            const struct attempts_rows *attempts)
{
    double aborted = 0;
    for (size_t row = 0; row < attempts->rows; row++) {
        const char *word = attempts->outcome[row];
        if (attempts_ended(attempts, row, "cancelled") && word && strcasecmp(word, "aborted") == 0)
            aborted += attempts->attempts[row];
    }
    double never_started =
        attempts_or_zero(campaign->cancelled[0]) - attempts_sum(attempts, "cancelled").attempts;
    return aborted + fmax(never_started, 0);
}

/* What failed attempts took, but for those that were requeued; what was cancelled beside them. */
static void say_failed_cost(struct rule_finding *made, const struct campaign_rows *campaign,
                            const struct attempts_rows *attempts, double failed)
{
    struct attempt_sum lost = attempts_sum(attempts, "failed");
    struct attempt_sum requeued = attempts_requeued(attempts);
    double elapsed_s = attempts_time_of_all(attempts);
    double aborted = aborted_tasks(campaign, attempts);
    if (requeued.attempts < lost.attempts) {
        lost.attempts -= requeued.attempts;
        lost.elapsed_s -= requeued.elapsed_s;
    }
    if (lost.elapsed_s >= rule_limit(made, "least_s")) {
        rule_number(made, lost.attempts == failed ? "elapsed" : "attempts_elapsed", lost.elapsed_s);
        rule_number(made, "elapsed_share", lost.elapsed_s / elapsed_s);
    }
    if (aborted > 0) /* all of them, as the table has them: which were aborted few sources say */
        rule_number(made, "cancelled", fmax(campaign->cancelled[0], aborted));
}

/* The only attempts, or the most costly ones. Attempts of other kinds, whose tasks succeeded later,
 * may have cost more. */
static void say_most_costly(struct rule_finding *made, const struct attempts_rows *attempts,
                            size_t row)
{
    const struct findings *findings = made->findings;
    double named = attempts->attempts[row];
    if (named < attempts_sum(attempts, "failed").attempts) {
        bool is_most = row == attempts_costliest_failed(attempts);
        if (attempts->elapsed_s[row] > 0) /* else which cost most is unknown */
            rule_text(made, is_most ? "most" : "most_of_kinds",
                      attempts_words(findings, attempts, row));
        return;
    }
    const char *kind = attempts_kind(findings, attempts->task[row]);
    rule_number(made, "all", named > 1 && (kind || attempts_say_more(attempts, row)));
    rule_text(made, "kind", kind);
    if (attempts_say_more(attempts, row))
        rule_text(made, "end",
                  attempts_end_words(findings, attempts->outcome[row], attempts->reason[row]));
}

/* ---- beside attempts that hit a limit, which findings of limits report ---- */

static double last_attempts(const struct failures_rows *failures)
{
    double sum = 0;
    for (size_t row = 0; row < failures->rows; row++)
        sum += failures->last[row];
    return sum;
}

/* The task of a row with its name, or its id, which may begin with that of its kind. */
static const char *example_words(const struct findings *findings,
                                 const struct failures_rows *failures, size_t row)
{
    const char *task = failures->example[row], *own = failures->task[row];
    const char *kind = finding_kind_is_named(own) ? attempts_kind(findings, own) : NULL;
    bool is_enough = task && (!kind || strncmp(task, own, strlen(own)) == 0);
    struct rule_finding made = phrase_begin(findings, "attempt-of-task");
    rule_text(&made, "kind", is_enough ? finding_name(findings, task) : kind);
    rule_text(&made, "task", task && !is_enough ? finding_name(findings, task) : NULL);
    rule_text(&made, "end",
              attempts_end_words(findings, failures->outcome[row], failures->reason[row]));
    return phrase_text(&made);
}

/* Of so many others, of which the last attempts of tasks were not repeated. */
static void say_failures(struct rule_finding *made, const struct failures_rows *failures,
                         size_t row, double others, double last)
{
    const struct findings *findings = made->findings;
    const char *end = attempts_end_words(findings, failures->outcome[row], failures->reason[row]);
    bool are_all = failures->attempts[row] >= others;
    rule_number(made, "last", last);
    if (others == 1) {
        rule_text(made, "only", example_words(findings, failures, row));
    } else if (last > 0 && last < others) {
        if (last == 1 || failures->elapsed_s[row] > 0)
            rule_text(made, last > 1 ? "most_of_last" : "only_last",
                      example_words(findings, failures, row));
    } else if (are_all) {
        rule_number(made, "all", true);
        rule_text(made, "kind", attempts_kind(findings, failures->task[row]));
        rule_text(made, "end", end);
    } else if (failures->elapsed_s[row] > 0) { /* else which cost most is unknown */
        rule_text(made, "most",
                  attempts_count_words(findings, failures->attempts[row], failures->task[row],
                                       end));
    }
}

static void say_advice(struct rule_finding *made, const struct failures_rows *failures, size_t row,
                       double others, double last)
{
    const char *advice = attempts_advice(made->findings, failures->reason[row]);
    rule_text(made, "advice", advice);
    rule_text(made, "log",
              first_log_words(made->findings, failures->task[row], failures->outcome[row],
                              failures->reason[row]));
    if (advice)
        made->advice_variant = "known cause";
    else if (!(last > 0))
        made->advice_variant = "all repeated";
    else if (last < others)
        made->advice_variant = "some not repeated";
    else
        made->advice_variant = others > 1 ? "none repeated" : "one";
}

/* Those that were requeued started again: a finding of their own tells what they took. */
static void add_failed_otherwise(struct findings *findings, const struct campaign_rows *campaign,
                                 const struct attempts_rows *attempts)
{
    const struct failures_rows failures = failures_rows(findings->tables);
    struct attempt_sum others = attempts_sum_otherwise(findings);
    others.attempts -= attempts_requeued(attempts).attempts;
    others.elapsed_s -= attempts_requeued(attempts).elapsed_s;
    if (!failures.rows || !(others.attempts > 0))
        return;
    double all = campaign->attempts[0], share = others.attempts / all;
    double last = last_attempts(&failures);
    size_t row = attempts_costliest_failure(&failures, last > 0);
    struct rule_finding made = rule_begin(findings, failed_otherwise);
    bool are_few = share < rule_limit(&made, "warn");
    if (are_few && !(last > 0))
        return;
    if (are_few)
        made.level = RULE_NOTE;
    rule_number(&made, "share", share);
    rule_number(&made, "failed", others.attempts);
    rule_number(&made, "attempts", all);
    if (others.elapsed_s >= rule_limit(&made, "least_s"))
        rule_number(&made, "elapsed", others.elapsed_s);
    say_failures(&made, &failures, row, others.attempts, last);
    say_advice(&made, &failures, row, others.attempts, last);
    rule_add(&made);
}

/* ---- tasks that failed ---- */

/* Few failures are a warning where many tasks were aborted for them. */
static void set_level_of_failed(struct rule_finding *made, double share, double aborted_share,
                                bool may_be_bad)
{
    if (may_be_bad && share >= rule_limit(made, "bad")) {
        made->level = RULE_BAD;
    } else if (share >= rule_limit(made, "warn")) {
        made->level = RULE_WARN;
    } else if (aborted_share >= rule_limit(made, "aborted")) {
        made->level = RULE_WARN;
        made->value = aborted_share;
        made->threshold = rule_limit(made, "aborted");
    } else {
        made->level = RULE_NOTE;
    }
}

/* Those on nodes and of a kind that fail more than the others are reported with these. */
static void add_failed(struct findings *findings, const struct campaign_rows *campaign,
                       const struct attempts_rows *attempts, double on_bad_hosts,
                       double of_bad_kind)
{
    double failed = campaign->failed[0];
    double all = campaign->tasks[0];
    double share = failed / all;
    size_t row = attempts_costliest_of_failed_tasks(findings, attempts);
    double failed_attempts = attempts_sum(attempts, "failed").attempts;
    double others = failed_attempts - attempts_at_limits(findings, "*");
    if (!(failed > fmax(on_bad_hosts, of_bad_kind)) || row == attempts->rows || !(others > 0))
        return;
    if (others < failed_attempts) {
        add_failed_otherwise(findings, campaign, attempts);
        return;
    }
    /* What no source calls a failure is no problem yet. */
    bool are_requeued = attempts_requeued(attempts).attempts >= failed_attempts;
    struct rule_finding made = rule_begin(findings, "tasks.failed");
    set_level_of_failed(&made, share, aborted_tasks(campaign, attempts) / all,
                        failed >= 2 * on_bad_hosts && !are_requeued);
    const char *advice = attempts_advice(findings, attempts->reason[row]);
    rule_number(&made, "share", share);
    rule_number(&made, "failed", failed);
    rule_number(&made, "tasks", all);
    rule_text(&made, "ended", attempts_ended_words(findings, attempts, failed, false));
    rule_text(&made, "advice", advice);
    rule_text(&made, "log",
              first_log_words(findings, attempts->task[row], attempts->outcome[row],
                              attempts->reason[row]));
    say_failed_cost(&made, campaign, attempts, failed);
    say_most_costly(&made, attempts, row);
    made.advice_variant = advice ? "known cause" : "unknown cause";
    rule_add(&made);
}

/* ---- kinds that fail more than the others ---- */

/* Kinds that could have been named. */
static double compared_kinds(const struct tasks_rows *kinds, double least)
{
    double count = 0;
    for (size_t row = 0; row < kinds->rows; row++)
        count += kinds->tasks[row] >= least;
    return count;
}

static size_t worst_kind(const struct findings *findings, const struct tasks_rows *kinds,
                         double failed, double tasks, double *worst)
{
    size_t found = kinds->rows;
    double least = finding_limit(findings, kind_fails, "failures");
    double many = finding_limit(findings, kind_fails, "warn");
    double times = finding_limit(findings, kind_fails, "times");
    double most_chance = finding_limit(findings, kind_fails, "chance");
    double compared = compared_kinds(kinds, least);
    *worst = 0;
    for (size_t row = 0; row < kinds->rows; row++) {
        double own_failed = kinds->failed[row];
        double own_tasks = kinds->tasks[row];
        double others = (failed - own_failed) / (tasks - own_tasks);
        double lower = wilson_lower(own_failed, own_tasks);
        double chance = hypergeometric_tail(own_failed, own_tasks, failed, tasks) * compared;
        if (own_failed < least || !(lower >= many) || !(lower > times * others) ||
            lower <= *worst || chance > most_chance ||
            2 * attempts_at_limits(findings, kinds->task[row]) >= own_failed)
            continue;
        *worst = lower;
        found = row;
    }
    return found;
}

/* The way in which more than half of the failed attempts of the kind ended; the table's rows when
 * there is none. */
static size_t usual_failure(const struct attempts_rows *attempts, const char *kind)
{
    const double *count = attempts->attempts;
    double all = 0;
    size_t best = attempts->rows;
    for (size_t row = 0; row < attempts->rows; row++) {
        if (!attempts_ended(attempts, row, "failed") ||
            texts_equal(attempts->reason[row], "requeued") ||
            !texts_equal(attempts->task[row], kind))
            continue;
        all += count[row];
        if (best == attempts->rows || count[row] > count[best])
            best = row;
    }
    return best < attempts->rows && 2 * count[best] > all ? best : attempts->rows;
}

/* What was preempted did not fail of itself. */
static bool was_lost(const struct attempts_rows *attempts, size_t row)
{
    return row < attempts->rows && texts_equal(attempts->reason[row], "lost");
}

static void say_usual_failure(struct rule_finding *made, const struct attempts_rows *attempts,
                              size_t usual)
{
    const struct findings *findings = made->findings;
    bool is_known = usual < attempts->rows;
    const char *advice = is_known ? attempts_advice(findings, attempts->reason[usual]) : NULL;
    if (is_known && attempts_say_more(attempts, usual))
        rule_text(made, "ended",
                  attempts_end_words(findings, attempts->outcome[usual], attempts->reason[usual]));
    rule_text(made, "advice", advice);
    if (is_known)
        rule_text(made, "log",
                  first_log_words(findings, attempts->task[usual], attempts->outcome[usual],
                                  attempts->reason[usual]));
    made->advice_variant = advice ? "known cause" : "unknown cause";
}

/* What ran when a queue's manager was killed is lost by that one event, of whatever kind it is. */
static double lost_with_managers(const struct findings *findings)
{
    const struct manager_runs_rows runs = manager_runs_rows(findings->tables);
    double lost = 0;
    for (size_t row = 0; row < runs.rows; row++)
        lost += runs.has_ended[row] > 0 ? 0 : runs.running[row];
    return lost;
}

/* Many tasks of other kinds hide them in the share of all. Returns how many tasks failed so. */
static double add_kind(struct findings *findings, const struct campaign_rows *campaign,
                       const struct attempts_rows *attempts, double on_bad_hosts)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    double failed = campaign->failed[0], lower;
    double tasks = campaign->tasks[0];
    size_t row = kinds.rows > 1 ? worst_kind(findings, &kinds, failed, tasks, &lower) : kinds.rows;
    if (row == kinds.rows)
        return 0;
    double own_failed = kinds.failed[row];
    double own_tasks = kinds.tasks[row];
    if (attempts_are_at_limits(findings, kinds.task[row], own_failed) ||
        own_failed - on_bad_hosts < finding_limit(findings, kind_fails, "failures"))
        return 0;
    size_t usual = usual_failure(attempts, kinds.task[row]);
    if (was_lost(attempts, usual) && 2 * lost_with_managers(findings) >= own_failed)
        return 0;
    struct rule_finding made = rule_begin(findings, kind_fails);
    rule_number(&made, "share", own_failed / own_tasks);
    rule_number(&made, "failed", own_failed);
    rule_number(&made, "tasks", own_tasks);
    rule_number(&made, "others", (failed - own_failed) / (tasks - own_tasks));
    rule_text(&made, "kind", finding_kind(findings, kinds.task[row]));
    say_usual_failure(&made, attempts, usual);
    made.variant = was_lost(attempts, usual) ? "lost" : "failed";
    made.value = lower;
    rule_add(&made);
    return own_failed;
}

/* Their tasks succeeded later; those on nodes that are named are reported there. */
static void add_failing_attempts(struct findings *findings, const struct attempts_rows *attempts,
                                 double on_bad_hosts)
{
    const struct failing_kind failing = finding_failing_kind(findings);
    struct rule_finding made = rule_begin(findings, failing_kind_rule);
    if (!(failing.failed - on_bad_hosts >= rule_limit(&made, "failures")))
        return;
    rule_number(&made, "share", failing.failed / failing.attempts);
    rule_number(&made, "failed", failing.failed);
    rule_number(&made, "attempts", failing.attempts);
    if (failing.of_others > 0)
        rule_number(&made, "others", failing.others / failing.of_others);
    rule_number(&made, "at_limits", failing.at_limits);
    rule_number(&made, "more", failing.more);
    rule_text(&made, "kind", attempts_kind(findings, failing.kind));
    say_usual_failure(&made, attempts, usual_failure(attempts, failing.kind));
    made.value = failing.lower;
    rule_add(&made);
}

/* ---- hosts ---- */

/* A limit ends a task wherever it runs; a worker that is lost once takes all its attempts with it:
 * they count once. */
static bool is_bad_host(const struct findings *findings, const struct task_nodes_rows *nodes,
                        size_t row)
{
    double failed = nodes->compared_failures[row];
    double least = finding_limit(findings, bad_host, "failures");
    double times = finding_limit(findings, bad_host, "times");
    double chance = nodes->failure_chance[row] * (double)nodes->rows;
    return !(nodes->failure_moments[row] < least) && failed >= least &&
           failed >= times * nodes->expected_failures[row] &&
           chance <= finding_limit(findings, bad_host, "chance");
}

/* The least likely one first; of equals the one of more failures than expected. */
static bool is_worse_host(const struct task_nodes_rows *nodes, size_t row, size_t other)
{
    const double *chance = nodes->failure_chance;
    const double *failed = nodes->compared_failures;
    const double *expected = nodes->expected_failures;
    if (chance[row] < chance[other] || chance[row] > chance[other])
        return chance[row] < chance[other];
    return failed[row] - expected[row] > failed[other] - expected[other];
}

static double shared_attempts(const struct task_nodes_rows *nodes, size_t row)
{
    return attempts_or_zero(nodes->shared[row]);
}

/* Its own attempts, or those that ran on it and other nodes, and what is compared with them. */
static void give_host(struct rule_finding *made, const struct task_nodes_rows *nodes, size_t row)
{
    double attempts = nodes->compared_attempts[row], shared = shared_attempts(nodes, row);
    made->variant = shared > 0 ? "shared" : "own";
    rule_text(made, "host", finding_name(made->findings, nodes->node[row]));
    rule_number(made, "failed", nodes->compared_failures[row]);
    rule_number(made, "attempts", attempts);
    rule_number(made, "several_kinds", tasks_rows(made->findings->tables).rows > 1);
    rule_number(made, "not_all", attempts < nodes->attempts[row]);
    rule_number(made, shared < nodes->attempts[row] ? "some_alone" : "none_alone", 1);
}

static void add_host(struct findings *findings, const struct task_nodes_rows *nodes, size_t row,
                     size_t count)
{
    double failed = nodes->compared_failures[row];
    double attempts = nodes->compared_attempts[row];
    double expected = nodes->expected_failures[row] / attempts;
    double at_limits = 0;
    for (size_t i = 0; i < nodes->rows; i++)
        at_limits += attempts_or_zero(nodes->failed_at_limits[i]);
    struct rule_finding made = rule_begin(findings, bad_host);
    give_host(&made, nodes, row);
    rule_number(&made, "of_others", expected);
    rule_number(&made, "at_limits", at_limits);
    rule_number(&made, "more", (double)count - 1);
    rule_number(&made, "share", failed / attempts);
    made.level = RULE_BAD;
    made.threshold = rule_limit(&made, "times") * expected;
    rule_add(&made);
}

/* A node that shares attempts with a bad one fails with it: only the worst is blamed, or what
 * nothing distinguishes from it. */
static bool is_blamed(const struct findings *findings, const struct task_nodes_rows *nodes,
                      size_t row, size_t worst)
{
    return is_bad_host(findings, nodes, row) &&
           (!(shared_attempts(nodes, row) > 0) || row == worst ||
            (!is_worse_host(nodes, worst, row) && !is_worse_host(nodes, row, worst)));
}

static size_t worst_host(const struct findings *findings, const struct task_nodes_rows *nodes)
{
    size_t worst = nodes->rows;
    for (size_t row = 0; row < nodes->rows; row++)
        if (is_bad_host(findings, nodes, row) &&
            (worst == nodes->rows || is_worse_host(nodes, row, worst)))
            worst = row;
    return worst;
}

/* Returns how many attempts failed on nodes that are named. */
static double add_hosts(struct findings *findings)
{
    const struct task_nodes_rows nodes = task_nodes_rows(findings->tables);
    size_t worst = nodes.rows > 1 ? worst_host(findings, &nodes) : 0, count = 0;
    double failed_there = 0;
    if (!nodes.rows || nodes.rows < 2 || worst == nodes.rows)
        return 0;
    for (size_t row = 0; row < nodes.rows; row++) {
        double failed = nodes.compared_failures[row];
        if (!is_blamed(findings, &nodes, row, worst))
            continue;
        failed_there = shared_attempts(&nodes, row) > 0
                           ? fmax(failed_there, failed) /* counted at other nodes, too */
                           : failed_there + failed;
        count++;
    }
    add_host(findings, &nodes, worst, count);
    return failed_there;
}

void findings_of_failures(struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    if (!campaign.rows || !attempts.rows || !tables_find(findings->tables, "tasks"))
        return;
    double on_bad_hosts = add_hosts(findings);
    double of_bad_kind = add_kind(findings, &campaign, &attempts, on_bad_hosts);
    add_failing_attempts(findings, &attempts, on_bad_hosts);
    add_failed(findings, &campaign, &attempts, on_bad_hosts, of_bad_kind);
}
