#include "analysis/findings/attempt_rows.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/kind_rows.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

double attempts_or_zero(double value)
{
    return number_is_missing(value) ? 0 : value;
}

bool attempts_ended(const struct attempts_rows *table, size_t row, const char *outcome)
{
    const char *text = table->ended[row];
    return text && strcmp(text, outcome) == 0;
}

static void add_row(struct attempt_sum *sum, const struct attempts_rows *table, size_t row)
{
    sum->attempts += table->attempts[row];
    sum->elapsed_s += attempts_or_zero(table->elapsed_s[row]);
    sum->cpu_s += attempts_or_zero(table->cpu_s[row]);
}

struct attempt_sum attempts_sum(const struct attempts_rows *table, const char *outcome)
{
    struct attempt_sum sum = {0};
    for (size_t row = 0; row < table->rows; row++)
        if (attempts_ended(table, row, outcome))
            add_row(&sum, table, row);
    return sum;
}

struct attempt_sum attempts_lost(const struct attempts_rows *table)
{
    struct attempt_sum failed = attempts_sum(table, "failed");
    struct attempt_sum cancelled = attempts_sum(table, "cancelled");
    return (struct attempt_sum){failed.attempts + cancelled.attempts,
                                failed.elapsed_s + cancelled.elapsed_s,
                                failed.cpu_s + cancelled.cpu_s};
}

double attempts_time_of_all(const struct attempts_rows *table)
{
    double sum_s = attempts_lost(table).elapsed_s;
    for (size_t row = 0; row < table->rows; row++)
        if (!table->ended[row] || attempts_ended(table, row, "succeeded"))
            sum_s += attempts_or_zero(table->elapsed_s[row]);
    return sum_s;
}

static bool was_lost(const struct attempts_rows *table, size_t row)
{
    return attempts_ended(table, row, "failed") || attempts_ended(table, row, "cancelled");
}

double attempts_peak_of_lost(const struct findings *findings, const char *kind)
{
    const struct attempts_rows table = attempts_rows(findings->tables);
    double peak = NUMBER_MISSING;
    for (size_t row = 0; row < table.rows; row++)
        if (was_lost(&table, row) && texts_equal(table.task[row], kind))
            peak = fmax(peak, table.peak_memory_B[row]);
    return peak;
}

static bool failed_for(const struct attempts_rows *table, size_t row, const char *reason)
{
    return attempts_ended(table, row, "failed") && texts_equal(table->reason[row], reason);
}

static struct attempt_sum sum_of_reason(const struct attempts_rows *table, const char *reason)
{
    struct attempt_sum sum = {0};
    for (size_t row = 0; row < table->rows; row++)
        if (failed_for(table, row, reason))
            add_row(&sum, table, row);
    return sum;
}

struct attempt_sum attempts_requeued(const struct attempts_rows *table)
{
    return sum_of_reason(table, "requeued");
}

const char *attempts_ended_words(const struct findings *findings, const struct attempts_rows *table,
                                 double count, bool with_cancelled)
{
    static const char *const variants[] = {"failed",
                                           "failed",
                                           "lost",
                                           "failed or lost",
                                           "cancelled",
                                           "failed or cancelled",
                                           "lost or cancelled",
                                           "failed, lost or cancelled"};
    double failed = attempts_sum(table, "failed").attempts;
    double requeued = attempts_requeued(table).attempts;
    /* Whose worker or node went away, or that were preempted, did not fail of themselves. */
    double gone = sum_of_reason(table, "lost").attempts;
    bool some_cancelled = with_cancelled && attempts_sum(table, "cancelled").attempts > 0;
    size_t ended =
        (failed - requeued > gone ? 1U : 0) + (gone > 0 ? 2U : 0) + (some_cancelled ? 4U : 0);
    struct rule_finding made = phrase_begin(findings, "attempts-ended");
    rule_number(&made, "count", count);
    made.variant = ended || !(requeued > 0) ? variants[ended] : "requeued";
    return phrase_text(&made);
}

/* What findings of limits report. */
static bool is_at_limit(const struct attempts_rows *table, size_t row)
{
    const char *reason = table->reason[row];
    return attempts_ended(table, row, "failed") && reason &&
           (strcmp(reason, "time limit") == 0 || strcmp(reason, "out of memory") == 0);
}

