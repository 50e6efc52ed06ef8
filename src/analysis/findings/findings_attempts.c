/* What a campaign lost: attempts that failed or were cancelled; retries; tasks that are unfinished
 * or of which nobody knows how they ended. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_kills.h"
#include "analysis/findings/task_words.h"
#include "util/number.h"
#include "util/texts.h"

static const double MUCH_LOST = 0.05, VERY_MUCH_LOST = 0.2; /* of elapsed time */
static const double MANY_FAILED = 0.01;
static const double FEW_REPEATED = 0.5; /* of the attempts that were lost */
static const double MOSTLY = 0.5; /* so much of one cause, which another finding names, is it */
static const double LEAST_LOST_S = 60, NEARLY_ALL = 0.995;
static const double MANY_RETRIES = 0.05, MANY_OPEN = 0.01, MUCH_OPEN = 0.05;

/* Where hardly a task was repeated, what failed and what was lost are the same. */
static bool is_reported_by_tasks(const struct table *campaign, struct attempt_sum lost)
{
    double failed = table_numbers(campaign, "failed")[0];
    double ended = failed + attempts_or_zero(table_numbers(campaign, "cancelled")[0]);
    return failed >= MANY_FAILED * table_numbers(campaign, "tasks")[0] &&
           lost.attempts - ended < FEW_REPEATED * lost.attempts;
}

/* "align", "lost attempts of align", "PREEMPTED (lost) of align": how they ended is said where it
 * is more than what the sentence says of all of them. */
static const char *place_words(const struct findings *findings, const struct table *attempts,
                               size_t row, bool are_all)
{
    const char *end = attempts_end_words(findings, attempts, row);
    const char *kind = finding_kind(findings, table_texts(attempts, "task")[row]);
    const char *ended = table_texts(attempts, "ended")[row];
    if (strcasecmp(end, "lost") != 0 && strcasecmp(end, ended) != 0)
        return arena_format(findings->arena, "%s of %s", end, kind);
    if (are_all)
        return kind;
    return arena_format(findings->arena, "%s attempts of %s",
                        strcasecmp(end, "lost") == 0 ? "lost" : ended, kind);
}

/* What of jobs that were cancelled nobody else says. */
static const char *cancelled_advice(double attempts)
{
    return attempts > 1 ? "look at their last output if nobody cancelled them on purpose"
                        : "look at its last output if nobody cancelled it on purpose";
}

/* " by user 1234" where one user cancelled all that were cancelled. */
static const char *canceller_words(const struct findings *findings, const struct table *attempts)
{
    const char *by = NULL;
    for (size_t row = 0; row < attempts->rows; row++) {
        const char *own = table_texts(attempts, "reason")[row];
        if (!attempts_ended(attempts, row, "cancelled"))
            continue;
        if (!own || (by && strcmp(own, by) != 0))
            return "";
        by = own;
    }
    return by ? arena_format(findings->arena, " %s", finding_name(findings, by)) : "";
}

/* "3 h (12 % of elapsed time; CPU time 2 h)" */
static const char *lost_cost(const struct findings *findings, double elapsed_s, double share,
                             double cpu_s)
{
    return arena_format(findings->arena, "%s (%s of elapsed time%s)",
                        finding_hours(findings, elapsed_s), finding_percent(findings, share),
                        cpu_s > 0 ? arena_format(findings->arena, "; CPU time %s",
                                                 finding_hours(findings, cpu_s))
                                  : "");
}

/* "all", "nearly all of it", "90 % of it": of the time of attempts in a row of the table. */
static const char *part_words(const struct findings *findings, const struct table *attempts,
                              size_t row, const struct attempt_sum *lost)
{
    double part = attempts_or_zero(table_numbers(attempts, "elapsed_s")[row]) / lost->elapsed_s;
    if (table_numbers(attempts, "attempts")[row] >= lost->attempts)
        return "all";
    return part >= NEARLY_ALL
               ? "nearly all of it"
               : arena_format(findings->arena, "%s of it", finding_percent(findings, part));
}

/* Of all attempts, whatever became of them. */
static double whole_elapsed_s(const struct table *campaign, const struct table *attempts)
{
    return attempts_lost(attempts).elapsed_s +
           attempts_or_zero(table_numbers(campaign, "elapsed_s")[0]);
}

/* What was cancelled did not fail: one job is worth a note, many a warning. */
static void add_cancelled(struct findings *findings, const struct table *attempts,
                          struct attempt_sum lost, double share)
{
    size_t row = attempts_costliest_lost(attempts);
    bool is_one = !(lost.attempts > 1);
    finding_add(findings,
                (struct finding){
                    .id = "attempts.cancelled",
                    .weight = is_one ? 53 : 74,
                    .cost = share,
                    .level = is_one ? "note" : "warn",
                    .section = "tasks-attempts",
                    .text =
                        arena_format(findings->arena, "%s %s cancelled%s and took %s, %s in %s.",
                                     finding_count(findings, lost.attempts, "attempt", "attempts"),
                                     finding_plural(lost.attempts, "was", "were"),
                                     canceller_words(findings, attempts),
                                     lost_cost(findings, lost.elapsed_s, share, lost.cpu_s),
                                     part_words(findings, attempts, row, &lost),
                                     finding_kind(findings, table_texts(attempts, "task")[row])),
                    .value = share,
                    .unit = "",
                    .threshold = MUCH_LOST,
                    .advice = cancelled_advice(lost.attempts),
                });
}

