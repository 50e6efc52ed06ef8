/* Task kinds that come so near to the time or memory they requested that a little more ends them.
 */
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/task_words.h"

static const double NEARLY_ALL = 0.95; /* of what was requested, by p95 of the tasks */

/* The kind that comes nearest to its request without hitting it; rows: none. A session ends with
 * its time. */
static size_t nearest_row(const struct findings *findings, const struct table *table,
                          const char *quantity)
{
    const double *usual = table_numbers(table, "ratio_p95");
    size_t best = table->rows;
    for (size_t row = 0; row < table->rows; row++) {
        const char *kind = table_texts(table, "task")[row];
        if (strcmp(table_texts(table, "quantity")[row], quantity) != 0 ||
            !finding_kind_is_named(kind) || strcmp(kind, "*") == 0 ||
            finding_is_session(findings, kind) || !(usual[row] >= NEARLY_ALL) ||
            !(table_numbers(table, "ratio_max")[row] <= 1) ||
            table_numbers(table, "tasks")[row] < FINDING_FEWEST_TASKS ||
            attempts_at_limit(findings, kind, quantity) > 0)
            continue;
        if (best == table->rows || usual[row] > usual[best])
            best = row;
    }
    return best;
}

static void add_nearly_all(struct findings *findings, const struct table *table,
                           const char *quantity, const char *what, const char *advice)
{
    size_t row = nearest_row(findings, table, quantity);
    if (row == table->rows)
        return;
    const char *name = finding_kind(findings, table_texts(table, "task")[row]);
    finding_add(findings,
                (struct finding){
                    .id = "tasks.near-limit",
                    .weight = 55,
                    .level = "note",
                    .section = "tasks-resources",
                    .text = arena_format(
                        findings->arena,
                        "%s used up to %s of %s, median %s: a little more would "
                        "end it.",
                        name, finding_percent(findings, table_numbers(table, "ratio_max")[row]),
                        what, finding_percent(findings, table_numbers(table, "ratio_p50")[row])),
                    .value = table_numbers(table, "ratio_p95")[row],
                    .unit = "",
                    .threshold = NEARLY_ALL,
                    .advice = arena_format(findings->arena, advice, name),
                });
}

void findings_of_margins(struct findings *findings)
{
    const struct table *requested = tables_find(findings->tables, "requested");
    if (!requested)
        return;
    add_nearly_all(findings, requested, "time", "its time limit",
                   "request more time for %s, or save its state and resume");
    add_nearly_all(findings, requested, "memory", "the memory it requested",
                   "request more memory for %s");
}
