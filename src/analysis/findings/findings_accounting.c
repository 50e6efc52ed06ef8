/* Jobs whose nodes used far more, or far less, than the batch system counted for them. */
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"

/* The kind with most jobs in the column, of which `all` gets the sum; rows: none. */
static size_t most_of(const struct accounting_rows *table, const char *column, double *all)
{
    const double *jobs = table_numbers(table->table, column);
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

static double sum_of(const struct accounting_rows *table, const char *column)
{
    double sum = 0;
    for (size_t row = 0; row < table->rows; row++)
        sum += table_numbers(table->table, column)[row];
    return sum;
}

/* The job of a row that differs most: what was counted of it, and what its nodes used. */
static void add(struct findings *findings, const char *rule, const struct accounting_rows *table,
                size_t row, double jobs, double counted, double used)
{
    struct rule_finding made = rule_begin(findings, rule);
    double compared = sum_of(table, "compared");
    rule_number(&made, "ratio", used > counted ? used / counted : counted / used);
    if (compared > 1) {
        rule_number(&made, "jobs", jobs);
        rule_number(&made, "compared", compared);
    }
    rule_number(&made, "counted", counted);
    rule_number(&made, "used", used);
    const char *worst = table->worst[row];
    rule_text(&made, "job", worst ? finding_name(findings, worst) : NULL);
    rule_number(&made, "unnamed", !worst);
    rule_number(&made, "nodes", table->nodes[row]);
    rule_add(&made);
}

static void add_missed_cpu(struct findings *findings, const struct accounting_rows *table)
{
    double jobs;
    size_t row = most_of(table, "misses_cpu", &jobs);
    if (row < table->rows)
        add(findings, "accounting.cpu-time-missed", table, row, jobs, table->cpu_s[row],
            table->node_cpu_s[row]);
}

/* Memory alone: others than programs have some, too. */
static void add_missed_memory(struct findings *findings, const struct accounting_rows *table)
{
    double jobs;
    size_t row = most_of(table, "misses_memory", &jobs);
    if (row < table->rows && !(table->misses_cpu[row] > 0) && !(table->exceeds_cpu[row] > 0))
        add(findings, "accounting.memory-missed", table, row, jobs, table->memory_B[row],
            table->node_memory_B[row]);
}

static void add_beyond(struct findings *findings, const struct accounting_rows *table)
{
    double jobs;
    size_t row = most_of(table, "exceeds_cpu", &jobs);
    if (row < table->rows && !(table->misses_cpu[row] > 0))
        add(findings, "accounting.does-not-fit-samples", table, row, jobs, table->cpu_s[row],
            table->node_cpu_s[row]);
}

void findings_of_accounting(struct findings *findings)
{
    const struct accounting_rows table = accounting_rows(findings->tables);
    if (!table.rows)
        return;
    add_missed_cpu(findings, &table);
    add_missed_memory(findings, &table);
    add_beyond(findings, &table);
}