struct attempt_sum attempts_sum_otherwise(const struct findings *findings)
{
    const struct failures_rows failures = failures_rows(findings->tables);
    struct attempt_sum sum = {0};
    for (size_t row = 0; row < failures.rows; row++) {
        sum.attempts += failures.attempts[row];
        sum.elapsed_s += attempts_or_zero(failures.elapsed_s[row]);
    }
    return sum;
}

struct attempt_sum attempts_sum_at_limits(const struct findings *findings)
{
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    struct attempt_sum failed = attempts_sum(&attempts, "failed");
    struct attempt_sum others = attempts_sum_otherwise(findings);
    if (!(attempts_at_limits(findings, "*") > 0))
        return (struct attempt_sum){0};
    return (struct attempt_sum){.attempts = failed.attempts - others.attempts,
                                .elapsed_s = failed.elapsed_s - others.elapsed_s};
}

/* Whether the row took more time than the best so far, or as much in more attempts; the first has
 * no best: `best` is the number of rows. */
static bool costs_more(const double *elapsed_s, const double *attempts, size_t rows, size_t row,
                       size_t best)
{
    double its_s = attempts_or_zero(elapsed_s[row]);
    double best_s = best < rows ? attempts_or_zero(elapsed_s[best]) : 0;
    return best == rows || its_s > best_s || (its_s == best_s && attempts[row] > attempts[best]);
}

/* With `findings` only of kinds of which tasks failed. */
static size_t costliest(const struct attempts_rows *table, const struct findings *findings,
                        bool (*counts)(const struct attempts_rows *table, size_t row))
{
    size_t best = table->rows;
    for (size_t row = 0; row < table->rows; row++)
        if (counts(table, row) && !(findings && finding_failed(findings, table->task[row]) <= 0) &&
            costs_more(table->elapsed_s, table->attempts, table->rows, row, best))
            best = row;
    return best;
}

static bool failed_otherwise(const struct attempts_rows *table, size_t row)
{
    return attempts_ended(table, row, "failed") && !is_at_limit(table, row);
}

static bool was_requeued(const struct attempts_rows *table, size_t row)
{
    return failed_for(table, row, "requeued");
}

static bool failed_by_itself(const struct attempts_rows *table, size_t row)
{
    return failed_otherwise(table, row) && !was_requeued(table, row);
}

static bool was_lost_for_good(const struct attempts_rows *table, size_t row)
{
    return was_lost(table, row) && !was_requeued(table, row);
}

size_t attempts_costliest_lost(const struct attempts_rows *table)
{
    return costliest(table, NULL, was_lost_for_good);
}

size_t attempts_costliest_requeued(const struct attempts_rows *table)
{
    return costliest(table, NULL, was_requeued);
}

static size_t costliest_failed(const struct attempts_rows *table, const struct findings *findings)
{
    size_t best = costliest(table, findings, failed_by_itself);
    return best < table->rows ? best : costliest(table, findings, failed_otherwise);
}

size_t attempts_costliest_failed(const struct attempts_rows *table)
{
    return costliest_failed(table, NULL);
}

size_t attempts_costliest_of_failed_tasks(const struct findings *findings,
                                          const struct attempts_rows *table)
{
    return costliest_failed(table, findings);
}

size_t attempts_costliest_failure(const struct failures_rows *failures, bool only_last)
{
    size_t best = failures->rows;
    for (size_t row = 0; row < failures->rows; row++)
        if ((only_last ? failures->last[row] > 0
                       : !texts_equal(failures->reason[row], "requeued")) &&
            costs_more(failures->elapsed_s, failures->attempts, failures->rows, row, best))
            best = row;
    return best;
}

/* "OUT_OF_MEMORY", which shows that it is one. */
static bool is_state(const char *word)
{
    return word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")] == '\0';
}

