/* Nodes that swap. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

static const char rule[] = "nodes.swapping";

static double limit(const struct findings *findings, const char *name)
{
    return finding_limit(findings, rule, name);
}

/* ---- what counts ---- */

static double swapped(const struct swapping_rows *table, size_t row)
{
    return table->most_B[row] - table->least_B[row];
}

static double least_swap(const struct findings *findings, const struct swapping_rows *table,
                         size_t row)
{
    double least = limit(findings, "share_of_memory") * table->capacity_B[row];
    return isnan(least) ? limit(findings, "least_B") : least;
}

static double swapped_share(const struct swapping_rows *table, size_t row)
{
    return table->most_share[row] - table->least_share[row];
}

static double moved(const struct swapping_rows *table, size_t row)
{
    return table->moved_B_s[row];
}

static bool swaps(const struct findings *findings, const struct swapping_rows *table, size_t row)
{
    return swapped(table, row) >= least_swap(findings, table, row) ||
           swapped_share(table, row) >= limit(findings, "share_of_swap") ||
           moved(table, row) >= limit(findings, "moved_B_s");
}

static bool is_slower(const struct findings *findings, const struct swapping_rows *table,
                      size_t row)
{
    return table->load_metric[row] &&
           table->load_during[row] < limit(findings, "load_during") * table->load_before[row];
}

/* ---- when ---- */

static double within(const struct swapping_rows *table, size_t row, double start, double end)
{
    return fmin(end, table->until[row]) - fmax(start, table->from[row]);
}

double finding_swapping_within(const struct findings *findings, double start, double end)
{
    const struct swapping_rows table = swapping_rows(findings->tables);
    double most_s = 0;
    for (size_t row = 0; row < table.rows; row++)
        if (swaps(findings, &table, row))
            most_s = fmax(most_s, within(&table, row, start, end));
    return most_s;
}

double finding_slow_swapping_within(const struct findings *findings, const char *node, double start,
                                    double end)
{
    const struct swapping_rows table = swapping_rows(findings->tables);
    double most_s = 0;
    for (size_t row = 0; row < table.rows; row++)
        if (strcmp(table.node[row], node) == 0 && swaps(findings, &table, row) &&
            is_slower(findings, &table, row))
            most_s = fmax(most_s, within(&table, row, start, end));
    return most_s;
}

double finding_node_swapping_s(const struct findings *findings, const char *node)
{
    const struct swapping_rows table = swapping_rows(findings->tables);
    double most_s = 0;
    for (size_t row = 0; row < table.rows; row++)
        if (strcmp(table.node[row], node) == 0 && swaps(findings, &table, row))
            most_s = fmax(most_s, within(&table, row, -INFINITY, INFINITY));
    return most_s;
}

/* ---- the sentence ---- */

/* What is compared: the swapped memory, the share of the swap space, or what was moved, whichever
 * is known first and enough. */
struct measure {
    double value, threshold;
    const char *unit;
};

static struct measure measure_of(const struct findings *findings, const struct swapping_rows *table,
                                 size_t row)
{
    if (swapped(table, row) >= least_swap(findings, table, row))
        return (struct measure){swapped(table, row), least_swap(findings, table, row), "B"};
    if (swapped_share(table, row) >= limit(findings, "share_of_swap"))
        return (struct measure){swapped_share(table, row), limit(findings, "share_of_swap"), ""};
    return (struct measure){moved(table, row), limit(findings, "moved_B_s"), "B/s"};
}

/* "swapped up to 4 GiB", "swapped up to 90 % of its swap space", "swapped 40 MiB/s in and out" */
static void give_amount(struct rule_finding *made, const struct measure *measure,
                        const struct swapping_rows *table, size_t row)
{
    rule_number(made, "amount", measure->value);
    made->threshold = measure->threshold;
    made->finding.unit = measure->unit;
    if (strcmp(measure->unit, "B/s") == 0)
        rule_number(made, "rate", measure->value);
    else if (*measure->unit)
        rule_number(made, "most", table->most_B[row]);
    else
        rule_number(made, "most_share", table->most_share[row]);
}

static void add_swapping(struct findings *findings, const struct swapping_rows *table, size_t row,
                         size_t count)
{
    struct rule_finding made = rule_begin(findings, rule);
    struct measure measure = measure_of(findings, table, row);
    bool slower = is_slower(findings, table, row);
    double share = table->memory_share[row];
    const char *node = finding_name(findings, table->node[row]);
    give_amount(&made, &measure, table, row);
    rule_text(&made, "metric", table->metric[row]);
    rule_text(&made, "node", node);
    rule_text(&made, "when", finding_span(findings, table->from[row], table->until[row]));
    rule_number(&made, "memory_share", share);
    rule_number(&made, "others", (double)count - 1);
    if (slower)
        rule_number(&made, "fall", 1 - table->load_during[row] / table->load_before[row]);
    made.level = slower || share > limit(findings, "memory_in_use") ||
                         moved(table, row) >= limit(findings, "much_moved_B_s")
                     ? RULE_BAD
                     : RULE_WARN;
    made.finding.explains_low_load = true;
    made.finding.clue = FINDING_CLUE_MEMORY;
    made.finding.clue_about = arena_format(findings->arena, "swap of %s", node);
    rule_add(&made);
}

/* Of nodes whose swap is known in different ways, by how far each is above its limit. */
static bool is_worse(const struct findings *findings, const struct swapping_rows *table, size_t row,
                     size_t other)
{
    struct measure one = measure_of(findings, table, row), two = measure_of(findings, table, other);
    return strcmp(one.unit, two.unit) == 0 ? one.value > two.value
                                           : one.value / one.threshold > two.value / two.threshold;
}

void findings_of_swapping(struct findings *findings)
{
    const struct swapping_rows table = swapping_rows(findings->tables);
    size_t worst = 0, count = 0;
    for (size_t row = 0; row < table.rows; row++) {
        if (!swaps(findings, &table, row))
            continue;
        if (!count++ || is_worse(findings, &table, row, worst))
            worst = row;
    }
    if (count)
        add_swapping(findings, &table, worst, count);
}
