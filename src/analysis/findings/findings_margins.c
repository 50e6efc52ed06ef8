/* Task kinds that come so near to the time or memory they requested that a little more ends them.
 */
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"

static const char rule[] = "tasks.near-limit";

/* The kind that comes nearest to its request without hitting it; rows: none. A session ends with
 * its time. */
static size_t nearest_row(const struct findings *findings, const struct requested_rows *table,
                          const char *quantity)
{
    const double *usual = table->ratio_p95;
    double nearly_all = finding_limit(findings, rule, "note");
    size_t best = table->rows;
    for (size_t row = 0; row < table->rows; row++) {
        const char *kind = table->task[row];
        if (strcmp(table->quantity[row], quantity) != 0 || !finding_kind_is_named(kind) ||
            strcmp(kind, "*") == 0 || finding_is_session(findings, kind) ||
            !(usual[row] >= nearly_all) || !(table->ratio_max[row] <= 1) ||
            table->tasks[row] < FINDING_FEWEST_TASKS ||
            attempts_at_limit(findings, kind, quantity) > 0)
            continue;
        if (best == table->rows || usual[row] > usual[best])
            best = row;
    }
    return best;
}

static void add_nearly_all(struct findings *findings, const struct requested_rows *table,
                           const char *quantity)
{
    size_t row = nearest_row(findings, table, quantity);
    if (row == table->rows)
        return;
    struct rule_finding made = rule_begin(findings, rule);
    made.variant = quantity;
    rule_text(&made, "task", finding_kind(findings, table->task[row]));
    rule_number(&made, "usual", table->ratio_p95[row]);
    rule_number(&made, "most", table->ratio_max[row]);
    rule_number(&made, "median", table->ratio_p50[row]);
    rule_add(&made);
}

void findings_of_margins(struct findings *findings)
{
    const struct requested_rows requested = requested_rows(findings->tables);
    if (!requested.rows)
        return;
    add_nearly_all(findings, &requested, "time");
    add_nearly_all(findings, &requested, "memory");
}
