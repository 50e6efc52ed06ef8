/* What a campaign lost: attempts that failed or were cancelled, where and how; retries; tasks that
 * are unfinished or of which nobody knows how they ended. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/findings_tasks.h"
#include "util/number.h"

static const double MUCH_LOST = 0.05, VERY_MUCH_LOST = 0.2; /* of elapsed time */
static const double MANY_FAILED = 0.01, VERY_MANY_FAILED = 0.1;
static const double MANY_ABORTED = 0.02; /* of the tasks, beside failed ones */
static const double FEW_REPEATED = 0.5;  /* of the attempts that were lost */
static const double LEAST_LOST_H = 1.0 / 60, NEARLY_ALL = 0.995;
static const double MANY_RETRIES = 0.05, MANY_OPEN = 0.01;
/* A host stands out with so many failures, so many times as often as the others, beyond chance. */
static const double LEAST_FAILURES = 3, OTHERS_TIMES = 3, DEVIATIONS = 4;

/* ---- attempts by kind and outcome ---- */

struct attempt_sum {
    double attempts, hours;
};

static double or_zero(double value)
{
    return number_is_missing(value) ? 0 : value;
}

static bool ended(const struct table *table, size_t row, const char *outcome)
{
    const char *text = table_texts(table, "ended")[row];
    return text && strcmp(text, outcome) == 0;
}

static struct attempt_sum sum_attempts(const struct table *table, const char *outcome)
{
    struct attempt_sum sum = {0};
    for (size_t row = 0; row < table->rows; row++) {
        if (!ended(table, row, outcome))
            continue;
        sum.attempts += table_numbers(table, "attempts")[row];
        sum.hours += or_zero(table_numbers(table, "elapsed_hours")[row]);
    }
    return sum;
}

static struct attempt_sum sum_lost(const struct table *table)
{
    struct attempt_sum failed = sum_attempts(table, "failed");
    struct attempt_sum cancelled = sum_attempts(table, "cancelled");
    return (struct attempt_sum){failed.attempts + cancelled.attempts,
                                failed.hours + cancelled.hours};
}

/* Whether tasks of the row's kind failed for good: an attempt may be followed by one that succeeds.
 */
static bool is_of_failed_tasks(const struct table *kinds, const struct table *table, size_t row)
{
    const char *kind = table_texts(table, "task")[row];
    size_t found = table_find_row(kinds, 0, "task", kind ? kind : "", NULL, NULL);
    return found == kinds->rows || table_numbers(kinds, "failed")[found] > 0;
}

/* The row of most hours, or of most attempts when no hours are known: of all attempts that were
 * lost, or, with `kinds`, of those that failed in kinds of which tasks did. */
static size_t costliest_row(const struct table *table, const struct table *kinds)
{
    size_t best = table->rows;
    double best_hours = 0, best_attempts = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double hours = or_zero(table_numbers(table, "elapsed_hours")[row]);
        double attempts = table_numbers(table, "attempts")[row];
        if (kinds ? !ended(table, row, "failed") || !is_of_failed_tasks(kinds, table, row)
                  : !ended(table, row, "failed") && !ended(table, row, "cancelled"))
            continue;
        if (best < table->rows &&
            (hours < best_hours || (hours == best_hours && attempts <= best_attempts)))
            continue;
        best = row;
        best_hours = hours;
        best_attempts = attempts;
    }
    return best;
}

/* "TIMEOUT (time limit)" */
static const char *end_words(const struct findings *findings, const struct table *table, size_t row)
{
    const char *outcome = finding_name(findings, table_texts(table, "outcome")[row]);
    const char *reason = table_texts(table, "reason")[row];
    if (!reason || !*reason || strcmp(reason, outcome) == 0)
        return outcome;
    return arena_format(findings->arena, "%s (%s)", outcome, reason);
}

/* "TIMEOUT of align", or the outcome alone in a campaign of one kind. */
static const char *row_words(const struct findings *findings, const struct table *table, size_t row)
{
    const char *outcome = end_words(findings, table, row);
    const struct table *kinds = tables_find(findings->tables, "tasks");
    if (kinds && kinds->rows == 1)
        return outcome;
    return arena_format(findings->arena, "%s of %s", outcome,
                        finding_kind(findings, table_texts(table, "task")[row]));
}

