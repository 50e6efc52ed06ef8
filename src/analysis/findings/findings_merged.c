/* Inputs that were to be in a merged report and are not, and those whose tasks count more than
 * once: in several versions, under several names, or because others hold the same tasks. */
#include <stdlib.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/memory.h"

enum { MOST_NAMES = 3 };

/* "a, b, c and 2 more". */
static const char *list_of(const struct findings *findings, const char *const *inputs, size_t count)
{
    const char *names[MOST_NAMES + 1];
    size_t named = 0;
    for (; named < count && named < MOST_NAMES; named++)
        names[named] = finding_path(findings, inputs[named]);
    if (count > named) {
        names[named] = arena_format(findings->arena, "%s more", COUNT_TEXT(count - named));
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

/* Short inputs may be equal by chance. */
static void add_copied(struct findings *findings)
{
    const struct copied_inputs_rows copied = copied_inputs_rows(findings->tables);
    struct rule_finding made = rule_begin(findings, "data.inputs-copied");
    const char **names = memory_alloc_array(copied.rows + 1, sizeof *names);
    size_t count = 0, first = 0;
    double records = 0;
    for (size_t i = 0; i < copied.rows; i++) {
        if (!(copied.records[i] >= rule_limit(&made, "least_records")))
            continue;
        first = count ? first : i;
        names[count++] = copied.input[i];
        records += copied.records[i];
    }
    if (count) {
        rule_number(&made, "inputs", (double)count);
        rule_number(&made, "records", records);
        rule_text(&made, "input", list_of(findings, names, count));
        rule_text(&made, "same", finding_path(findings, copied.same_as[first]));
        made.variant = count == 1 ? "one" : "several";
        made.finding.unit = "inputs";
        rule_add(&made);
    }
    free(names);
}

static void add_shared(struct findings *findings)
{
    const struct shared_tasks_rows shared = shared_tasks_rows(findings->tables);
    struct rule_finding made = rule_begin(findings, "data.tasks-in-several-inputs");
    if (!shared.rows || !(shared.seen[0] >= rule_limit(&made, "least_seen")))
        return;
    double tasks = shared.tasks[0];
    bool is_sampled = shared.shared_low[0] < shared.shared_high[0];
    rule_number(&made, "share", shared.shared[0] / tasks);
    rule_number(&made, "low", shared.shared_low[0] / tasks);
    rule_number(&made, "high", shared.shared_high[0] / tasks);
    rule_number(&made, "shared", shared.shared[0]);
    rule_number(&made, "tasks", tasks);
    rule_number(&made, "sampled", shared.sampled[0]);
    if (shared.input[0] && shared.other_input[0]) {
        rule_text(&made, "input", finding_path(findings, shared.input[0]));
        rule_text(&made, "other", finding_path(findings, shared.other_input[0]));
        bool is_most = shared.seen_in_both[0] > shared.seen[0] / 2;
        bool is_all = shared.seen_in_both[0] >= shared.seen[0];
        rule_number(&made, is_all ? "all" : is_most ? "most" : "some", 1);
    }
    made.variant = is_sampled ? "sampled" : "all";
    rule_add(&made);
}

void findings_of_merged(struct findings *findings)
{
    const struct merged_rows merged = merged_rows(findings->tables);
    const struct missing_inputs_rows missing = missing_inputs_rows(findings->tables);
    add_changed(findings);
    add_copied(findings);
    add_shared(findings);
    if (!merged.rows || !missing.rows)
        return;
    struct rule_finding made = rule_begin(findings, "data.inputs-missing");
    rule_number(&made, "share", merged.missing[0] / merged.expected[0]);
    rule_number(&made, "missing", merged.missing[0]);
    rule_number(&made, "expected", merged.expected[0]);
    rule_text(&made, "inputs", list_of(findings, missing.input, missing.rows));
    rule_add(&made);
}
