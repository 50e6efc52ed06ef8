/* Jobs that succeeded though steps of theirs failed: their own state does not say so. */
#include <math.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/texts.h"

struct failed_steps {
    double jobs, steps, failed;
    size_t worst; /* the row with the job of most failed steps */
    size_t most;  /* the row with the end of most failed steps, */
    double alike; /* which so many at least had */
};

static bool end_alike(const struct failed_steps_rows *table, size_t left, size_t right)
{
    const char *const *outcomes = table->outcome;
    const char *const *reasons = table->reason;
    return texts_equal(outcomes[left], outcomes[right]) &&
           texts_equal(reasons[left], reasons[right]);
}

/* The end of more than half, if there is one: steps of two ends cancel each other out. */
static size_t find_most(const struct failed_steps_rows *table)
{
    size_t most = 0;
    double left = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double alike = attempts_or_zero(table->alike[row]);
        left += end_alike(table, row, most) ? alike : -alike;
        if (left < 0) {
            most = row;
            left = -left;
        }
    }
    return most;
}

static struct failed_steps sum_rows(const struct failed_steps_rows *table)
{
    const double *worst_failed = table->worst_failed_steps;
    struct failed_steps sum = {0};
    for (size_t row = 0; row < table->rows; row++) {
        sum.jobs += table->jobs[row];
        sum.steps += table->steps[row];
        sum.failed += table->failed_steps[row];
        if (worst_failed[row] > worst_failed[sum.worst])
            sum.worst = row;
    }
    sum.most = find_most(table);
    for (size_t row = 0; row < table->rows; row++)
        if (end_alike(table, row, sum.most))
            sum.alike += attempts_or_zero(table->alike[row]);
    return sum;
}

/* More than half of them ended alike. */
static bool are_mostly_alike(const struct failed_steps *sum)
{
    return sum->alike > sum->failed / 2;
}

/* "FAILED (signal 11)"; NULL when most ended in no one way, or it is not known in which. */
static const char *end_words(const struct findings *findings, const struct failed_steps_rows *table,
                             const struct failed_steps *sum)
{
    if (!are_mostly_alike(sum))
        return NULL;
    return table->outcome[sum->most]
               ? attempts_end_words(findings, table->outcome[sum->most], table->reason[sum->most])
               : table->reason[sum->most];
}

static void say_advice(struct rule_finding *made, const struct failed_steps_rows *table,
                       const struct failed_steps *sum)
{
    const char *advice =
        are_mostly_alike(sum) ? attempts_advice(made->findings, table->reason[sum->most]) : NULL;
    bool is_memory =
        are_mostly_alike(sum) && texts_equal(table->outcome[sum->most], "OUT_OF_MEMORY");
    rule_text(made, "advice", advice);
    made->advice_variant = advice ? "known cause" : "unknown cause";
    if (is_memory)
        made->advice_variant = "memory";
}

void findings_of_steps(struct findings *findings)
{
    const struct failed_steps_rows table = failed_steps_rows(findings->tables);
    if (!table.rows)
        return;
    struct failed_steps sum = sum_rows(&table);
    struct rule_finding made = rule_begin(findings, "jobs.steps-failed");
    rule_number(&made, "share", sum.failed / sum.steps);
    rule_number(&made, "failed", sum.failed);
    rule_number(&made, "steps", sum.steps);
    rule_number(&made, "jobs", sum.jobs);
    rule_number(&made, "worst_failed", table.worst_failed_steps[sum.worst]);
    rule_number(&made, "worst_steps", table.worst_steps[sum.worst]);
    const char *worst = table.worst[sum.worst];
    rule_text(&made, "job", worst ? finding_name(findings, worst) : NULL);
    rule_number(&made, "unnamed", !worst);
    rule_text(&made, sum.alike < sum.failed ? "most_ended" : "all_ended",
              end_words(findings, &table, &sum));
    say_advice(&made, &table, &sum);
    made.variant = sum.jobs > 1 ? "jobs" : "job";
    rule_add(&made);
}