/* Attempts of the kind (`*`: all) that ended at one of these limits: findings of limits are about
 * those. */
static double hits_of(const struct findings *findings, const char *kind, const char *quantity)
{
    const struct table *limits = tables_find(findings->tables, "limits");
    size_t row = limits ? table_find_row(limits, 0, "task", kind, "quantity", quantity) : 0;
    return limits && row < limits->rows ? table_numbers(limits, "hits")[row] : 0;
}

static double hits_of_limits(const struct findings *findings, const char *kind)
{
    return hits_of(findings, kind, "memory") + hits_of(findings, kind, "time");
}

/* Whether each failed attempt of a kind (`*`: all) hit a limit: findings_limits.c tells, and which
 * to raise. */
static bool are_all_at_limits(const struct findings *findings, const char *kind, double failed)
{
    return hits_of_limits(findings, kind ? kind : "") >= failed;
}

/* What helps against attempts of a row that failed: by its reason. */
static const char *reason_advice(const struct table *attempts, size_t row, const char *otherwise)
{
    static const struct {
        const char *reason, *advice;
    } rows[] = {
        {"lost", "save state and resume, or run where nothing preempts it"},
        {"node failure", "exclude the nodes that failed; save state and resume"},
        {"time limit", "request more time, or save state and resume"},
        {"out of memory", "request more memory"},
        {"exit code 126", "check that the program may be executed (exit code 126)"},
        {"exit code 127", "check that the program is installed on the nodes and in PATH (exit code "
                          "127: command not found)"},
    };
    const char *reason = table_texts(attempts, "reason")[row];
    for (size_t i = 0; reason && i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(reason, rows[i].reason) == 0)
            return rows[i].advice;
    return otherwise;
}

/* Where hardly a task was repeated, what failed and what was lost are the same. */
static bool is_told_by_tasks(const struct table *campaign, struct attempt_sum lost)
{
    double failed = table_numbers(campaign, "failed")[0];
    double ended = failed + or_zero(table_numbers(campaign, "cancelled")[0]);
    return failed >= MANY_FAILED * table_numbers(campaign, "tasks")[0] &&
           lost.attempts - ended < FEW_REPEATED * lost.attempts;
}

static bool add_lost(struct findings *findings, const struct table *campaign,
                     const struct table *attempts)
{
    struct attempt_sum lost = sum_lost(attempts);
    double kept = or_zero(table_numbers(campaign, "elapsed_hours")[0]);
    double share = lost.hours / (lost.hours + kept);
    if (!(share >= MUCH_LOST) || lost.hours < LEAST_LOST_H || is_told_by_tasks(campaign, lost) ||
        are_all_at_limits(findings, "*", lost.attempts))
        return false;
    bool cancelled = sum_attempts(attempts, "cancelled").attempts > 0;
    size_t row = costliest_row(attempts, NULL);
    double cpu_h = table_numbers(campaign, "lost_cpu_hours")[0];
    const char *cpu =
        cpu_h > 0 ? arena_format(findings->arena, "; CPU time %s", finding_hours(findings, cpu_h))
                  : "";
    double part = or_zero(table_numbers(attempts, "elapsed_hours")[row]) / lost.hours;
    bool is_much = share >= VERY_MUCH_LOST;
    finding_add(findings,
                (struct finding){
                    .weight = is_much ? 90 : 74,
                    .level = is_much ? "bad" : "warn",
                    .section = "tasks-attempts",
                    .text = arena_format(
                        findings->arena, "%s %s and took %s (%s of elapsed time%s), %s in %s.",
                        finding_count(findings, lost.attempts, "attempt", "attempts"),
                        cancelled ? "failed or were cancelled" : "failed",
                        finding_hours(findings, lost.hours), finding_percent(findings, share), cpu,
                        part >= NEARLY_ALL ? "all"
                                           : arena_format(findings->arena, "%s of it",
                                                          finding_percent(findings, part)),
                        row_words(findings, attempts, row)),
                    .value = share,
                    .unit = "",
                    .threshold = MUCH_LOST,
                    .advice = reason_advice(attempts, row,
                                            "find the cause in their logs before running more"),
                });
    return true;
}

