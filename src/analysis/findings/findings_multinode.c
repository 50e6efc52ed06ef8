/* Memory requested per node for jobs on several nodes, of which only the peak of a process is
 * known.
 */
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/accounting.h"
#include "table/rows.h"
#include "util/quantity.h"

static const char rule[] = "tasks.node-memory-unused";

/* The kind with most unused of those whose totals are not known, of which nothing else is said;
 * rows: none. */
static size_t least_used_row(const struct findings *findings,
                             const struct requested_rows *requested,
                             const struct node_memory_rows *nodes)
{
    const double *unused = nodes->unused_Bs;
    double little = finding_limit(findings, rule, "note");
    double much_Bs = finding_limit(findings, rule, "much_Bs");
    size_t best = nodes->rows;
    for (size_t row = 0; row < nodes->rows; row++) {
        const char *kind = nodes->task[row];
        double share = nodes->used_most_B[row] / nodes->requested_max_B[row];
        if (share < little && unused[row] >= much_Bs &&
            !accounting_misses_memory(findings->tables, kind) &&
            !(requested->rows &&
              finding_requested_row(requested, kind, "memory") < requested->rows) &&
            (best == nodes->rows || unused[row] > unused[best]))
            best = row;
    }
    return best;
}

void findings_of_multinode(struct findings *findings)
{
    const struct requested_rows requested = requested_rows(findings->tables);
    const struct node_memory_rows nodes = node_memory_rows(findings->tables);
    size_t row = nodes.rows ? least_used_row(findings, &requested, &nodes) : 0;
    if (!nodes.rows || row >= nodes.rows)
        return;
    const char *kind = nodes.task[row];
    double most = nodes.used_most_B[row];
    double requested_B = nodes.requested_max_B[row];
    struct rule_finding made = rule_begin(findings, rule);
    rule_text(&made, "task", finding_kind(findings, kind));
    rule_text(&made, "request", finding_memory_request(findings, kind));
    rule_number(&made, "share", most / requested_B);
    rule_number(&made, "most", most);
    rule_number(&made, "requested", requested_B);
    rule_number(&made, "unused_GB_h", nodes.unused_Bs[row] / QUANTITY_GB_HOUR);
    rule_add(&made);
}
