/* Nodes on which tasks take longer than elsewhere, whatever their kinds. */
#include <math.h>

#include "analysis/findings/finding.h"

static const double SLOW = 1.5, VERY_SLOW = 3; /* times as long as the median task of its kind */
static const double LEAST_TASKS = 3;
static const double BY_CHANCE = 0.01; /* on any of the nodes */

enum { LEAST_NODES = 3 };

static bool is_slow(const struct table *nodes, size_t row)
{
    return table_numbers(nodes, "ratio_to_kind")[row] >= SLOW &&
           table_numbers(nodes, "tasks")[row] >= LEAST_TASKS &&
           table_numbers(nodes, "slow_chance")[row] * (double)nodes->rows <= BY_CHANCE;
}

static void add_slow(struct findings *findings, const struct table *nodes, size_t row, size_t count)
{
    double ratio = table_numbers(nodes, "ratio_to_kind")[row];
    double tasks = table_numbers(nodes, "tasks")[row];
    const char *more = count > 1 ? arena_format(findings->arena, "; %zu more node%s slow too",
                                                count - 1, count == 2 ? " is" : "s are")
                                 : "";
    finding_add(findings,
                (struct finding){
                    .weight = ratio >= VERY_SLOW ? 89 : 79,
                    .level = ratio >= VERY_SLOW ? "bad" : "warn",
                    .section = "tasks-attempts",
                    .text =
                        arena_format(findings->arena,
                                     "%s is slow: tasks take %s as long there as the median "
                                     "task of their kind (%s tasks)%s.",
                                     finding_name(findings, table_texts(nodes, "node")[row]),
                                     ratio < 2 ? arena_format(findings->arena, "%.2f times", ratio)
                                               : finding_share(findings, ratio),
                                     finding_quantity(findings, tasks, ""), more),
                    .value = ratio,
                    .unit = "",
                    .threshold = SLOW,
                    .advice = "check its hardware and what else runs there, or exclude it",
                });
}

void findings_of_speed(struct findings *findings)
{
    const struct table *nodes = tables_find(findings->tables, "node_speed");
    size_t slowest = 0, count = 0;
    if (!nodes || nodes->rows < LEAST_NODES)
        return;
    for (size_t row = 0; row < nodes->rows; row++) {
        if (!is_slow(nodes, row))
            continue;
        if (!count++ || table_numbers(nodes, "ratio_to_kind")[row] >
                            table_numbers(nodes, "ratio_to_kind")[slowest])
            slowest = row;
    }
    if (count)
        add_slow(findings, nodes, slowest, count);
}
