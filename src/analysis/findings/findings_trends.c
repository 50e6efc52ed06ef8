/* A task kind that takes longer the later its tasks start. */
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"

static const char rule[] = "tasks.run-time-grows";

/* Every fifth takes longer than the one before, and none has most of the rise. */
static bool grows_steadily(const struct findings *findings, const struct task_trends_rows *trends,
                           size_t row)
{
    double first = trends->first_median_s[row];
    double last = trends->last_median_s[row];
    return last >= finding_limit(findings, rule, "note") * first && trends->least_rise_s[row] > 0 &&
           trends->largest_rise_s[row] <=
               finding_limit(findings, rule, "largest_rise") * (last - first) &&
           trends->chance[row] * (double)trends->rows <= finding_limit(findings, rule, "chance");
}

/* Time that its tasks took beyond that of the first. */
static double cost_of(const struct task_trends_rows *trends, size_t row)
{
    return trends->tasks[row] * (trends->last_median_s[row] - trends->first_median_s[row]);
}

static void add_growing(struct findings *findings, const struct task_trends_rows *trends,
                        size_t row, size_t count)
{
    struct rule_finding made = rule_begin(findings, rule);
    double first = trends->first_median_s[row];
    double last = trends->last_median_s[row];
    const char *step = trends->step[row], *task = trends->task[row];
    rule_text(&made, "task", finding_kind(findings, task));
    if (step && *step && task && strcmp(step, task) != 0)
        rule_text(&made, "step", finding_name(findings, step));
    rule_text(&made, "when",
              finding_span(findings, trends->first_start[row], trends->last_start[row]));
    rule_number(&made, "ratio", last / first);
    rule_number(&made, "first", first);
    rule_number(&made, "last", last);
    rule_number(&made, "tasks", trends->tasks[row]);
    rule_number(&made, "others", (double)count - 1);
    rule_add(&made);
}

void findings_of_trends(struct findings *findings)
{
    const struct task_trends_rows trends = task_trends_rows(findings->tables);
    size_t count = 0, worst = 0;
    if (!tables_find(findings->tables, "tasks") || finding_times_are_apart(findings))
        return;
    for (size_t row = 0; row < trends.rows; row++) {
        if (!grows_steadily(findings, &trends, row))
            continue;
        if (!count++ || cost_of(&trends, row) > cost_of(&trends, worst))
            worst = row;
    }
    if (count)
        add_growing(findings, &trends, worst, count);
}
