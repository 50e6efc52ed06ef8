/* What a campaign lost: attempts that failed or were cancelled; retries; tasks that are unfinished
 * or of which nobody knows how they ended. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/failing_kind.h"
#include "analysis/findings/findings_kills.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

static const double MANY_FAILED = 0.01;
static const double FEW_REPEATED = 0.5; /* of the attempts that were lost */

/* Where hardly a task was repeated, what failed and what was lost are the same. */
static bool is_reported_by_tasks(const struct campaign_rows *campaign, struct attempt_sum lost)
{
    double failed = campaign->failed[0];
    double ended = failed + attempts_or_zero(campaign->cancelled[0]);
    return failed >= MANY_FAILED * campaign->tasks[0] &&
           lost.attempts - ended < FEW_REPEATED * lost.attempts;
}

/* "by user 1234" where one user cancelled all that were cancelled. */
static const char *canceller_words(const struct findings *findings,
                                   const struct attempts_rows *attempts)
{
    const char *by = NULL;
    for (size_t row = 0; row < attempts->rows; row++) {
        const char *own = attempts->reason[row];
        if (!attempts_ended(attempts, row, "cancelled"))
            continue;
        if (!own || (by && strcmp(own, by) != 0))
            return NULL;
        by = own;
    }
    return by ? finding_name(findings, by) : NULL;
}

static void say_cost(struct rule_finding *made, struct attempt_sum sum, double share)
{
    rule_number(made, "attempts", sum.attempts);
    rule_number(made, "elapsed", sum.elapsed_s);
    rule_number(made, "cpu", sum.cpu_s > 0 ? sum.cpu_s : NUMBER_MISSING);
    rule_number(made, "share", share);
}

/* What was cancelled did not fail: one job is worth a note, many a warning. */
static void add_cancelled(struct findings *findings, const struct attempts_rows *attempts,
                          struct attempt_sum lost, double share)
{
    size_t row = attempts_costliest_lost(attempts);
    struct rule_finding made = rule_begin(findings, "attempts.cancelled");
    say_cost(&made, lost, share);
    rule_text(&made, "canceller", canceller_words(findings, attempts));
    bool are_all = attempts->attempts[row] >= lost.attempts;
    rule_number(&made, "part", attempts_or_zero(attempts->elapsed_s[row]) / lost.elapsed_s);
    rule_text(&made, are_all ? "only_kind" : "most_kind",
              finding_kind(findings, attempts->task[row]));
    made.level = lost.attempts > 1 ? RULE_WARN : RULE_NOTE;
    made.threshold = finding_limit(findings, "attempts.lost", "warn");
    made.finding.cost = share;
    rule_add(&made);
}

static void say_most(struct rule_finding *made, const struct attempts_rows *attempts, size_t row,
                     struct attempt_sum lost)
{
    const struct findings *findings = made->findings;
    rule_number(made, "most", attempts->attempts[row]);
    rule_number(made, "part", attempts_or_zero(attempts->elapsed_s[row]) / lost.elapsed_s);
    if (attempts->attempts[row] < lost.attempts) {
        rule_text(made, "most_of", attempts_words(findings, attempts, row));
        return;
    }
    rule_text(made, "all_kind", attempts_kind(findings, attempts->task[row]));
    if (attempts_say_more(attempts, row))
        rule_text(made, "all_end",
                  attempts_end_words(findings, attempts->outcome[row], attempts->reason[row]));
}

/* Failed attempts among them, and maybe cancelled ones. */
static void add_failed(struct findings *findings, const struct attempts_rows *attempts,
                       struct attempt_sum lost, double share)
{
    struct attempt_sum cancelled = attempts_sum(attempts, "cancelled");
    size_t row = attempts_costliest_lost(attempts);
    double failed_share = share * (1 - cancelled.elapsed_s / lost.elapsed_s);
    const char *advice = attempts_advice(findings, attempts->reason[row]);
    struct rule_finding made = rule_begin(findings, "attempts.lost");
    say_cost(&made, lost, share);
    say_most(&made, attempts, row, lost);
    rule_text(&made, "ended",
              attempts_ended_words(findings, attempts, lost.attempts, cancelled.attempts > 0));
    rule_text(&made, "advice", advice);
    if (attempts_ended(attempts, row, "cancelled"))
        made.advice_variant = "cancelled";
    else
        made.advice_variant = advice ? "known cause" : "unknown cause";
    if (failed_share >= rule_limit(&made, "bad")) {
        made.level = RULE_BAD;
        made.value = failed_share;
    } else {
        made.level = RULE_WARN;
    }
    made.finding.cost = share;
    rule_add(&made);
}

