/* Interactive sessions: that they use little of what they hold is no trouble of a program. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/tasks/sessions.h"
#include "table/rows.h"
#include "util/texts.h"

static const double MOST_WEIGHT = 25;

bool finding_is_session(const struct findings *findings, const char *kind)
{
    const struct task_groups *tasks = findings->request->tasks;
    return tasks && task_kind_is_session(tasks, kind);
}

struct task_totals finding_totals_of(const struct findings *findings, bool of_sessions)
{
    const struct task_groups *tasks = findings->request->tasks;
    struct task_totals sum;
    task_totals_init(&sum);
    for (size_t i = 0; tasks && i < tasks->kind_count; i++)
        if (finding_is_session(findings, tasks->kinds[i].task) == of_sessions)
            task_totals_add(&sum, &tasks->kinds[i].totals);
    return sum;
}

bool finding_mixes_sessions(const struct findings *findings)
{
    const struct task_groups *tasks = findings->request->tasks;
    size_t sessions = 0;
    for (size_t i = 0; tasks && i < tasks->kind_count; i++)
        sessions += finding_is_session(findings, tasks->kinds[i].task);
    return sessions && sessions < tasks->kind_count;
}

size_t finding_row_to_judge(const struct findings *findings, const struct requested_rows *table,
                            const char *quantity, size_t kind)
{
    return finding_mixes_sessions(findings)
               ? kind
               : rows_find(table->rows, 0, table->task, "*", table->quantity, quantity);
}

/* The name of the session that all tasks are of, "" of several; NULL: they are not. Of nodes nobody
 * knows whose job worked on them, unless all are sessions, or a source of node metrics names the
 * only one. */
static const char *only_session(const struct findings *findings)
{
    const struct task_groups *tasks = findings->request->tasks;
    const struct dataset *dataset = findings->request->dataset;
    if (!tasks || !tasks->kind_count) {
        const char *name = dataset ? dataset->facts.job_name : NULL;
        return name && job_name_is_of_session(name) ? name : NULL;
    }
    for (size_t i = 0; i < tasks->kind_count; i++)
        if (!finding_is_session(findings, tasks->kinds[i].task))
            return NULL;
    return tasks->kind_count > 1 ? "" : tasks->kinds[0].task;
}

static bool is_of(const struct table *table, size_t row, const char *quantity)
{
    const char *kind = table_texts(table, "task")[row];
    return !texts_equal(kind, "*") &&
           (!quantity || texts_equal(table_texts(table, "quantity")[row], quantity));
}

size_t finding_most_but_sessions(const struct findings *findings, const struct table *table,
                                 const char *quantity, const char *column)
{
    const double *numbers = table_numbers(table, column);
    size_t best = table->rows;
    bool best_is_session = true;
    for (size_t row = 0; row < table->rows; row++) {
        if (!is_of(table, row, quantity) || !(numbers[row] > 0))
            continue;
        bool is_session = finding_is_session(findings, table_texts(table, "task")[row]);
        if (best < table->rows &&
            (is_session != best_is_session ? is_session : numbers[row] <= numbers[best]))
            continue;
        best = row;
        best_is_session = is_session;
    }
    return best;
}

double finding_without_sessions(const struct findings *findings, const struct table *table,
                                const char *quantity, const char *column)
{
    const double *numbers = table_numbers(table, column);
    size_t all = table_find_row(table, 0, "task", "*", quantity ? "quantity" : NULL, quantity);
    double rest = all < table->rows ? numbers[all] : NAN;
    bool are_sessions = true;
    for (size_t row = 0; row < table->rows; row++) {
        if (!is_of(table, row, quantity))
            continue;
        bool is_session = finding_is_session(findings, table_texts(table, "task")[row]);
        are_sessions = are_sessions && is_session;
        rest -= is_session && numbers[row] > 0 ? numbers[row] : 0;
    }
    return are_sessions && all < table->rows ? numbers[all] : rest;
}

/* As it is said of a session; its name "": of several. */
static struct finding of_session(const struct rule_finding *made, const char *session)
{
    const struct findings *findings = made->findings;
    struct finding finding = made->finding;
    struct rule_finding words = phrase_begin(findings, "session");
    rule_text(&words, "finding", finding.text);
    rule_text(&words, "kind", finding_kind(findings, session));
    words.variant = *session ? "one" : "all";
    finding.level = "note";
    finding.threshold = rule_threshold(made, RULE_NOTE, finding.value);
    finding.weight = fmin(finding.weight, MOST_WEIGHT);
    finding.text = phrase_text(&words);
    finding.advice = phrase_advice(&words);
    return finding;
}

bool rule_add_little_use(struct rule_finding *made, const char *kind)
{
    const struct findings *findings = made->findings;
    const char *session = kind && finding_is_session(findings, kind) ? kind : NULL;
    if (!rule_finish(made))
        return false;
    if (!kind)
        session = only_session(findings);
    finding_add(made->added_to, session ? of_session(made, session) : made->finding);
    return true;
}
