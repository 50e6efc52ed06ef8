#include "analysis/findings/first_log.h"

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/texts.h"

static size_t find_group(const struct failure_groups_rows *groups, const char *kind,
                         const char *outcome, const char *reason)
{
    size_t row = 0;
    while (row < groups->rows &&
           !(texts_equal(groups->task[row], kind) && texts_equal(groups->outcome[row], outcome) &&
             texts_equal(groups->reason[row], reason)))
        row++;
    return row;
}

const char *first_log_words(const struct findings *findings, const char *kind, const char *outcome,
                            const char *reason)
{
    const struct failure_groups_rows groups = failure_groups_rows(findings->tables);
    size_t row = find_group(&groups, kind, outcome, reason);
    if (row == groups.rows)
        return NULL;
    const char *log = groups.first_log[row], *directory = groups.first_work_directory[row];
    if (!log && !directory)
        return NULL;
    struct rule_finding made = phrase_begin(findings, "first-log");
    rule_number(&made, "attempts", groups.attempts[row]);
    rule_text(&made, log ? "log" : "directory", log ? log : directory);
    return phrase_text(&made);
}
