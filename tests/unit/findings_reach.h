/* What holds of every finding with a value and a threshold, in whatever test it is made: the value
 * reaches the threshold, which is that of the finding's level or a limit of its rule. */
#ifndef TESTS_UNIT_FINDINGS_REACH_H
#define TESTS_UNIT_FINDINGS_REACH_H

#include "check.h"

#include "rules_fixture.h"
#include "table/rows.h"
#include "table/table.h"

/* Of a difference below, both are negative. */
static inline bool value_reaches(enum rule_side side, double value, double threshold)
{
    if (threshold < 0)
        return value_reaches(side, -value, -threshold);
    switch (side) {
    case RULE_AT_LEAST:
        return value >= threshold;
    case RULE_ABOVE:
        return value > threshold;
    case RULE_AT_MOST:
        return value <= threshold;
    default:
        return value < threshold;
    }
}

/* Of a level without a threshold it is that of another one. */
static inline bool is_of_level(const struct rule *rule, enum rule_level level, double threshold)
{
    bool is_other = false;
    for (int i = 0; i < RULE_LEVELS; i++)
        is_other |= rule->thresholds[i] == threshold;
    return isnan(rule->thresholds[level]) || rule->thresholds[level] == threshold || !is_other;
}

static inline void check_that_findings_reach(const struct tables *tables)
{
    const struct findings_rows rows = findings_rows(tables);
    for (size_t row = 0; row < rows.rows; row++) {
        const struct rule *rule = rules_find(fixture_rules(), rows.id[row]);
        double value = rows.value[row], threshold = rows.threshold[row];
        if (isnan(value) || isnan(threshold))
            continue;
        if (!value_reaches(rule->side, value, threshold))
            CHECK_FAIL("%s (%s): %.17g does not reach %.17g", rule->id, rows.level[row], value,
                       threshold);
        if (!is_of_level(rule, rule_level_called(rows.level[row]), threshold))
            CHECK_FAIL("%s: %g is not the threshold of a %s", rule->id, threshold, rows.level[row]);
    }
}

#endif
