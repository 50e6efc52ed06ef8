/* File systems of nodes that are full. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

static const char rule[] = "nodes.disk-full";

static bool is_slower(const struct findings *findings, const struct full_disks_rows *disks,
                      size_t row)
{
    return disks->load_metric[row] &&
           disks->load_during[row] <
               finding_limit(findings, rule, "load_during") * disks->load_before[row];
}

/* Whether it fills up during the run: what is nearly full all the time may have much free space. */
static bool fills_up(const struct full_disks_rows *disks, size_t row)
{
    return !(disks->from_first[row] > 0);
}

static bool counts(const struct findings *findings, const struct full_disks_rows *disks, size_t row)
{
    double most = disks->most_share[row];
    return fills_up(disks, row) || isnan(most) ||
           most >= finding_limit(findings, rule, "full_all_the_time");
}

static bool is_worse(const struct findings *findings, const struct full_disks_rows *disks,
                     size_t row, size_t other)
{
    bool slower = is_slower(findings, disks, row), fills = fills_up(disks, row);
    if (slower != is_slower(findings, disks, other))
        return slower;
    if (fills != fills_up(disks, other))
        return fills;
    return disks->from[row] < disks->from[other];
}

static const char *span_text(const struct findings *findings, const struct full_disks_rows *disks,
                             size_t row)
{
    double from = disks->from[row], until = disks->until[row];
    bool to_end = disks->until_last[row] > 0;
    if (!fills_up(disks, row) && to_end)
        return "for the whole run";
    if (to_end)
        return arena_format(findings->arena, "from %s to the end", finding_moment(findings, from));
    return finding_span(findings, from, until);
}

static void add_full(struct findings *findings, const struct full_disks_rows *disks, size_t row,
                     size_t count)
{
    struct rule_finding made = rule_begin(findings, rule);
    bool slower = is_slower(findings, disks, row), fills = fills_up(disks, row);
    double most = disks->most_share[row];
    const char *node = finding_name(findings, disks->node[row]);
    rule_text(&made, "metric", disks->metric[row]);
    rule_text(&made, "node", node);
    rule_text(&made, "when", span_text(findings, disks, row));
    rule_number(&made, "share", most);
    rule_number(&made, "others", (double)count - 1);
    if (isnan(most))
        rule_number(&made, "free", disks->free_B[row]);
    else
        rule_number(&made, "in_use", fmin(most, 1));
    if (slower)
        rule_number(&made, "fall", 1 - disks->load_during[row] / disks->load_before[row]);
    made.level = slower ? RULE_BAD : fills ? RULE_WARN : RULE_NOTE;
    made.finding.explains_low_load = slower;
    made.finding.clue = fills ? FINDING_CLUE_NODE : 0;
    made.finding.clue_about = arena_format(findings->arena, "the full file system of %s", node);
    rule_add(&made);
}

void findings_of_disks(struct findings *findings)
{
    const struct full_disks_rows disks = full_disks_rows(findings->tables);
    size_t worst = 0, count = 0;
    for (size_t row = 0; row < disks.rows; row++) {
        if (!counts(findings, &disks, row))
            continue;
        if (!count++ || is_worse(findings, &disks, row, worst))
            worst = row;
    }
    if (count)
        add_full(findings, &disks, worst, count);
}
