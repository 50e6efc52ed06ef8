/* Jobs that succeeded though steps of theirs failed: their own state does not say so. */
#include <math.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_tasks.h"
#include "util/texts.h"

static const double MOSTLY = 0.5; /* of the steps of such jobs */

struct failed_steps {
    double jobs, steps, failed;
    size_t worst; /* the row with the job of most failed steps */
};

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
    return sum;
}

/* "job 820300" */
static const char *job_words(const struct findings *findings, const struct table *table, size_t row)
{
    const char *id = table_texts(table, "worst")[row];
    return id ? arena_format(findings->arena, "job %s", finding_name(findings, id)) : "a job";
}

/* ": FAILED (signal 11)", of several ways "; most FAILED (signal 11)" */
static const char *end_words(const struct findings *findings, const struct table *table, size_t row)
{
    const char *state = table_texts(table, "outcome")[row];
    const char *reason = table_texts(table, "reason")[row];
    const char *words = state ? attempts_end_words(findings, table, row) : reason ? reason : NULL;
    bool are_alike =
        !(table_numbers(table, "alike")[row] < table_numbers(table, "worst_failed_steps")[row]);
    return words ? arena_format(findings->arena, "%s%s", are_alike ? ": " : "; most ", words) : "";
}

static const char *steps_text(const struct findings *findings, const struct table *table,
                              const struct failed_steps *sum)
{
    double worst_failed = table_numbers(table, "worst_failed_steps")[sum->worst];
    double worst_steps = table_numbers(table, "worst_steps")[sum->worst];
    const char *failed = finding_quantity(findings, sum->failed, "");
    const char *steps = finding_count(findings, sum->steps, "step", "steps");
    const char *job = job_words(findings, table, sum->worst);
    const char *ended = end_words(findings, table, sum->worst);
    if (!(sum->jobs > 1))
        return arena_format(findings->arena,
                            "%s of %s of %s failed, though the job itself succeeded%s.", failed,
                            steps, job, ended);
    return arena_format(findings->arena,
                        "%s of %s of %s jobs failed, though the jobs themselves succeeded; %s of "
                        "%s in %s%s.",
                        failed, steps, finding_quantity(findings, sum->jobs, ""),
                        finding_quantity(findings, worst_failed, ""),
                        finding_quantity(findings, worst_steps, ""), job, ended);
}

void findings_of_steps(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "failed_steps");
    if (!table || !table->rows)
        return;
    struct failed_steps sum = sum_rows(table);
    double share = sum.failed / sum.steps;
    bool is_much = share >= MOSTLY;
    bool is_memory = texts_equal(table_texts(table, "outcome")[sum.worst], "OUT_OF_MEMORY");
    finding_add(findings,
                (struct finding){
                    .weight = is_much ? 89 : 72,
                    .level = is_much ? "bad" : "warn",
                    .section = "tasks-attempts",
                    .text = steps_text(findings, table, &sum),
                    .value = share,
                    .unit = "",
                    .threshold = 0,
                    .advice = is_memory ? "request more memory, or run fewer tasks per step"
                                        : attempts_advice(table, sum.worst,
                                                          "check the output of these steps; end "
                                                          "job scripts with the exit code of srun"),
                });
}
