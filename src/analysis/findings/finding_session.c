/* Interactive sessions: that they use little of what they hold is no trouble of a program. */
#include <math.h>
#include <string.h>

#include "analysis/findings/findings_tasks.h"
#include "analysis/tasks/sessions.h"

static const double MOST_WEIGHT = 25;

bool finding_is_session(const struct findings *findings, const char *kind)
{
    const struct task_groups *tasks = findings->request->tasks;
    return tasks && task_kind_is_session(tasks->records, kind);
}

/* Of nodes nobody knows whose job worked on them, unless all are sessions. NULL: they are not. */
static const char *only_session(const struct findings *findings)
{
    const struct task_groups *tasks = findings->request->tasks;
    for (size_t i = 0; tasks && i < tasks->kind_count; i++)
        if (!finding_is_session(findings, tasks->kinds[i].task))
            return NULL;
    return tasks && tasks->kind_count ? tasks->kinds[0].task : NULL;
}

void finding_add_little_use(struct findings *findings, const char *kind, struct finding finding)
{
    const char *session = kind ? kind : only_session(findings);
    if (session && finding_is_session(findings, session)) {
        size_t size = strlen(finding.text);
        size -= size && finding.text[size - 1] == '.';
        finding.level = "note";
        finding.weight = fmin(finding.weight, MOST_WEIGHT);
        finding.text = arena_format(findings->arena,
                                    "%.*s; %s is an interactive session: waiting for a person is "
                                    "normal.",
                                    (int)size, finding.text, finding_kind(findings, session));
        finding.advice = "end sessions that nobody uses";
    }
    finding_add(findings, finding);
}
