#include "analysis/findings/task_words.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/records.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

enum { TEXT_SIZE = 64 };

const char *finding_count(const struct findings *findings, double count, const char *one,
                          const char *many)
{
    char text[TEXT_SIZE];
    return arena_format(findings->arena, "%s %s",
                        quantity_format_fixed(count, 0, text, sizeof text),
                        finding_plural(count, one, many));
}

bool finding_kind_is_named(const char *kind)
{
    return kind && *kind && strcmp(kind, RECORD_NO_NAME) != 0;
}

const char *finding_grouped_by(const struct findings *findings)
{
    const struct kind_choice_rows choice = kind_choice_rows(findings->tables);
    return choice.rows && !texts_equal(choice.by[0], "stem") ? choice.by[0] : NULL;
}

bool finding_kind_is_work(const struct findings *findings, const char *kind)
{
    return finding_kind_is_named(kind) && !finding_grouped_by(findings);
}

bool finding_has_queue(const struct findings *findings)
{
    const struct task_groups *tasks = findings->request->tasks;
    bool has = false;
    for (size_t i = 0; tasks && i < tasks->records->source_count; i++)
        has = has || tasks->records->sources[i].has_queue;
    return has;
}

bool finding_some_did_not_succeed(const struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    return campaign.rows && campaign.succeeded[0] < campaign.tasks[0];
}

const char *finding_kind(const struct findings *findings, const char *kind)
{
    struct rule_finding unnamed = phrase_begin(findings, "unnamed-tasks");
    return finding_kind_is_named(kind) ? finding_kind_name(findings, kind) : phrase_text(&unnamed);
}