static bool add_lost(struct findings *findings, const struct table *campaign,
                     const struct table *attempts)
{
    struct attempt_sum requeued = attempts_requeued(attempts);
    struct attempt_sum lost = attempts_lost(attempts);
    double share = (lost.elapsed_s - requeued.elapsed_s) / whole_elapsed_s(campaign, attempts);
    lost.attempts -= requeued.attempts;
    lost.elapsed_s -= requeued.elapsed_s;
    lost.cpu_s = attempts_or_zero(table_numbers(campaign, "lost_cpu_s")[0]) - requeued.cpu_s;
    if (!(share >= MUCH_LOST) || lost.elapsed_s < LEAST_LOST_S ||
        is_reported_by_tasks(campaign, lost) ||
        attempts_are_at_limits(findings, "*", lost.attempts) ||
        attempts_sum_at_limits(findings).elapsed_s >= MOSTLY * lost.elapsed_s ||
        finding_kills(findings).elapsed_s >= MOSTLY * lost.elapsed_s)
        return false;
    if (!(attempts_sum(attempts, "failed").attempts > requeued.attempts)) {
        add_cancelled(findings, attempts, lost, share);
        return true;
    }
    struct attempt_sum cancelled = attempts_sum(attempts, "cancelled");
    size_t row = attempts_costliest_lost(attempts);
    bool are_all = table_numbers(attempts, "attempts")[row] >= lost.attempts;
    bool is_much = share * (1 - cancelled.elapsed_s / lost.elapsed_s) >= VERY_MUCH_LOST;
    finding_add(findings,
                (struct finding){
                    .id = "attempts.lost",
                    .weight = is_much ? 90 : 74,
                    .cost = share,
                    .level = is_much ? "bad" : "warn",
                    .section = "tasks-attempts",
                    .text =
                        arena_format(findings->arena, "%s %s and took %s, %s in %s.",
                                     finding_count(findings, lost.attempts, "attempt", "attempts"),
                                     attempts_lost_words(findings, attempts, lost.attempts,
                                                         cancelled.attempts > 0),
                                     lost_cost(findings, lost.elapsed_s, share, lost.cpu_s),
                                     part_words(findings, attempts, row, &lost),
                                     place_words(findings, attempts, row, are_all)),
                    .value = share,
                    .unit = "",
                    .threshold = MUCH_LOST,
                    .advice = attempts_ended(attempts, row, "cancelled")
                                  ? cancelled_advice(table_numbers(attempts, "attempts")[row])
                                  : attempts_advice(findings, attempts, row,
                                                    "find the cause in their logs before running "
                                                    "more"),
                });
    return true;
}

/* Which no later attempt follows: their tasks count as failed, and are told there. */
static double requeued_last(const struct findings *findings)
{
    const struct table *failures = tables_find(findings->tables, "failures");
    double sum = 0;
    for (size_t row = 0; failures && row < failures->rows; row++)
        if (texts_equal(table_texts(failures, "reason")[row], "requeued"))
            sum += table_numbers(failures, "last")[row];
    return sum;
}

/* No source says why a job was requeued, nor what it had saved: a job may requeue itself at each
 * checkpoint. */
static bool add_requeued(struct findings *findings, const struct table *campaign,
                         const struct table *attempts)
{
    struct attempt_sum requeued = attempts_requeued(attempts);
    double share = requeued.elapsed_s / whole_elapsed_s(campaign, attempts);
    if (!(share >= MUCH_LOST) || requeued.elapsed_s < LEAST_LOST_S ||
        requeued_last(findings) > FEW_REPEATED * requeued.attempts)
        return false;
    size_t row = attempts_costliest_requeued(attempts);
    bool are_all = !(table_numbers(attempts, "attempts")[row] < requeued.attempts);
    bool is_one = !(requeued.attempts > 1);
    const char *kind = finding_kind(findings, table_texts(attempts, "task")[row]);
    finding_add(
        findings,
        (struct finding){
            .id = "attempts.requeued",
            .weight = 52,
            .level = "note",
            .section = "tasks-attempts",
            .text = arena_format(
                findings->arena,
                "%s%s%s %s requeued after %s%s%s: lost only where the job does not resume from a "
                "checkpoint.",
                finding_count(findings, requeued.attempts, "attempt", "attempts"),
                are_all ? " of " : "", are_all ? kind : "",
                finding_plural(requeued.attempts, "was", "were"),
                lost_cost(findings, requeued.elapsed_s, share, requeued.cpu_s),
                are_all ? "" : ", most in ", are_all ? "" : kind),
            .value = share,
            .unit = "",
            .threshold = MUCH_LOST,
            .advice = is_one ? "if it started from the beginning again, save state and resume"
                             : "if they started from the beginning again, save state and resume",
        });
    return true;
}

