/* Jobs that succeeded though steps of theirs failed: their own state does not say so. */
#include <math.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/task_words.h"
#include "util/texts.h"

static const double MOSTLY = 0.5; /* of the steps of such jobs */

struct failed_steps {
    double jobs, steps, failed;
    size_t worst; /* the row with the job of most failed steps */
    size_t most;  /* the row with the end of most failed steps, */
    double alike; /* which so many at least had */
};

static bool end_alike(const struct table *table, size_t left, size_t right)
{
    const char *const *outcomes = table_texts(table, "outcome");
    const char *const *reasons = table_texts(table, "reason");
    return texts_equal(outcomes[left], outcomes[right]) &&
           texts_equal(reasons[left], reasons[right]);
}

/* The end of more than half, if there is one: steps of two ends cancel each other out. */
static size_t find_most(const struct table *table)
{
    size_t most = 0;
    double left = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double alike = attempts_or_zero(table_numbers(table, "alike")[row]);
        left += end_alike(table, row, most) ? alike : -alike;
        if (left < 0) {
            most = row;
            left = -left;
        }
    }
    return most;
}

static struct failed_steps sum_rows(const struct table *table)
{
    const double *worst_failed = table_numbers(table, "worst_failed_steps");
    struct failed_steps sum = {0};
    for (size_t row = 0; row < table->rows; row++) {
        sum.jobs += table_numbers(table, "jobs")[row];
        sum.steps += table_numbers(table, "steps")[row];
        sum.failed += table_numbers(table, "failed_steps")[row];
        if (worst_failed[row] > worst_failed[sum.worst])
            sum.worst = row;
    }
    sum.most = find_most(table);
    for (size_t row = 0; row < table->rows; row++)
        if (end_alike(table, row, sum.most))
            sum.alike += attempts_or_zero(table_numbers(table, "alike")[row]);
    return sum;
}

/* "job 820300" */
static const char *job_words(const struct findings *findings, const struct table *table, size_t row)
{
    const char *id = table_texts(table, "worst")[row];
    return id ? arena_format(findings->arena, "job %s", finding_name(findings, id)) : "a job";
}

/* More than half of them ended alike. */
static bool are_mostly_alike(const struct failed_steps *sum)
{
    return sum->alike > sum->failed / 2;
}

/* "FAILED (signal 11)"; NULL when most ended in no one way, or it is not known in which. */
static const char *end_words(const struct findings *findings, const struct table *table,
                             const struct failed_steps *sum)
{
    if (!are_mostly_alike(sum))
        return NULL;
    return table_texts(table, "outcome")[sum->most] ? attempts_end_words(findings, table, sum->most)
                                                    : table_texts(table, "reason")[sum->most];
}

/* ": FAILED (signal 11)", of several ways "; most FAILED (signal 11)" */
static const char *job_text(const struct findings *findings, const struct table *table,
                            const struct failed_steps *sum)
{
    const char *ended = end_words(findings, table, sum);
    const char *text =
        arena_format(findings->arena, "%s of %s of %s failed, though the job itself succeeded",
                     finding_quantity(findings, sum->failed, ""),
                     finding_count(findings, sum->steps, "step", "steps"),
                     job_words(findings, table, sum->worst));
    if (!ended)
        return arena_format(findings->arena, "%s.", text);
    return arena_format(findings->arena, "%s%s%s.", text,
                        sum->alike < sum->failed ? "; most " : ": ", ended);
}

/* ", all FAILED (signal 11),", of several ways ", most FAILED (signal 11)," */
static const char *jobs_text(const struct findings *findings, const struct table *table,
                             const struct failed_steps *sum)
{
    const char *ended = end_words(findings, table, sum);
    return arena_format(
        findings->arena,
        "%s of %s of %s jobs failed,%s%s%s though the jobs themselves succeeded; %s of %s in %s.",
        finding_quantity(findings, sum->failed, ""),
        finding_count(findings, sum->steps, "step", "steps"),
        finding_quantity(findings, sum->jobs, ""),
        !ended                     ? ""
        : sum->alike < sum->failed ? " most "
                                   : " all ",
        ended ? ended : "", ended ? "," : "",
        finding_quantity(findings, table_numbers(table, "worst_failed_steps")[sum->worst], ""),
        finding_quantity(findings, table_numbers(table, "worst_steps")[sum->worst], ""),
        job_words(findings, table, sum->worst));
}

static const char *advice(const struct findings *findings, const struct table *table,
                          const struct failed_steps *sum)
{
    static const char otherwise[] =
        "check the output of these steps; end job scripts with the exit code of srun";
    if (!are_mostly_alike(sum))
        return otherwise;
    if (texts_equal(table_texts(table, "outcome")[sum->most], "OUT_OF_MEMORY"))
        return "request more memory, or run fewer tasks per step";
    return attempts_advice(findings, table, sum->most, otherwise);
}

void findings_of_steps(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "failed_steps");
    if (!table || !table->rows)
        return;
    struct failed_steps sum = sum_rows(table);
    double share = sum.failed / sum.steps;
    bool is_much = share >= MOSTLY;
    finding_add(findings, (struct finding){
                              .id = "jobs.steps-failed",
                              .weight = is_much ? 89 : 72,
                              .level = is_much ? "bad" : "warn",
                              .section = "tasks-attempts",
                              .text = sum.jobs > 1 ? jobs_text(findings, table, &sum)
                                                   : job_text(findings, table, &sum),
                              .value = share,
                              .unit = "",
                              .threshold = 0,
                              .advice = advice(findings, table, &sum),
                          });
}
