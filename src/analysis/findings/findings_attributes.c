/* Attributes by which CPU efficiency, run time or memory of tasks differ much within task kinds. */
#include <ctype.h>
#include <math.h>
#include <string.h>

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
    double tasks, others; /* in the worse group, in the other one */
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
                        .share = is_first ? effects->first_share[row] : effects->other_share[row],
                        .tasks = is_first ? effects->first_tasks[row] : effects->other_tasks[row],
                        .others = is_first ? effects->other_tasks[row] : effects->first_tasks[row]};
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

/* `run`, or, where it could be read as a number or part of what is said, `attribute "0"`. */
static const char *attribute_name(const struct findings *findings, const char *name)
{
    const char *shown = finding_name(findings, name);
    bool is_word = isalpha((unsigned char)*name) || *name == '_' || (unsigned char)*name >= 0x80;
    for (const char *c = name; *c && is_word; c++)
        is_word = isalnum((unsigned char)*c) || (unsigned char)*c >= 0x80 || strchr("_-./:", *c);
    return is_word ? shown : arena_format(findings->arena, "attribute \"%s\"", shown);
}

/* "run > 4", "band = y", "other values of band". */
static const char *group_name(const struct findings *findings,
                              const struct attribute_effects_rows *effects, size_t row,
                              bool is_first)
{
    const char *attribute = attribute_name(findings, effects->attribute[row]);
    const char *group = is_first ? effects->first_group[row] : effects->other_group[row];
    bool is_cut = effects->first_group[row] && effects->first_group[row][0] == '>' &&
                  effects->first_group[row][1] == ' ';
    if (!is_first && texts_equal(group, "other values"))
        return arena_format(findings->arena, "other values of %s", attribute);
    return arena_format(findings->arena, "%s %s%s", attribute, is_cut ? "" : "= ",
                        finding_name(findings, group));
}

static bool is_worth_it(const struct findings *findings, const char *rule, const struct side *side)
{
    bool is_implausible = rule == in_efficiency && side->better > 1;
    return !is_implausible && side->surely >= finding_limit(findings, rule, "note") &&
           stake_of(rule, side) >= finding_limit(findings, rule, "stake");
}

/* The attribute that explains most; of several that explain as much, the one with most at stake. */
static bool explains_more(const char *rule, const struct attribute_effects_rows *effects,
                          const size_t rows[2], const struct side *one, const struct side *other)
{
    double explained = effects->explained[rows[0]], most = effects->explained[rows[1]];
    if (explained != most && !isnan(explained) && !isnan(most))
        return explained > most;
    return stake_of(rule, one) > stake_of(rule, other);
}

/* The row that is reported, and how many could be; the number of rows: none. */
static size_t find_strongest(const struct findings *findings, const char *rule,
                             const char *quantity, struct side *of, size_t *count)
{
    const struct attribute_effects_rows effects = attribute_effects_rows(findings->tables);
    size_t strongest = effects.rows;
    for (size_t row = 0; row < effects.rows; row++) {
        if (!texts_equal(effects.quantity[row], quantity) || !(effects.strongest[row] > 0) ||
            !(effects.chance[row] <= finding_limit(findings, rule, "chance")) ||
            !is_cause(rule, effects.attribute[row]))
            continue;
        struct side side = side_of(&effects, row, rule == in_efficiency);
        if (!is_worth_it(findings, rule, &side))
            continue;
        if ((*count)++ &&
            !explains_more(rule, &effects, (const size_t[]){row, strongest}, &side, of))
            continue;
        strongest = row;
        *of = side;
    }
    return strongest;
}

/* Nearly all tasks are no group that something is the matter with: then the few others are named.
 */
static void add_strongest(struct findings *findings, const char *rule, const char *quantity)
{
    const struct attribute_effects_rows effects = attribute_effects_rows(findings->tables);
    struct side of = {0};
    size_t count = 0, row = find_strongest(findings, rule, quantity, &of, &count);
    if (!count)
        return;
    struct rule_finding made = rule_begin(findings, rule);
    double all = of.tasks + of.others;
    made.variant = of.tasks >= rule_limit(&made, "nearly_all") * all ? "few others" : "group";
    rule_text(&made, "group", group_name(findings, &effects, row, of.is_first));
    rule_text(&made, "others", group_name(findings, &effects, row, !of.is_first));
    rule_number(&made, "worse", of.worse);
    rule_number(&made, "better", of.better);
    rule_number(&made, "surely", of.surely);
    rule_number(&made, "share", of.share);
    rule_number(&made, "few", of.others);
    rule_number(&made, "all", all);
    rule_number(&made, "more", (double)count - 1);
    if (rule != in_efficiency) {
        rule_number(&made, "ratio", of.worse / of.better);
        rule_number(&made, "less", of.better / of.worse);
    }
    rule_add(&made);
}

void findings_of_attributes(struct findings *findings)
{
    if (!tables_find(findings->tables, "tasks"))
        return;
    add_strongest(findings, in_efficiency, "cpu_efficiency");
    add_strongest(findings, in_run_time, "elapsed");
    add_strongest(findings, in_memory, "memory");
}
