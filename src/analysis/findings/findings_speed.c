/* Nodes on which tasks take longer than elsewhere, whatever their kinds. */
#include <math.h>

#include "analysis/findings/rule_finding.h"

static const char rule[] = "nodes.slow-for-tasks";

enum { LEAST_NODES = 3 };

static bool is_slow(const struct findings *findings, const struct table *nodes, size_t row)
{
    return table_numbers(nodes, "ratio_to_kind")[row] >= finding_limit(findings, rule, "warn") &&
           table_numbers(nodes, "tasks")[row] >= finding_limit(findings, rule, "least_tasks") &&
           table_numbers(nodes, "slow_chance")[row] * (double)nodes->rows <=
               finding_limit(findings, rule, "by_chance");
}

static void add_slow(struct findings *findings, const struct table *nodes, size_t row, size_t count)
{
    struct rule_finding made = rule_begin(findings, rule);
    double ratio = table_numbers(nodes, "ratio_to_kind")[row];
    rule_text(&made, "node", finding_name(findings, table_texts(nodes, "node")[row]));
    rule_text(&made, "times",
              ratio < 2 ? arena_format(findings->arena, "%.2f times", ratio)
                        : finding_share(findings, ratio));
    rule_number(&made, "ratio", ratio);
    rule_number(&made, "tasks", table_numbers(nodes, "tasks")[row]);
    rule_number(&made, "others", (double)count - 1);
    made.threshold = rule_limit(&made, "warn");
    rule_add(&made);
}

void findings_of_speed(struct findings *findings)
{
    const struct table *nodes = tables_find(findings->tables, "node_speed");
    size_t slowest = 0, count = 0;
    if (!nodes || nodes->rows < LEAST_NODES)
        return;
    for (size_t row = 0; row < nodes->rows; row++) {
        if (!is_slow(findings, nodes, row))
            continue;
        if (!count++ || table_numbers(nodes, "ratio_to_kind")[row] >
                            table_numbers(nodes, "ratio_to_kind")[slowest])
            slowest = row;
    }
    if (count)
        add_slow(findings, nodes, slowest, count);
}