/* Tasks that the manager of a workflow ended, or never started, as others failed. */
static double aborted_tasks(const struct table *campaign, const struct table *attempts)
{
    double aborted = 0;
    for (size_t row = 0; row < attempts->rows; row++) {
        const char *word = table_texts(attempts, "outcome")[row];
        if (ended(attempts, row, "cancelled") && word && strcasecmp(word, "aborted") == 0)
            aborted += table_numbers(attempts, "attempts")[row];
    }
    double never_started = or_zero(table_numbers(campaign, "cancelled")[0]) -
                           sum_attempts(attempts, "cancelled").attempts;
    return aborted + fmax(never_started, 0);
}

/* "failed and took 2 h, 3 % of elapsed time", "failed; 12 more tasks were cancelled". */
static const char *failed_text(const struct findings *findings, const struct table *campaign,
                               const struct table *attempts, double failed)
{
    struct attempt_sum lost = sum_attempts(attempts, "failed");
    double hours = sum_lost(attempts).hours + or_zero(table_numbers(campaign, "elapsed_hours")[0]);
    double aborted = aborted_tasks(campaign, attempts);
    const char *cost = "";
    if (lost.hours >= LEAST_LOST_H)
        cost = arena_format(findings->arena, "%s took %s, %s of elapsed time",
                            lost.attempts == failed ? " and" : "; failed attempts",
                            finding_hours(findings, lost.hours),
                            finding_percent(findings, lost.hours / hours));
    if (aborted > 0)
        cost = arena_format(findings->arena, "%s; %s cancelled", cost,
                            finding_count(findings, aborted, "more task was", "more tasks were"));
    return arena_format(findings->arena, "failed%s", cost);
}

/* "; most costly: ERROR of b (2 attempts)"; "; ERROR of b" when all failed so. */
static const char *failure_words(const struct findings *findings, const struct table *attempts,
                                 size_t row)
{
    double named = table_numbers(attempts, "attempts")[row];
    const char *words = row_words(findings, attempts, row);
    if (named < sum_attempts(attempts, "failed").attempts)
        return arena_format(findings->arena, "; most costly: %s (%s)", words,
                            finding_count(findings, named, "attempt", "attempts"));
    return arena_format(findings->arena, "; %s%s", named > 1 ? "all " : "", words);
}

/* Those on nodes and of a kind that fail more than the others are told with these. */
static void add_failed(struct findings *findings, const struct table *campaign,
                       const struct table *attempts, double on_bad_hosts, double of_bad_kind)
{
    double failed = table_numbers(campaign, "failed")[0];
    double all = table_numbers(campaign, "tasks")[0];
    double share = failed / all;
    size_t row = costliest_row(attempts, tables_find(findings->tables, "tasks"));
    if (!(failed > fmax(on_bad_hosts, of_bad_kind)) || row == attempts->rows ||
        are_all_at_limits(findings, "*", sum_attempts(attempts, "failed").attempts))
        return;
    bool is_much = share >= VERY_MANY_FAILED && failed >= 2 * on_bad_hosts;
    bool is_some = share >= MANY_FAILED || aborted_tasks(campaign, attempts) >= MANY_ABORTED * all;
    finding_add(
        findings,
        (struct finding){
            .weight = is_much   ? 85
                      : is_some ? 70
                                : 54,
            .level = is_much   ? "bad"
                     : is_some ? "warn"
                               : "note",
            .section = "tasks-attempts",
            .text = arena_format(findings->arena, "%s of %s (%s) %s%s.",
                                 finding_quantity(findings, failed, ""),
                                 finding_count(findings, all, "task", "tasks"),
                                 finding_percent(findings, share),
                                 failed_text(findings, campaign, attempts, failed),
                                 failure_words(findings, attempts, row)),
            .value = share,
            .unit = "",
            .threshold = MANY_FAILED,
            .advice = reason_advice(
                attempts, row,
                "find the cause in their logs and run them again: their results are missing"),
        });
}

