/* Nodes on which tasks take longer than elsewhere, whatever their kinds. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/count_text.h"

static const char rule[] = "nodes.slow-for-tasks";

enum { LEAST_NODES = 3, MOST_NAMED = 3 };

static bool is_slow(const struct findings *findings, const struct node_speed_rows *nodes,
                    size_t row)
{
    return nodes->ratio_to_kind[row] >= finding_limit(findings, rule, "warn") &&
           nodes->tasks[row] >= finding_limit(findings, rule, "least_tasks") &&
           nodes->slow_chance[row] * (double)nodes->rows <=
               finding_limit(findings, rule, "by_chance");
}

/* Tasks of one moment are slow together for reasons of that moment: a node is advised against by
 * many, most of which are clearly slow. */
static bool is_sure(const struct findings *findings, const struct node_speed_rows *nodes,
                    size_t row)
{
    return nodes->tasks[row] >= finding_limit(findings, rule, "many_tasks") &&
           nodes->ratio_low[row] >= finding_limit(findings, rule, "surely");
}

/* The slowest of those of which that is sure comes first. */
static bool is_before(const struct findings *findings, const struct node_speed_rows *nodes,
                      size_t row, size_t other)
{
    bool row_is_sure = is_sure(findings, nodes, row);
    if (row_is_sure != is_sure(findings, nodes, other))
        return row_is_sure;
    return nodes->ratio_to_kind[row] > nodes->ratio_to_kind[other];
}

/* "n2, n5, n7 and 2 more": the slow ones but `slowest`. */
static const char *others_text(const struct findings *findings, const struct node_speed_rows *nodes,
                               size_t slowest, size_t others)
{
    const char *names[MOST_NAMED + 1];
    size_t count = 0;
    for (size_t row = 0; row < nodes->rows && count < MOST_NAMED; row++)
        if (row != slowest && is_slow(findings, nodes, row))
            names[count++] = finding_name(findings, nodes->node[row]);
    if (count < others)
        names[count] = arena_format(findings->arena, "%s more", COUNT_TEXT(others - count));
    return finding_list(findings, names, count + (count < others));
}

static void add_slow(struct findings *findings, const struct node_speed_rows *nodes, size_t row,
                     size_t count)
{
    struct rule_finding made = rule_begin(findings, rule);
    double ratio = nodes->ratio_to_kind[row];
    rule_text(&made, "node", finding_name(findings, nodes->node[row]));
    rule_text(&made, "times",
              ratio < 2
                  ? arena_format(findings->arena, "%s times", finding_hundredths(findings, ratio))
                  : finding_share(findings, ratio));
    rule_number(&made, "ratio", ratio);
    rule_number(&made, "tasks", nodes->tasks[row]);
    rule_number(&made, "low", nodes->ratio_low[row]);
    rule_number(&made, "high", nodes->ratio_high[row]);
    rule_text(&made, "others", others_text(findings, nodes, row, count - 1));
    made.advice_variant = "sure";
    if (!is_sure(findings, nodes, row)) {
        made.level = RULE_NOTE;
        made.threshold = rule_limit(&made, "warn");
        made.advice_variant = "unsure";
    }
    rule_add(&made);
}

void findings_of_speed(struct findings *findings)
{
    const struct node_speed_rows nodes = node_speed_rows(findings->tables);
    size_t slowest = 0, count = 0;
    if (!nodes.rows || nodes.rows < LEAST_NODES)
        return;
    for (size_t row = 0; row < nodes.rows; row++) {
        if (!is_slow(findings, &nodes, row))
            continue;
        if (!count++ || is_before(findings, &nodes, row, slowest))
            slowest = row;
    }
    if (count)
        add_slow(findings, &nodes, slowest, count);
}
