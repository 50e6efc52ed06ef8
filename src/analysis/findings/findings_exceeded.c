/* Attempts that exceeded another limit together with that of memory: with more memory alone they
 * fail again. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

/* Of a resource, over all task kinds. */
struct exceeded {
    double with_memory, without, used;
    size_t most; /* the row of the kind with most of them */
};

/* The resource of the row. */
static struct exceeded sum_of(const struct exceeded_limits_rows *rows, size_t row)
{
    struct exceeded sum = {.used = NUMBER_MISSING, .most = row};
    for (size_t i = 0; i < rows->rows; i++) {
        if (!texts_equal(rows->resource[i], rows->resource[row]))
            continue;
        sum.with_memory += rows->with_memory[i];
        sum.without += rows->attempts[i] - rows->with_memory[i];
        sum.used = fmax(sum.used, rows->used_max[i]);
        if (rows->with_memory[i] > rows->with_memory[sum.most])
            sum.most = i;
    }
    return sum;
}

static double at_memory_limit(const struct exceeded_limits_rows *rows)
{
    double attempts = 0;
    for (size_t row = 0; row < rows->rows; row++)
        attempts += texts_equal(rows->resource[row], "memory") ? rows->attempts[row] : 0;
    return attempts;
}

void findings_of_exceeded(struct findings *findings)
{
    const struct exceeded_limits_rows rows = exceeded_limits_rows(findings->tables);
    struct exceeded worst = {.with_memory = 0};
    for (size_t row = 0; row < rows.rows; row++) {
        struct exceeded sum = sum_of(&rows, row);
        worst = sum.with_memory > worst.with_memory ? sum : worst;
    }
    if (!(worst.with_memory > 0))
        return;
    struct rule_finding made = rule_begin(findings, "attempts.limits-together");
    bool is_of_bytes = texts_equal(rows.unit[worst.most], "B");
    const char *kind = finding_kind(findings, rows.task[worst.most]);
    bool is_only = rows.with_memory[worst.most] >= worst.with_memory;
    rule_text(&made, "resource", finding_name(findings, rows.resource[worst.most]));
    rule_number(&made, "both", worst.with_memory);
    rule_number(&made, "memory", at_memory_limit(&rows));
    rule_number(&made, "without", worst.without > 0 ? worst.without : NUMBER_MISSING);
    rule_number(&made, "used", is_of_bytes ? worst.used : NUMBER_MISSING);
    rule_text(&made, is_only ? "kind" : "most_kind", kind);
    rule_number(&made, "of_most", is_only ? NUMBER_MISSING : rows.with_memory[worst.most]);
    made.finding.unit = "attempts";
    rule_add(&made);
}