/* Of these the source says that they have not started, as of jobs in a queue: no trouble. */
static double waiting_tasks(const struct findings *findings)
{
    const struct table *waiting = tables_find(findings->tables, "waiting");
    double sum = 0;
    for (size_t row = 0; waiting && row < waiting->rows; row++)
        sum += table_numbers(waiting, "tasks")[row];
    return sum;
}

static void add_unfinished(struct findings *findings, const struct table *campaign)
{
    double open = table_numbers(campaign, "unfinished")[0];
    double tasks = table_numbers(campaign, "tasks")[0];
    double waiting = waiting_tasks(findings), share = open / tasks;
    if (!(share >= MANY_OPEN))
        return;
    bool all_wait = waiting >= open;
    bool is_much = (open - waiting) / tasks >= MUCH_OPEN;
    const char *state =
        all_wait ? "had not started" : finding_plural(open, "was unfinished", "were unfinished");
    const char *some = waiting > 0 && !all_wait
                           ? arena_format(findings->arena, ", %s of them not started,",
                                          finding_quantity(findings, waiting, ""))
                           : "";
    finding_add(findings, (struct finding){
                              .id = "tasks.unfinished",
                              .weight = is_much ? 68 : 40,
                              .level = is_much ? "warn" : "note",
                              .section = "tasks-attempts",
                              .text = arena_format(findings->arena,
                                                   "%s (%s) %s%s when the records were written. "
                                                   "Totals leave %s out.",
                                                   finding_count(findings, open, "task", "tasks"),
                                                   finding_percent(findings, share), state, some,
                                                   finding_plural(open, "it", "them")),
                              .value = share,
                              .unit = "",
                              .threshold = MANY_OPEN,
                              .advice = "read totals as those of a part",
                          });
}

static void add_never_started(struct findings *findings, const struct table *campaign)
{
    double tasks = table_numbers(campaign, "tasks")[0];
    double count = table_numbers(campaign, "never_started")[0];
    if (!(count > 0))
        return;
    finding_add(findings,
                (struct finding){
                    .id = "tasks.never-started",
                    .weight = 80,
                    .level = "bad",
                    .section = "tasks-attempts",
                    .text =
                        arena_format(findings->arena,
                                     "%s of %s never started: %s deadline passed while %s waited.",
                                     finding_quantity(findings, count, ""),
                                     finding_count(findings, tasks, "task", "tasks"),
                                     finding_plural(count, "its", "their"),
                                     finding_plural(count, "it", "they")),
                    .value = count,
                    .unit = "tasks",
                    .threshold = 0,
                    .advice =
                        "submit earlier, set a later deadline (Slurm: --deadline), or request less "
                        "time",
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
        bool known =
            !attempts_ended(attempts, row, "unknown") || !word || strcmp(word, "unknown") == 0;
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
                    .id = "tasks.status-unknown",
                    .weight = 67,
                    .level = "warn",
                    .section = "tasks-attempts",
                    .text = arena_format(
                        findings->arena,
                        "%s (%s) %s a status that is not known%s: counted neither as succeeded nor "
                        "as failed.",
                        finding_count(findings, unknown, "task", "tasks"),
                        finding_percent(findings, share), finding_plural(unknown, "has", "have"),
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
    if (!(retries / attempts >= MANY_RETRIES) ||
        attempts_at_limits(findings, "*") >= MOSTLY * retries ||
        finding_kills(findings).attempts >= MOSTLY * retries)
        return;
    const char *where = "";
    if (all_began && most > 0 && kinds->rows > 1)
        where = arena_format(findings->arena, ", most in %s (%s)",
                             finding_kind(findings, table_texts(kinds, "task")[worst]),
                             finding_quantity(findings, most, ""));
    finding_add(findings,
                (struct finding){
                    .id = "attempts.repeated",
                    .weight = 44,
                    .level = "note",
                    .section = "tasks-attempts",
                    .text =
                        arena_format(findings->arena, "%s of %s %s another one of the same task%s.",
                                     finding_percent(findings, retries / attempts),
                                     finding_count(findings, attempts, "attempt", "attempts"),
                                     finding_plural(retries, "repeats", "repeat"), where),
                    .value = retries / attempts,
                    .unit = "",
                    .threshold = MANY_RETRIES,
                    .advice = "see the table attempts for how the earlier ones ended",
                });
}

void findings_of_attempts(struct findings *findings)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    const struct table *attempts = tables_find(findings->tables, "attempts");
    if (!campaign || !tables_find(findings->tables, "tasks"))
        return;
    add_unfinished(findings, campaign);
    add_never_started(findings, campaign);
    add_unknown(findings, campaign, attempts);
    bool is_reported = attempts && add_lost(findings, campaign, attempts);
    if (attempts && add_requeued(findings, campaign, attempts))
        is_reported = true;
    if (attempts && !is_reported)
        add_retries(findings, campaign);
}
