/* What published summaries of the campaign say otherwise than its records, or without any. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"

static const char *quantity_words(const char *quantities)
{
    if (strcmp(quantities, "counts and sums") == 0)
        return quantities;
    if (strncmp(quantities, "mem_", 4) == 0)
        return "quantiles of memory";
    return strncmp(quantities, "wall", 4) == 0 ? "quantiles of time on the clock"
                                               : "quantiles of run time";
}

static void add_reason(struct findings *findings, const struct summary_reasons_rows *table,
                       size_t row)
{
    const char *reason = table->reason[row];
    double differing = table->differing[row];
    double explained = table->explained[row];
    struct rule_finding made = rule_begin(findings, "data.published-values-differ");
    rule_number(&made, "differing", differing);
    rule_number(&made, "explained", explained);
    rule_number(&made, "values", table->values[row]);
    rule_text(&made, "quantities", quantity_words(table->quantities[row]));
    rule_text(&made, "reason", reason);
    made.variant = reason ? "reason" : "no reason";
    made.level = explained < differing ? RULE_WARN : RULE_NOTE;
    made.threshold = 0;
    made.finding.unit = "values";
    rule_add(&made);
}

/* No record at all. */
static void add_alone(struct findings *findings)
{
    const struct task_quantiles_rows published = task_quantiles_rows(findings->tables);
    if (!published.rows || tables_find(findings->tables, "tasks"))
        return;
    double quanta = 0;
    for (size_t row = 0; row < published.rows; row++)
        quanta += fmax(published.quanta[row], 0);
    struct rule_finding made = rule_begin(findings, "data.summaries-alone");
    rule_number(&made, "rows", (double)published.rows);
    rule_number(&made, "tasks", quanta);
    made.level = RULE_NOTE;
    made.finding.unit = "rows";
    rule_add(&made);
}

void findings_of_summary(struct findings *findings)
{
    add_alone(findings);
    const struct summary_reasons_rows table = summary_reasons_rows(findings->tables);
    for (size_t row = 0; row < table.rows; row++)
        add_reason(findings, &table, row);
}
