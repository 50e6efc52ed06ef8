/* Jobs whose nodes used far more, or far less, than the batch system counted for them. */
#include <string.h>

#include "analysis/findings/task_words.h"
#include "table/accounting.h"
#include "util/number.h"

/* The kind with most jobs in the column, of which `all` gets the sum; rows: none. */
static size_t most_of(const struct table *table, const char *column, double *all)
{
    const double *jobs = table_numbers(table, column);
    size_t most = table->rows;
    *all = 0;
    for (size_t row = 0; row < table->rows; row++) {
        if (!(jobs[row] > 0))
            continue;
        *all += jobs[row];
        if (most == table->rows || jobs[row] > jobs[most])
            most = row;
    }
    return most;
}

static double sum_of(const struct table *table, const char *column)
{
    double sum = 0;
    for (size_t row = 0; row < table->rows; row++)
        sum += table_numbers(table, column)[row];
    return sum;
}

/* ""; " of 3 of 12 jobs", of which the one that is told differs most. */
static const char *jobs_text(const struct findings *findings, const struct table *table,
                             double jobs)
{
    double compared = sum_of(table, "compared");
    return compared > 1
               ? arena_format(findings->arena, " of %s of %s", finding_quantity(findings, jobs, ""),
                              finding_count(findings, compared, "job", "jobs"))
               : "";
}

/* "its node", "its 2 nodes" */
static const char *nodes_text(const struct findings *findings, const struct table *table,
                              size_t row)
{
    double nodes = table_numbers(table, "nodes")[row];
    return nodes == 1 ? "its node"
                      : arena_format(findings->arena, "its %s nodes",
                                     finding_quantity(findings, nodes, ""));
}

/* "job 77001"; "a job" */
static const char *job_text(const struct findings *findings, const struct table *table, size_t row)
{
    const char *id = table_texts(table, "worst")[row];
    return id ? arena_format(findings->arena, "job %s", finding_name(findings, id)) : "a job";
}

static void add(struct findings *findings, const char *id, double weight, const char *level,
                const char *section, const char *text, double value, double threshold,
                const char *advice)
{
    finding_add(findings, (struct finding){.id = id,
                                           .weight = weight,
                                           .level = level,
                                           .section = section,
                                           .text = text,
                                           .value = value,
                                           .unit = "",
                                           .threshold = threshold,
                                           .advice = advice});
}

static void add_missed_cpu(struct findings *findings, const struct table *table)
{
    double jobs;
    size_t row = most_of(table, "misses_cpu", &jobs);
    if (row == table->rows)
        return;
    double counted_s = table_numbers(table, "cpu_s")[row];
    double used_s = table_numbers(table, "node_cpu_s")[row];
    add(findings, "accounting.cpu-time-missed", 88, "warn", "tasks-efficiency",
        arena_format(findings->arena,
                     "Accounting missed the processes%s: for %s Slurm counted %s of CPU time, %s "
                     "used %s.",
                     jobs_text(findings, table, jobs), job_text(findings, table, row),
                     finding_hours(findings, counted_s), nodes_text(findings, table, row),
                     finding_hours(findings, used_s)),
        used_s / counted_s, ACCOUNTING_MISSES,
        "start ranks with srun, or adopt those of ssh with pam_slurm_adopt; until then request "
        "nothing by what was counted");
}

/* Memory alone: others than programs have some, too. */
static void add_missed_memory(struct findings *findings, const struct table *table)
{
    double jobs;
    size_t row = most_of(table, "misses_memory", &jobs);
    if (row == table->rows || table_numbers(table, "misses_cpu")[row] > 0 ||
        table_numbers(table, "exceeds_cpu")[row] > 0)
        return;
    double counted_B = table_numbers(table, "memory_B")[row];
    double used_B = table_numbers(table, "node_memory_B")[row];
    add(findings, "accounting.memory-missed", 57, "note", "tasks-resources",
        arena_format(findings->arena,
                     "Accounting missed memory%s: for %s Slurm counted %s, %s used %s on average.",
                     jobs_text(findings, table, jobs), job_text(findings, table, row),
                     finding_quantity(findings, counted_B, "B"), nodes_text(findings, table, row),
                     finding_quantity(findings, used_B, "B")),
        used_B / counted_B, ACCOUNTING_FAR,
        "check what holds it before requesting less: shared memory, files in /dev/shm, huge "
        "pages, or processes that Slurm did not start");
}

static void add_beyond(struct findings *findings, const struct table *table)
{
    double jobs;
    size_t row = most_of(table, "exceeds_cpu", &jobs);
    if (row == table->rows || table_numbers(table, "misses_cpu")[row] > 0)
        return;
    double counted_s = table_numbers(table, "cpu_s")[row];
    double used_s = table_numbers(table, "node_cpu_s")[row];
    add(findings, "accounting.does-not-fit-samples", 80, "warn", "data",
        arena_format(findings->arena,
                     "Node samples do not fit the accounting%s: for %s Slurm counted %s of CPU "
                     "time, %s measured %s.",
                     jobs_text(findings, table, jobs), job_text(findings, table, row),
                     finding_hours(findings, counted_s), nodes_text(findings, table, row),
                     finding_hours(findings, used_s)),
        counted_s / used_s, ACCOUNTING_FAR,
        "check that host names and time zones of both inputs agree");
}

void findings_of_accounting(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "accounting");
    if (!table)
        return;
    add_missed_cpu(findings, table);
    add_missed_memory(findings, table);
    add_beyond(findings, table);
}
