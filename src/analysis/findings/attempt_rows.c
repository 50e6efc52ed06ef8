#include "analysis/findings/attempt_rows.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/kind_rows.h"
#include "analysis/findings/task_words.h"
#include "util/number.h"
#include "util/texts.h"

double attempts_or_zero(double value)
{
    return number_is_missing(value) ? 0 : value;
}

bool attempts_ended(const struct table *table, size_t row, const char *outcome)
{
    const char *text = table_texts(table, "ended")[row];
    return text && strcmp(text, outcome) == 0;
}

static void add_row(struct attempt_sum *sum, const struct table *table, size_t row)
{
    sum->attempts += table_numbers(table, "attempts")[row];
    sum->elapsed_s += attempts_or_zero(table_numbers(table, "elapsed_s")[row]);
    sum->cpu_s += attempts_or_zero(table_numbers(table, "cpu_s")[row]);
}

struct attempt_sum attempts_sum(const struct table *table, const char *outcome)
{
    struct attempt_sum sum = {0};
    for (size_t row = 0; row < table->rows; row++)
        if (attempts_ended(table, row, outcome))
            add_row(&sum, table, row);
    return sum;
}

struct attempt_sum attempts_lost(const struct table *table)
{
    struct attempt_sum failed = attempts_sum(table, "failed");
    struct attempt_sum cancelled = attempts_sum(table, "cancelled");
    return (struct attempt_sum){failed.attempts + cancelled.attempts,
                                failed.elapsed_s + cancelled.elapsed_s,
                                failed.cpu_s + cancelled.cpu_s};
}

static bool was_lost(const struct table *table, size_t row)
{
    return attempts_ended(table, row, "failed") || attempts_ended(table, row, "cancelled");
}

double attempts_peak_of_lost(const struct findings *findings, const char *kind)
{
    const struct table *table = tables_find(findings->tables, "attempts");
    double peak = NUMBER_MISSING;
    for (size_t row = 0; table && row < table->rows; row++)
        if (was_lost(table, row) && texts_equal(table_texts(table, "task")[row], kind))
            peak = fmax(peak, table_numbers(table, "peak_memory_B")[row]);
    return peak;
}

static bool failed_for(const struct table *table, size_t row, const char *reason)
{
    return attempts_ended(table, row, "failed") &&
           texts_equal(table_texts(table, "reason")[row], reason);
}

static struct attempt_sum sum_of_reason(const struct table *table, const char *reason)
{
    struct attempt_sum sum = {0};
    for (size_t row = 0; row < table->rows; row++)
        if (failed_for(table, row, reason))
            add_row(&sum, table, row);
    return sum;
}

struct attempt_sum attempts_requeued(const struct table *table)
{
    return sum_of_reason(table, "requeued");
}

const char *attempts_lost_words(const struct findings *findings, const struct table *table,
                                double count, bool with_cancelled)
{
    double failed = attempts_sum(table, "failed").attempts;
    double requeued = attempts_requeued(table).attempts;
    /* Whose worker or node went away, or that were preempted, did not fail of themselves. */
    double gone = sum_of_reason(table, "lost").attempts;
    const char *words[3];
    size_t used = 0;
    if (failed - requeued > gone || (!(failed > 0) && !with_cancelled))
        words[used++] = "failed";
    if (gone > 0)
        words[used++] = finding_plural(count, "was lost", "were lost");
    if (with_cancelled && attempts_sum(table, "cancelled").attempts > 0)
        words[used++] = finding_plural(count, "was cancelled", "were cancelled");
    const char *text = used           ? words[0]
                       : requeued > 0 ? finding_plural(count, "was requeued", "were requeued")
                                      : "failed";
    for (size_t i = 1; i < used; i++)
        text =
            arena_format(findings->arena, "%s%s%s", text, i + 1 < used ? ", " : " or ", words[i]);
    return text;
}