static void add_unfinished(struct findings *findings, const struct table *campaign)
{
    double open = table_numbers(campaign, "unfinished")[0];
    double share = open / table_numbers(campaign, "tasks")[0];
    if (!(share >= MANY_OPEN))
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 68,
                    .level = "warn",
                    .section = "tasks-attempts",
                    .text = arena_format(
                        findings->arena,
                        "%s (%s) %s unfinished when the records were written. Totals leave %s out.",
                        finding_count(findings, open, "task", "tasks"),
                        finding_percent(findings, share), open == 1 ? "was" : "were",
                        open == 1 ? "it" : "them"),
                    .value = share,
                    .unit = "",
                    .threshold = MANY_OPEN,
                    .advice = "read totals as those of a part",
                });
}

/* The words that most tasks of unknown status have. */
static const char *unknown_words(const struct findings *findings, const struct table *attempts)
{
    enum { MOST_WORDS = 3 };
    const char *words[MOST_WORDS];
    size_t count = 0;
    for (size_t row = 0; attempts && row < attempts->rows && count < MOST_WORDS; row++) {
        const char *word = table_texts(attempts, "outcome")[row];
        bool known = !ended(attempts, row, "unknown") || !word || strcmp(word, "unknown") == 0;
        for (size_t i = 0; i < count && !known; i++)
            known = strcmp(words[i], word) == 0;
        if (!known)
            words[count++] = word;
    }
    for (size_t i = 0; i < count; i++)
        words[i] = finding_name(findings, words[i]);
    return count ? arena_format(findings->arena, " (%s)", finding_list(findings, words, count))
                 : "";
}

static void add_unknown(struct findings *findings, const struct table *campaign,
                        const struct table *attempts)
{
    double unknown = table_numbers(campaign, "unknown")[0];
    double share = unknown / table_numbers(campaign, "tasks")[0];
    if (!(unknown > 0))
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 67,
                    .level = "warn",
                    .section = "tasks-attempts",
                    .text = arena_format(
                        findings->arena,
                        "%s (%s) %s a status that is not known%s: counted neither as succeeded nor "
                        "as failed.",
                        finding_count(findings, unknown, "task", "tasks"),
                        finding_percent(findings, share), unknown == 1 ? "has" : "have",
                        unknown_words(findings, attempts)),
                    .value = share,
                    .unit = "",
                    .threshold = 0,
                    .advice = "check what these words mean; totals leave such tasks out",
                });
}

/* Attempts that a later one of the same task supersedes; the kind with most of them. */
static void add_retries(struct findings *findings, const struct table *campaign)
{
    const struct table *kinds = tables_find(findings->tables, "tasks");
    double attempts = table_numbers(campaign, "attempts")[0], most = 0;
    double retries = table_numbers(campaign, "repeated")[0];
    bool all_began = table_numbers(campaign, "cached")[0] +
                         table_numbers(campaign, "unfinished")[0] +
                         table_numbers(campaign, "cancelled")[0] ==
                     0;
    size_t worst = 0;
    for (size_t row = 0; row < kinds->rows; row++) {
        double more = table_numbers(kinds, "attempts")[row] - table_numbers(kinds, "tasks")[row];
        if (more > most) {
            most = more;
            worst = row;
        }
    }
    if (!(retries / attempts >= MANY_RETRIES))
        return;
    const char *where = "";
    if (all_began && most > 0 && kinds->rows > 1)
        where = arena_format(findings->arena, ", most in %s (%s)",
                             finding_kind(findings, table_texts(kinds, "task")[worst]),
                             finding_quantity(findings, most, ""));
    finding_add(findings,
                (struct finding){
                    .weight = 44,
                    .level = "note",
                    .section = "tasks-attempts",
                    .text =
                        arena_format(findings->arena, "%s of %s %s another one of the same task%s.",
                                     finding_percent(findings, retries / attempts),
                                     finding_count(findings, attempts, "attempt", "attempts"),
                                     retries == 1 ? "repeats" : "repeat", where),
                    .value = retries / attempts,
                    .unit = "",
                    .threshold = MANY_RETRIES,
                    .advice = 2 * hits_of(findings, "*", "memory") >= retries
                                  ? "a larger first allocation may spare them"
                                  : "see the table attempts for how the earlier ones ended",
                });
}