const char *attempts_end_words(const struct findings *findings, const char *outcome,
                               const char *reason)
{
    struct rule_finding made = phrase_begin(findings, "attempt-end");
    const char *name = finding_name(findings, outcome);
    rule_text(&made, is_state(name) ? "state" : "word", name);
    if (reason && strcasecmp(reason, name) != 0)
        rule_text(&made, "reason", reason);
    return phrase_text(&made);
}

bool attempts_say_more(const struct attempts_rows *table, size_t row)
{
    const char *word = table->outcome[row], *reason = table->reason[row];
    bool is_lost = texts_equal(reason, "lost");
    if (is_lost && word && strcasecmp(word, reason) == 0)
        return attempts_lost(table).attempts > sum_of_reason(table, "lost").attempts;
    return (reason && *reason) || (word && strcasecmp(word, table->ended[row]) != 0);
}

const char *attempts_kind(const struct findings *findings, const char *kind)
{
    return tasks_rows(findings->tables).rows == 1 ? NULL : finding_kind(findings, kind);
}

const char *attempts_count_words(const struct findings *findings, double count, const char *kind,
                                 const char *end)
{
    struct rule_finding made = phrase_begin(findings, "attempts-of");
    rule_number(&made, "count", count);
    rule_text(&made, "kind", attempts_kind(findings, kind));
    rule_text(&made, "end", end);
    return phrase_text(&made);
}

const char *attempts_words(const struct findings *findings, const struct attempts_rows *table,
                           size_t row)
{
    const char *end = attempts_say_more(table, row)
                          ? attempts_end_words(findings, table->outcome[row], table->reason[row])
                          : NULL;
    return attempts_count_words(findings, table->attempts[row], table->task[row], end);
}

double attempts_at_limit(const struct findings *findings, const char *kind, const char *quantity)
{
    const struct limits_rows limits = limits_rows(findings->tables);
    size_t row = rows_find(limits.rows, 0, limits.task, kind, limits.quantity, quantity);
    return row < limits.rows ? limits.hits[row] : 0;
}

/* Of the hits those of attempts that were cancelled then. */
static double cancelled_at_limit(const struct findings *findings, const char *kind)
{
    const struct limits_rows limits = limits_rows(findings->tables);
    size_t row = rows_find(limits.rows, 0, limits.task, kind, limits.quantity, "memory");
    return row < limits.rows ? attempts_or_zero(limits.cancelled[row]) : 0;
}

double attempts_at_limits(const struct findings *findings, const char *kind)
{
    return attempts_at_limit(findings, kind, "memory") + attempts_at_limit(findings, kind, "time") -
           cancelled_at_limit(findings, kind);
}

bool attempts_are_at_limits(const struct findings *findings, const char *kind, double failed)
{
    return attempts_at_limits(findings, kind) >= failed;
}

static double node_failures(const struct attempts_rows *attempts)
{
    double count = 0;
    for (size_t row = 0; row < attempts->rows; row++)
        if (texts_equal(attempts->reason[row], "node failure"))
            count += attempts->attempts[row];
    return count;
}

/* Of attempts on several nodes it is not known which one failed. */
static const char *node_variant(struct rule_finding *made)
{
    enum { MOST_NAMED = 3 };
    const struct findings *findings = made->findings;
    const struct task_nodes_rows nodes = task_nodes_rows(findings->tables);
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    double known = 0;
    const char *names[MOST_NAMED];
    size_t count = 0;
    for (size_t row = 0; row < nodes.rows; row++) {
        if (!(nodes.node_failures[row] > 0))
            continue;
        known += nodes.node_failures[row];
        if (count < MOST_NAMED)
            names[count] = finding_name(findings, nodes.node[row]);
        count++;
    }
    rule_text(made, "nodes",
              finding_list(findings, names, count < MOST_NAMED ? count : MOST_NAMED));
    rule_number(made, "more", count > MOST_NAMED || known < node_failures(&attempts));
    return count ? "node failure" : "unknown node failure";
}

const char *attempts_advice(const struct findings *findings, const char *reason)
{
    struct rule_finding made = phrase_begin(findings, "failure");
    if (!reason || !rule_templates_find(&made.rule->advices, reason))
        return NULL;
    made.advice_variant = texts_equal(reason, "node failure") ? node_variant(&made) : reason;
    return phrase_advice(&made);
}