/* Whether a cause that another finding names took most of the time. */
static bool is_reported_by_cause(const struct findings *findings, struct attempt_sum lost)
{
    double most_s = finding_limit(findings, "attempts.lost", "cause") * lost.elapsed_s;
    return attempts_are_at_limits(findings, "*", lost.attempts) ||
           attempts_sum_at_limits(findings).elapsed_s >= most_s ||
           finding_kills(findings).elapsed_s >= most_s;
}

static bool add_lost(struct findings *findings, const struct campaign_rows *campaign,
                     const struct attempts_rows *attempts)
{
    struct attempt_sum requeued = attempts_requeued(attempts);
    struct attempt_sum lost = attempts_lost(attempts);
    double share = (lost.elapsed_s - requeued.elapsed_s) / attempts_time_of_all(attempts);
    lost.attempts -= requeued.attempts;
    lost.elapsed_s -= requeued.elapsed_s;
    lost.cpu_s = attempts_or_zero(campaign->lost_cpu_s[0]) - requeued.cpu_s;
    if (!(share >= finding_limit(findings, "attempts.lost", "warn")) ||
        lost.elapsed_s < finding_limit(findings, "attempts.lost", "least_s") ||
        is_reported_by_tasks(campaign, lost) || is_reported_by_cause(findings, lost))
        return false;
    if (attempts_sum(attempts, "failed").attempts > requeued.attempts)
        add_failed(findings, attempts, lost, share);
    else
        add_cancelled(findings, attempts, lost, share);
    return true;
}

/* Which no later attempt follows: their tasks count as failed, and are told there. */
static double requeued_last(const struct findings *findings)
{
    const struct failures_rows failures = failures_rows(findings->tables);
    double sum = 0;
    for (size_t row = 0; row < failures.rows; row++)
        if (texts_equal(failures.reason[row], "requeued"))
            sum += failures.last[row];
    return sum;
}

/* No source says why a job was requeued, nor what it had saved: a job may requeue itself at each
 * checkpoint. */
static bool add_requeued(struct findings *findings, const struct attempts_rows *attempts)
{
    struct attempt_sum requeued = attempts_requeued(attempts);
    struct rule_finding made = rule_begin(findings, "attempts.requeued");
    if (requeued.elapsed_s < rule_limit(&made, "least_s") ||
        requeued_last(findings) > FEW_REPEATED * requeued.attempts)
        return false;
    size_t row = attempts_costliest_requeued(attempts);
    bool are_all = !(attempts->attempts[row] < requeued.attempts);
    say_cost(&made, requeued, requeued.elapsed_s / attempts_time_of_all(attempts));
    rule_text(&made, are_all ? "only_kind" : "most_kind",
              finding_kind(findings, attempts->task[row]));
    return rule_add(&made);
}

/* Of these the source says that they have not started, as of jobs in a queue: no trouble. */
static double waiting_tasks(const struct findings *findings)
{
    const struct waiting_rows waiting = waiting_rows(findings->tables);
    double sum = 0;
    for (size_t row = 0; row < waiting.rows; row++)
        sum += waiting.tasks[row];
    return sum;
}

/* Of a queue: tasks that were left when managers ended, by their own word. */
struct given_up {
    double tasks, not_started;
};

static struct given_up given_up(const struct findings *findings)
{
    const struct manager_runs_rows runs = manager_runs_rows(findings->tables);
    struct given_up given = {0, 0};
    for (size_t row = 0; row < runs.rows; row++) {
        if (!(runs.has_ended[row] > 0))
            continue;
        given.tasks += runs.waiting[row] + runs.running[row];
        given.not_started += runs.waiting[row];
    }
    return given;
}