/* ---- kinds that fail more than the others ---- */

/* The lower end of Wilson's interval of 95 % for a share: few tasks say little. */
static double wilson_lower(double failed, double tasks)
{
    static const double Z = 1.959963984540054;
    double share = failed / tasks, z2 = Z * Z / tasks;
    return (share + z2 / 2 - Z * sqrt(share * (1 - share) / tasks + z2 / tasks / 4)) / (1 + z2);
}

static size_t worst_kind(const struct findings *findings, const struct table *kinds, double failed,
                         double tasks, double *worst)
{
    size_t found = kinds->rows;
    *worst = 0;
    for (size_t row = 0; row < kinds->rows; row++) {
        double own_failed = table_numbers(kinds, "failed")[row];
        double own_tasks = table_numbers(kinds, "tasks")[row];
        double others = (failed - own_failed) / (tasks - own_tasks);
        double lower = wilson_lower(own_failed, own_tasks);
        if (own_failed < LEAST_FAILURES || !(lower >= MANY_FAILED) ||
            !(lower > OTHERS_TIMES * others) || lower <= *worst ||
            2 * hits_of_limits(findings, table_texts(kinds, "task")[row]) >= own_failed)
            continue;
        *worst = lower;
        found = row;
    }
    return found;
}

/* The way in which most failed attempts of the kind ended; the table's rows when none is known. */
static size_t usual_failure(const struct table *attempts, const char *kind)
{
    const double *count = table_numbers(attempts, "attempts");
    size_t best = attempts->rows;
    for (size_t row = 0; row < attempts->rows; row++) {
        const char *task = table_texts(attempts, "task")[row];
        if (ended(attempts, row, "failed") && strcmp(task ? task : "", kind ? kind : "") == 0 &&
            (best == attempts->rows || count[row] > count[best]))
            best = row;
    }
    return best;
}

/* Whether the row says more than that the attempts failed. */
static bool tells_more(const struct table *attempts, size_t row)
{
    const char *word = table_texts(attempts, "outcome")[row];
    const char *reason = table_texts(attempts, "reason")[row];
    return (reason && *reason) || (word && strcasecmp(word, "failed") != 0);
}

/* ", mostly FAILED (exit code 127)" */
static const char *usual_text(const struct findings *findings, const struct table *attempts,
                              size_t row)
{
    if (row >= attempts->rows || !tells_more(attempts, row))
        return "";
    return arena_format(findings->arena, ", mostly %s", end_words(findings, attempts, row));
}

/* Many tasks of other kinds hide them in the share of all. Returns how many tasks failed so. */
static double add_kind(struct findings *findings, const struct table *campaign,
                       const struct table *attempts, double on_bad_hosts)
{
    const struct table *kinds = tables_find(findings->tables, "tasks");
    double failed = table_numbers(campaign, "failed")[0], lower;
    double tasks = table_numbers(campaign, "tasks")[0];
    size_t row = kinds->rows > 1 ? worst_kind(findings, kinds, failed, tasks, &lower) : kinds->rows;
    if (row == kinds->rows)
        return 0;
    double own_failed = table_numbers(kinds, "failed")[row];
    double own_tasks = table_numbers(kinds, "tasks")[row];
    if (are_all_at_limits(findings, table_texts(kinds, "task")[row], own_failed) ||
        own_failed - on_bad_hosts < LEAST_FAILURES)
        return 0;
    double share = own_failed / own_tasks;
    size_t usual = usual_failure(attempts, table_texts(kinds, "task")[row]);
    bool is_much = lower >= VERY_MANY_FAILED;
    finding_add(findings,
                (struct finding){
                    .weight = is_much ? 86 : 71,
                    .level = is_much ? "bad" : "warn",
                    .section = "tasks-attempts",
                    .text = arena_format(
                        findings->arena, "%s failed %s of %s (%s)%s; the other task kinds %s.",
                        finding_kind(findings, table_texts(kinds, "task")[row]),
                        finding_quantity(findings, own_failed, ""),
                        finding_count(findings, own_tasks, "task", "tasks"),
                        finding_percent(findings, share), usual_text(findings, attempts, usual),
                        finding_percent(findings, (failed - own_failed) / (tasks - own_tasks))),
                    .value = share,
                    .unit = "",
                    .threshold = MANY_FAILED,
                    .advice = usual < attempts->rows
                                  ? reason_advice(attempts, usual,
                                                  "look at the logs of this task kind first")
                                  : "look at the logs of this task kind first",
                });
    return own_failed;
}

