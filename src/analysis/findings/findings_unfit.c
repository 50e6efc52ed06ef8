/* Tasks of a queue that never started because no worker was large enough. */
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

static const char rule[] = "workers.too-small";

/* In a list with commas between. */
static double count_ids(const char *ids)
{
    double count = ids != NULL;
    for (; ids && (ids = strchr(ids, ',')); ids++)
        count++;
    return count;
}

static size_t most_tasks(const struct unfit_tasks_rows *rows)
{
    size_t most = 0;
    for (size_t row = 1; row < rows->rows; row++)
        if (rows->tasks[row] > rows->tasks[most])
            most = row;
    return most;
}

void findings_of_unfit(struct findings *findings)
{
    const struct unfit_tasks_rows rows = unfit_tasks_rows(findings->tables);
    if (!rows.rows)
        return;
    size_t row = most_tasks(&rows);
    bool is_of_bytes = texts_equal(rows.unit[row], "B");
    double least = rows.requested_min[row], most = rows.requested_max[row];
    struct rule_finding made = rule_begin(findings, rule);
    rule_number(&made, "tasks", rows.tasks[row]);
    rule_text(&made, "kind", finding_kind(findings, rows.task[row]));
    rule_text(&made, "resource", rows.resource[row]);
    rule_text(&made, "ids", rows.ids[row] ? finding_name(findings, rows.ids[row]) : NULL);
    rule_number(&made, "others", rows.ids[row] ? rows.tasks[row] - count_ids(rows.ids[row]) : 0);
    rule_number(&made, is_of_bytes ? "bytes" : "count", most);
    rule_number(&made, is_of_bytes ? "least_bytes" : "least",
                least < most ? least : NUMBER_MISSING);
    rule_number(&made, is_of_bytes ? "largest_bytes" : "largest", rows.largest[row]);
    made.variant = is_of_bytes ? "bytes" : "count";
    made.finding.unit = "tasks";
    rule_add(&made);
}