static void add_unfinished(struct findings *findings, const struct campaign_rows *campaign)
{
    double open = campaign->unfinished[0];
    double tasks = campaign->tasks[0];
    const struct given_up given = given_up(findings);
    bool all_given = given.tasks > 0 && given.tasks >= open;
    double waiting = all_given ? given.not_started : waiting_tasks(findings);
    struct rule_finding made = rule_begin(findings, "tasks.unfinished");
    rule_number(&made, "share", open / tasks);
    rule_number(&made, "open", open);
    rule_number(&made, "tasks", tasks);
    rule_number(&made, "waiting", waiting);
    rule_number(&made, "given", given.tasks);
    made.variant = waiting >= open ? all_given ? "given up, not started" : "not started"
                   : all_given     ? "given up"
                                   : "unfinished";
    made.advice_variant = all_given ? "given up" : "incomplete";
    if (!(open / tasks >= rule_limit(&made, "note")))
        return;
    double started_share = (open - waiting) / tasks;
    bool are_many = started_share >= rule_limit(&made, "warn");
    made.level = are_many ? RULE_WARN : RULE_NOTE;
    made.value = are_many ? started_share : open / tasks;
    rule_add(&made);
}

static void add_never_started(struct findings *findings, const struct campaign_rows *campaign)
{
    struct rule_finding made = rule_begin(findings, "tasks.never-started");
    rule_number(&made, "count", campaign->never_started[0]);
    rule_number(&made, "tasks", campaign->tasks[0]);
    made.finding.unit = "tasks";
    rule_add(&made);
}

/* The words that most tasks of unknown status have. */
static const char *unknown_words(const struct findings *findings,
                                 const struct attempts_rows *attempts)
{
    enum { MOST_WORDS = 3 };
    const char *words[MOST_WORDS];
    size_t count = 0;
    for (size_t row = 0; row < attempts->rows && count < MOST_WORDS; row++) {
        const char *word = attempts->outcome[row];
        bool known =
            !attempts_ended(attempts, row, "unknown") || !word || strcmp(word, "unknown") == 0;
        for (size_t i = 0; i < count && !known; i++)
            known = strcmp(words[i], word) == 0;
        if (!known)
            words[count++] = word;
    }
    for (size_t i = 0; i < count; i++)
        words[i] = finding_name(findings, words[i]);
    return count ? finding_list(findings, words, count) : NULL;
}

static void add_unknown(struct findings *findings, const struct campaign_rows *campaign,
                        const struct attempts_rows *attempts)
{
    double unknown = campaign->unknown[0];
    struct rule_finding made = rule_begin(findings, "tasks.status-unknown");
    rule_number(&made, "share", unknown / campaign->tasks[0]);
    rule_number(&made, "unknown", unknown);
    rule_text(&made, "words", unknown_words(findings, attempts));
    rule_add(&made);
}

/* Attempts that a later one of the same task supersedes; the kind with most of them. */
static void add_retries(struct findings *findings, const struct campaign_rows *campaign)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    double attempts = campaign->attempts[0], most = 0;
    double retries = campaign->repeated[0];
    bool all_began = campaign->cached[0] + campaign->unfinished[0] + campaign->cancelled[0] == 0;
    size_t worst = 0;
    for (size_t row = 0; row < kinds.rows; row++) {
        double more = kinds.attempts[row] - kinds.tasks[row];
        if (more > most) {
            most = more;
            worst = row;
        }
    }
    double at_cause = finding_limit(findings, "attempts.lost", "cause") * retries;
    if (attempts_at_limits(findings, "*") >= at_cause ||
        finding_kills(findings).attempts >= at_cause ||
        finding_failing_kind(findings).failed >= at_cause)
        return;
    struct rule_finding made = rule_begin(findings, "attempts.repeated");
    rule_number(&made, "share", retries / attempts);
    rule_number(&made, "repeats", retries);
    rule_number(&made, "attempts", attempts);
    if (all_began && most > 0 && kinds.rows > 1) {
        rule_number(&made, "most", most);
        rule_text(&made, "kind", finding_kind(findings, kinds.task[worst]));
    }
    rule_add(&made);
}

void findings_of_attempts(struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    if (!campaign.rows || !tables_find(findings->tables, "tasks"))
        return;
    add_unfinished(findings, &campaign);
    add_never_started(findings, &campaign);
    add_unknown(findings, &campaign, &attempts);
    bool is_reported = attempts.rows && add_lost(findings, &campaign, &attempts);
    if (attempts.rows && add_requeued(findings, &attempts))
        is_reported = true;
    if (attempts.rows && !is_reported)
        add_retries(findings, &campaign);
}