/* ---- hosts ---- */

struct host_rate {
    size_t row;
    double deviations;
};

/* How many standard deviations of the binomial distribution with the others' share of failures. */
static double deviations_of(double failed, double attempts, double others_share)
{
    double share = fmax(others_share, 1e-6);
    return (failed - attempts * share) / sqrt(attempts * share * (1 - share));
}

static size_t find_bad_hosts(const struct table *nodes, double failed, double attempts,
                             struct host_rate *worst, double *failed_there)
{
    size_t count = 0;
    *failed_there = 0;
    for (size_t row = 0; row < nodes->rows; row++) {
        double own_failed = table_numbers(nodes, "failed_attempts")[row];
        double own_attempts = table_numbers(nodes, "attempts")[row];
        double others = (failed - own_failed) / (attempts - own_attempts);
        double deviations = deviations_of(own_failed, own_attempts, others);
        if (own_failed < LEAST_FAILURES || !(others < 1) ||
            own_failed / own_attempts < OTHERS_TIMES * others || !(deviations > DEVIATIONS))
            continue;
        if (!count || deviations > worst->deviations)
            *worst = (struct host_rate){row, deviations};
        *failed_there += own_failed;
        count++;
    }
    return count;
}

/* Returns how many attempts failed on nodes that are named. */
static double add_hosts(struct findings *findings)
{
    const struct table *nodes = tables_find(findings->tables, "task_nodes");
    double failed = 0, attempts = 0, failed_there = 0;
    for (size_t row = 0; nodes && row < nodes->rows; row++) {
        failed += table_numbers(nodes, "failed_attempts")[row];
        attempts += table_numbers(nodes, "attempts")[row];
    }
    struct host_rate worst = {0};
    size_t count = nodes && nodes->rows > 1
                       ? find_bad_hosts(nodes, failed, attempts, &worst, &failed_there)
                       : 0;
    if (!count)
        return 0;
    double own_failed = table_numbers(nodes, "failed_attempts")[worst.row];
    double own_attempts = table_numbers(nodes, "attempts")[worst.row];
    double others = (failed - own_failed) / (attempts - own_attempts);
    const char *name = finding_name(findings, table_texts(nodes, "node")[worst.row]);
    const char *more =
        count == 1
            ? ""
            : arena_format(findings->arena, " %s too.",
                           count == 2 ? "1 more node fails often,"
                                      : arena_format(findings->arena, "%zu more nodes fail often,",
                                                     count - 1));
    finding_add(findings, (struct finding){
                              .weight = 88,
                              .level = "bad",
                              .section = "tasks-attempts",
                              .text = arena_format(
                                  findings->arena, "%s failed %s of %s (%s); the other nodes %s.%s",
                                  name, finding_quantity(findings, own_failed, ""),
                                  finding_count(findings, own_attempts, "attempt", "attempts"),
                                  finding_percent(findings, own_failed / own_attempts),
                                  finding_percent(findings, others), more),
                              .value = own_failed / own_attempts,
                              .unit = "",
                              .threshold = OTHERS_TIMES * others,
                              .advice = "check its logs, or exclude it",
                          });
    return failed_there;
}

void findings_of_attempts(struct findings *findings)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    const struct table *attempts = tables_find(findings->tables, "attempts");
    if (!campaign || !tables_find(findings->tables, "tasks"))
        return;
    add_unfinished(findings, campaign);
    add_unknown(findings, campaign, attempts);
    if (!attempts)
        return;
    double on_bad_hosts = add_hosts(findings);
    if (!add_lost(findings, campaign, attempts))
        add_retries(findings, campaign);
    double of_bad_kind = add_kind(findings, campaign, attempts, on_bad_hosts);
    add_failed(findings, campaign, attempts, on_bad_hosts, of_bad_kind);
}
