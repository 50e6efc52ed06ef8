/* Ways in which a published quantile may have been computed other than ours. */
#ifndef ANALYSIS_TASKS_SUMMARY_RULES_H
#define ANALYSIS_TASKS_SUMMARY_RULES_H

#include <stdbool.h>
#include <stddef.h>

/* A unit and a rule: together a reason why a value differs. */
enum summary_unit { SUMMARY_OF_LAYOUT, SUMMARY_DECIMAL };
enum summary_rule {
    SUMMARY_LINEAR, /* ours: type 7 */
    SUMMARY_NEAREST,
    SUMMARY_LOWER,
    SUMMARY_HIGHER,
    SUMMARY_MIDPOINT,
    SUMMARY_TYPE_6, /* (n + 1) p */
    SUMMARY_TYPE_8, /* (n + 1/3) p + 1/3 */
};
enum { SUMMARY_UNITS = 2, SUMMARY_RULES = 7 };

/* The quantile p of the sorted values by that rule. */
double summary_quantile(const double *sorted, size_t count, double p, enum summary_rule rule);

/* Whether a published value is that one, as far as its digits show. */
bool summary_agrees(double published, double computed);

/* NULL when unit and rule are ours. */
const char *summary_reason(enum summary_unit unit, enum summary_rule rule);

#endif
