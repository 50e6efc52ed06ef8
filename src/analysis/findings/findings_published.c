/* Statistics published by the source that contradict each other or its samples. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"

/* A difference in the last digit, as of samples that were rounded later, is none to report. */
static bool is_large_difference(const struct published_statistics_rows *table, size_t row,
                                double least)
{
    double published = table->published[row];
    double computed = table->computed[row];
    double magnitude = fmax(fabs(published), fabs(computed));
    return fabs(published - computed) > least * magnitude;
}

static size_t count_large_differences(const struct published_statistics_rows *table, double least)
{
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++)
        count +=
            strcmp(table->verdict[row], "differs") == 0 && is_large_difference(table, row, least);
    return count;
}

/* The first row with that verdict; rows when there is none. */
static size_t find_verdict(const struct published_statistics_rows *table, const char *verdict)
{
    size_t row = 0;
    while (row < table->rows && strcmp(table->verdict[row], verdict) != 0)
        row++;
    return row;
}

/* What the source says of the metric and node of a row. */
static double published_value(const struct published_statistics_rows *table, size_t like,
                              const char *statistic)
{
    const char *const *metrics = table->metric, *const *nodes = table->node;
    for (size_t row = 0; row < table->rows; row++)
        if (strcmp(metrics[row], metrics[like]) == 0 && strcmp(nodes[row], nodes[like]) == 0 &&
            strcmp(table->statistic[row], statistic) == 0)
            return table->published[row];
    return NUMBER_MISSING;
}

static void add_contradiction(struct findings *findings,
                              const struct published_statistics_rows *table, size_t row)
{
    const char *metric = table->metric[row];
    const char *node = table->node[row];
    const char *unit = finding_unit(findings, metric);
    double avg = published_value(table, row, "avg"), max = published_value(table, row, "max");
    double min = published_value(table, row, "min");
    struct rule_finding made = rule_begin(findings, "data.source-contradicts-itself");
    rule_text(&made, "label", finding_label(findings, metric));
    rule_text(&made, "node", strcmp(node, "*") == 0 ? NULL : finding_name(findings, node));
    rule_text(&made, "average", finding_quantity(findings, avg, unit));
    rule_text(&made, "minimum", finding_quantity(findings, min, unit));
    rule_text(&made, "maximum", finding_quantity(findings, max, unit));
    rule_number(&made, "published", table->published[row]);
    if (avg > max)
        made.variant = "average above maximum";
    else
        made.variant = min > avg ? "minimum above average" : "minimum above maximum";
    made.level = RULE_NOTE;
    made.finding.unit = unit;
    rule_add(&made);
}

static void add_difference(struct findings *findings, const struct published_statistics_rows *table)
{
    struct rule_finding made = rule_begin(findings, "data.published-statistics-differ");
    double least = rule_limit(&made, "difference");
    rule_number(&made, "count", (double)count_large_differences(table, least));
    rule_number(&made, "statistics", (double)table->rows);
    rule_number(&made, "difference", least);
    made.finding.unit = "statistics";
    rule_add(&made);
}

void findings_of_published(struct findings *findings)
{
    const struct published_statistics_rows table = published_statistics_rows(findings->tables);
    if (!table.rows)
        return;
    size_t contradiction = find_verdict(&table, "contradicts itself");
    if (contradiction < table.rows)
        add_contradiction(findings, &table, contradiction);
    add_difference(findings, &table);
}
