/* Attributes by which CPU efficiency, run time or memory of tasks differ much within task kinds. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/texts.h"

static const char in_efficiency[] = "tasks.efficiency-by-attribute";
static const char in_run_time[] = "tasks.run-time-by-attribute";
static const char in_memory[] = "tasks.memory-by-attribute";

/* The group of a row that fares worse: less efficient, slower, with more memory. */
struct side {
    bool is_first;
    double worse, better; /* means */
    double surely;        /* the difference of efficiencies, or the ratio, at least */
    double share;         /* of the run time that the worse group has */
};

static struct side side_of(const struct attribute_effects_rows *effects, size_t row,
                           bool low_is_worse)
{
    double first = effects->first_value[row], other = effects->other_value[row];
    double low = effects->low[row], high = effects->high[row];
    bool is_first = low_is_worse ? first < other : first > other;
    struct side side = {.is_first = is_first,
                        .worse = is_first ? first : other,
                        .better = is_first ? other : first,
                        .share = is_first ? effects->first_share[row] : effects->other_share[row]};
    if (low_is_worse)
        side.surely = is_first ? -high : low;
    else
        side.surely = is_first ? 1 + low : 1 / (1 + high);
    return side;
}

/* Nodes have a finding of their own; steps and cores make other work of a task. */
static bool is_cause(const char *rule, const char *attribute)
{
    static const char *const other_work[] = {"step", "cores", "node"};
    for (size_t i = 0; rule != in_efficiency && i < 3; i++)
        if (texts_equal(attribute, other_work[i]))
            return false;
    return true;
}

/* Run time that would not be needed if the worse group were as the other. */
static double stake_of(const char *rule, const struct side *side)
{
    return side->share *
           (1 - (rule == in_efficiency ? side->worse / side->better : side->better / side->worse));
}

/* "run > 4", "band = y", "other values of band". */
static const char *group_name(const struct findings *findings,
                              const struct attribute_effects_rows *effects, size_t row,
                              bool is_first)
{
    const char *attribute = finding_name(findings, effects->attribute[row]);
    const char *group = is_first ? effects->first_group[row] : effects->other_group[row];
    bool is_cut = effects->first_group[row] && effects->first_group[row][0] == '>' &&
                  effects->first_group[row][1] == ' ';
    if (!is_first && texts_equal(group, "other values"))
        return arena_format(findings->arena, "other values of %s", attribute);
    return arena_format(findings->arena, "%s %s%s", attribute, is_cut ? "" : "= ",
                        finding_name(findings, group));
}

static void add_worst(struct findings *findings, const char *rule, const char *quantity)
{
    const struct attribute_effects_rows effects = attribute_effects_rows(findings->tables);
    bool low_is_worse = rule == in_efficiency;
    size_t worst = effects.rows, count = 0;
    struct side of = {0};
    for (size_t row = 0; row < effects.rows; row++) {
        if (!texts_equal(effects.quantity[row], quantity) || !(effects.strongest[row] > 0) ||
            !(effects.chance[row] <= finding_limit(findings, rule, "chance")) ||
            !is_cause(rule, effects.attribute[row]))
            continue;
        struct side side = side_of(&effects, row, low_is_worse);
        if (!(side.surely >= finding_limit(findings, rule, "note")) ||
            !(stake_of(rule, &side) >= finding_limit(findings, rule, "stake")) ||
            (low_is_worse && side.better > 1)) /* implausible */
            continue;
        if (!count++ || stake_of(rule, &side) > stake_of(rule, &of)) {
            worst = row;
            of = side;
        }
    }
    if (!count)
        return;
    struct rule_finding made = rule_begin(findings, rule);
    rule_text(&made, "group", group_name(findings, &effects, worst, of.is_first));
    rule_text(&made, "others", group_name(findings, &effects, worst, !of.is_first));
    rule_number(&made, "worse", of.worse);
    rule_number(&made, "better", of.better);
    rule_number(&made, "surely", of.surely);
    rule_number(&made, "share", of.share);
    rule_number(&made, "more", (double)count - 1);
    if (!low_is_worse)
        rule_number(&made, "ratio", of.worse / of.better);
    rule_add(&made);
}

void findings_of_attributes(struct findings *findings)
{
    if (!tables_find(findings->tables, "tasks"))
        return;
    add_worst(findings, in_efficiency, "cpu_efficiency");
    add_worst(findings, in_run_time, "elapsed");
    add_worst(findings, in_memory, "memory");
}
