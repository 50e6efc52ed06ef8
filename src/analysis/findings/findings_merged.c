/* Inputs that were to be in a merged report and are not. */
#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

enum { MOST_NAMES = 3 };

void findings_of_merged(struct findings *findings)
{
    const struct merged_rows merged = merged_rows(findings->tables);
    const struct missing_inputs_rows missing = missing_inputs_rows(findings->tables);
    const char *names[MOST_NAMES + 1];
    size_t named = 0;
    if (!merged.rows || !missing.rows)
        return;
    for (; named < missing.rows && named < MOST_NAMES; named++)
        names[named] = finding_path(findings, missing.input[named]);
    if (missing.rows > named) {
        names[named] = arena_format(findings->arena, "%zu more", missing.rows - named);
        named++;
    }
    struct rule_finding made = rule_begin(findings, "data.inputs-missing");
    rule_number(&made, "share", merged.missing[0] / merged.expected[0]);
    rule_number(&made, "missing", merged.missing[0]);
    rule_number(&made, "expected", merged.expected[0]);
    rule_text(&made, "inputs", finding_list(findings, names, named));
    rule_add(&made);
}
