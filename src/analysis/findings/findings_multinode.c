/* Memory requested per node for jobs on several nodes, of which only the peak of a process is
 * known.
 */
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/task_words.h"
#include "table/accounting.h"
#include "util/quantity.h"

static const double LITTLE_USED = 0.5, MUCH_UNUSED = QUANTITY_GB_HOUR; /* as of memory of jobs */

/* The kind with most unused of those whose totals are not known, of which nothing else is said;
 * rows: none. */
static size_t least_used_row(const struct findings *findings, const struct table *requested,
                             const struct table *nodes)
{
    const double *unused = table_numbers(nodes, "unused_Bs");
    size_t best = nodes->rows;
    for (size_t row = 0; row < nodes->rows; row++) {
        const char *kind = table_texts(nodes, "task")[row];
        double share =
            table_numbers(nodes, "used_most_B")[row] / table_numbers(nodes, "requested_max_B")[row];
        if (share < LITTLE_USED && unused[row] >= MUCH_UNUSED &&
            !accounting_misses_memory(findings->tables, kind) &&
            !(requested && finding_requested_row(requested, kind, "memory") < requested->rows) &&
            (best == nodes->rows || unused[row] > unused[best]))
            best = row;
    }
    return best;
}

void findings_of_multinode(struct findings *findings)
{
    const struct table *requested = tables_find(findings->tables, "requested");
    const struct table *nodes = tables_find(findings->tables, "node_memory");
    size_t row = nodes ? least_used_row(findings, requested, nodes) : 0;
    if (!nodes || row >= nodes->rows)
        return;
    const char *kind = table_texts(nodes, "task")[row];
    double most = table_numbers(nodes, "used_most_B")[row];
    double requested_B = table_numbers(nodes, "requested_max_B")[row];
    char unused[64];
    finding_add(
        findings,
        (struct finding){
            .id = "tasks.node-memory-unused",
            .weight = 58,
            .level = most / requested_B < LITTLE_USED / 2 ? "warn" : "note",
            .section = "tasks-resources",
            .text = arena_format(
                findings->arena,
                "%s needed at most %s of the %s requested per node, where processes are spread "
                "evenly; %s GB·h went unused.",
                finding_kind(findings, kind), finding_quantity(findings, most, "B"),
                finding_quantity(findings, requested_B, "B"),
                quantity_format_number(table_numbers(nodes, "unused_Bs")[row] / QUANTITY_GB_HOUR, 3,
                                       unused, sizeof unused)),
            .value = most / requested_B,
            .unit = "",
            .threshold = LITTLE_USED,
            .advice = finding_memory_request(findings, kind),
        });
}
