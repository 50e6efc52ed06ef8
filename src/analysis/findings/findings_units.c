/* Columns whose values are in other units than they were read in. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"

void findings_of_units(struct findings *findings)
{
    const struct elapsed_units_rows elapsed = elapsed_units_rows(findings->tables);
    if (!elapsed.rows)
        return;
    double factor = elapsed.factor[0];
    double attempts = elapsed.attempts[0];
    struct rule_finding made = rule_begin(findings, "data.elapsed-units");
    rule_text(&made, "unit", elapsed.unit[0]);
    rule_text(&made, "of", finding_count(findings, elapsed.known[0], "attempt", "attempts"));
    rule_number(&made, "attempts", attempts);
    rule_number(&made, "factor", factor);
    rule_number(&made, "times", factor > 1 ? factor : round(1 / factor));
    made.variant = factor > 1 ? "longer" : "shorter";
    made.level = RULE_BAD;
    rule_add(&made);
}