/* What findings of limits report. */
static bool is_at_limit(const struct table *table, size_t row)
{
    const char *reason = table_texts(table, "reason")[row];
    return attempts_ended(table, row, "failed") && reason &&
           (strcmp(reason, "time limit") == 0 || strcmp(reason, "out of memory") == 0);
}

struct attempt_sum attempts_sum_otherwise(const struct findings *findings)
{
    const struct table *failures = tables_find(findings->tables, "failures");
    struct attempt_sum sum = {0};
    for (size_t row = 0; failures && row < failures->rows; row++) {
        sum.attempts += table_numbers(failures, "attempts")[row];
        sum.elapsed_s += attempts_or_zero(table_numbers(failures, "elapsed_s")[row]);
    }
    return sum;
}

struct attempt_sum attempts_sum_at_limits(const struct findings *findings)
{
    struct attempt_sum failed = attempts_sum(tables_find(findings->tables, "attempts"), "failed");
    struct attempt_sum others = attempts_sum_otherwise(findings);
    if (!(attempts_at_limits(findings, "*") > 0))
        return (struct attempt_sum){0};
    return (struct attempt_sum){.attempts = failed.attempts - others.attempts,
                                .elapsed_s = failed.elapsed_s - others.elapsed_s};
}

static bool is_of_failed_tasks(const struct findings *findings, const struct table *table,
                               size_t row)
{
    return !(finding_failed(findings, table_texts(table, "task")[row]) <= 0);
}

/* With `findings` only of kinds of which tasks failed. */
static size_t costliest(const struct table *table, const struct findings *findings,
                        bool (*counts)(const struct table *table, size_t row))
{
    size_t best = table->rows;
    double best_s = 0, best_attempts = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double elapsed_s = attempts_or_zero(table_numbers(table, "elapsed_s")[row]);
        double attempts = table_numbers(table, "attempts")[row];
        if (!counts(table, row) || (findings && !is_of_failed_tasks(findings, table, row)))
            continue;
        if (best < table->rows &&
            (elapsed_s < best_s || (elapsed_s == best_s && attempts <= best_attempts)))
            continue;
        best = row;
        best_s = elapsed_s;
        best_attempts = attempts;
    }
    return best;
}

static bool failed_otherwise(const struct table *table, size_t row)
{
    return attempts_ended(table, row, "failed") && !is_at_limit(table, row);
}

static bool was_requeued(const struct table *table, size_t row)
{
    return failed_for(table, row, "requeued");
}

static bool failed_by_itself(const struct table *table, size_t row)
{
    return failed_otherwise(table, row) && !was_requeued(table, row);
}

static bool was_lost_for_good(const struct table *table, size_t row)
{
    return was_lost(table, row) && !was_requeued(table, row);
}

size_t attempts_costliest_lost(const struct table *table)
{
    return costliest(table, NULL, was_lost_for_good);
}

size_t attempts_costliest_requeued(const struct table *table)
{
    return costliest(table, NULL, was_requeued);
}

static size_t costliest_failed(const struct table *table, const struct findings *findings)
{
    size_t best = costliest(table, findings, failed_by_itself);
    return best < table->rows ? best : costliest(table, findings, failed_otherwise);
}

size_t attempts_costliest_failed(const struct table *table)
{
    return costliest_failed(table, NULL);
}

size_t attempts_costliest_of_failed_tasks(const struct findings *findings,
                                          const struct table *table)
{
    return costliest_failed(table, findings);
}

static bool was_not_requeued(const struct table *failures, size_t row)
{
    return !texts_equal(table_texts(failures, "reason")[row], "requeued");
}

static bool has_last(const struct table *table, size_t row)
{
    return table_numbers(table, "last")[row] > 0;
}

size_t attempts_costliest_failure(const struct table *failures, bool only_last)
{
    return costliest(failures, NULL, only_last ? has_last : was_not_requeued);
}

const char *attempts_end_words(const struct findings *findings, const struct table *table,
                               size_t row)
{
    const char *outcome = finding_name(findings, table_texts(table, "outcome")[row]);
    const char *reason = table_texts(table, "reason")[row];
    if (!reason || !*reason || strcasecmp(reason, outcome) == 0)
        return outcome;
    return arena_format(findings->arena, "%s (%s)", outcome, reason);
}

