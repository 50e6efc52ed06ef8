/* Inputs that were to be in a merged report and are not, and those that are in it in several
 * versions. */
#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

enum { MOST_NAMES = 3 };

/* "a, b, c and 2 more". */
static const char *list_of(const struct findings *findings, const char *const *inputs, size_t count)
{
    const char *names[MOST_NAMES + 1];
    size_t named = 0;
    for (; named < count && named < MOST_NAMES; named++)
        names[named] = finding_path(findings, inputs[named]);
    if (count > named) {
        names[named] = arena_format(findings->arena, "%zu more", count - named);
        named++;
    }
    return finding_list(findings, names, named);
}

static void add_changed(struct findings *findings)
{
    const struct changed_inputs_rows changed = changed_inputs_rows(findings->tables);
    if (!changed.rows)
        return;
    struct rule_finding made = rule_begin(findings, "data.inputs-changed");
    rule_number(&made, "inputs", (double)changed.rows);
    rule_number(&made, "versions", changed.versions[0]);
    rule_text(&made, "input", list_of(findings, changed.input, changed.rows));
    made.variant = changed.rows == 1 ? "one" : "several";
    made.finding.unit = "inputs";
    rule_add(&made);
}

void findings_of_merged(struct findings *findings)
{
    const struct merged_rows merged = merged_rows(findings->tables);
    const struct missing_inputs_rows missing = missing_inputs_rows(findings->tables);
    add_changed(findings);
    if (!merged.rows || !missing.rows)
        return;
    struct rule_finding made = rule_begin(findings, "data.inputs-missing");
    rule_number(&made, "share", merged.missing[0] / merged.expected[0]);
    rule_number(&made, "missing", merged.missing[0]);
    rule_number(&made, "expected", merged.expected[0]);
    rule_text(&made, "inputs", list_of(findings, missing.input, missing.rows));
    rule_add(&made);
}