const char *attempts_row_words(const struct findings *findings, const struct table *table,
                               size_t row)
{
    const char *outcome = attempts_end_words(findings, table, row);
    const struct table *kinds = tables_find(findings->tables, "tasks");
    if (kinds && kinds->rows == 1)
        return outcome;
    return arena_format(findings->arena, "%s of %s", outcome,
                        finding_kind(findings, table_texts(table, "task")[row]));
}

double attempts_at_limit(const struct findings *findings, const char *kind, const char *quantity)
{
    const struct table *limits = tables_find(findings->tables, "limits");
    size_t row = limits ? table_find_row(limits, 0, "task", kind, "quantity", quantity) : 0;
    return limits && row < limits->rows ? table_numbers(limits, "hits")[row] : 0;
}

/* Of the hits those of attempts that were cancelled then. */
static double cancelled_at_limit(const struct findings *findings, const char *kind)
{
    const struct table *limits = tables_find(findings->tables, "limits");
    size_t row = limits ? table_find_row(limits, 0, "task", kind, "quantity", "memory") : 0;
    return limits && row < limits->rows ? attempts_or_zero(table_numbers(limits, "cancelled")[row])
                                        : 0;
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

static double node_failures(const struct table *attempts)
{
    double count = 0;
    for (size_t row = 0; attempts && row < attempts->rows; row++)
        if (texts_equal(table_texts(attempts, "reason")[row], "node failure"))
            count += table_numbers(attempts, "attempts")[row];
    return count;
}

/* Of attempts on several nodes it is not known which one failed. */
static const char *node_advice(const struct findings *findings)
{
    enum { MOST_NAMED = 3 };
    const struct table *nodes = tables_find(findings->tables, "task_nodes");
    double all = node_failures(tables_find(findings->tables, "attempts")), known = 0;
    const char *names = "";
    size_t count = 0;
    for (size_t row = 0; nodes && row < nodes->rows; row++) {
        double failures = table_numbers(nodes, "node_failures")[row];
        if (!(failures > 0))
            continue;
        known += failures;
        if (count++ < MOST_NAMED)
            names = arena_format(findings->arena, "%s%s%s", names, *names ? ", " : "",
                                 finding_name(findings, table_texts(nodes, "node")[row]));
    }
    if (!count)
        return "exclude the nodes that failed; save state and resume";
    bool are_more = count > MOST_NAMED || known < all;
    return arena_format(findings->arena, "exclude %s%s, which failed; save state and resume", names,
                        are_more ? " and the other nodes" : "");
}

const char *attempts_advice(const struct findings *findings, const struct table *attempts,
                            size_t row, const char *otherwise)
{
    static const struct {
        const char *reason, *advice;
    } rows[] = {
        {"lost", "save state and resume, or run where nothing preempts it"},
        {"requeued", "check whether they started again"},
        {"deadline", "submit earlier, or set a later deadline (Slurm: --deadline)"},
        {"time limit", "request more time, or save state and resume"},
        {"out of memory", "request more memory"},
        {"signal 6", "read its last messages: it aborted itself (signal 6: SIGABRT)"},
        {"signal 9", "check memory first: the kernel kills what exceeds it (signal 9: SIGKILL)"},
        {"signal 11", "look for a memory fault in the program with a core dump (signal 11: "
                      "SIGSEGV), or too small a stack (ulimit -s)"},
        {"exit code 126", "check that the program may be executed (exit code 126)"},
        {"exit code 127", "check that the program is installed on the nodes and in PATH (exit code "
                          "127: command not found)"},
    };
    const char *reason = table_texts(attempts, "reason")[row];
    if (texts_equal(reason, "node failure"))
        return node_advice(findings);
    for (size_t i = 0; reason && i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(reason, rows[i].reason) == 0)
            return rows[i].advice;
    return otherwise;
}
