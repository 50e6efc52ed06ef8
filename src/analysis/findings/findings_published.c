/* Statistics published by the source that contradict each other or its samples. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double LEAST_DIFFERENCE = 0.05;

/* A difference in the last digit, as of samples that were rounded later, is none to report. */
static bool is_large_difference(const struct table *table, size_t row)
{
    double published = table_numbers(table, "published")[row];
    double computed = table_numbers(table, "computed")[row];
    double magnitude = fmax(fabs(published), fabs(computed));
    return fabs(published - computed) > LEAST_DIFFERENCE * magnitude;
}

static size_t count_large_differences(const struct table *table)
{
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++)
        count += strcmp(table_texts(table, "verdict")[row], "differs") == 0 &&
                 is_large_difference(table, row);
    return count;
}

/* The first row with that verdict; rows when there is none. */
static size_t find_verdict(const struct table *table, const char *verdict)
{
    size_t row = 0;
    while (row < table->rows && strcmp(table_texts(table, "verdict")[row], verdict) != 0)
        row++;
    return row;
}

/* What the source says of the metric and node of a row. */
static double published_value(const struct table *table, size_t like, const char *statistic)
{
    const char *const *metrics = table_texts(table, "metric"), *const *nodes =
                                                                   table_texts(table, "node");
    for (size_t row = 0; row < table->rows; row++)
        if (strcmp(metrics[row], metrics[like]) == 0 && strcmp(nodes[row], nodes[like]) == 0 &&
            strcmp(table_texts(table, "statistic")[row], statistic) == 0)
            return table_numbers(table, "published")[row];
    return NUMBER_MISSING;
}

static const char *contradiction_text(const struct findings *findings, const struct table *table,
                                      size_t row, const char *unit)
{
    double avg = published_value(table, row, "avg"), max = published_value(table, row, "max");
    double min = published_value(table, row, "min");
    if (avg > max)
        return arena_format(findings->arena, "an average of %s above a maximum of %s",
                            finding_quantity(findings, avg, unit),
                            finding_quantity(findings, max, unit));
    return arena_format(findings->arena, "a minimum of %s above %s of %s",
                        finding_quantity(findings, min, unit),
                        min > avg ? "an average" : "a maximum",
                        finding_quantity(findings, min > avg ? avg : max, unit));
}

static void add_contradiction(struct findings *findings, const struct table *table, size_t row)
{
    const char *metric = table_texts(table, "metric")[row];
    const char *node = table_texts(table, "node")[row];
    const char *unit = finding_unit(findings, metric);
    bool is_of_all = strcmp(node, "*") == 0;
    finding_add(findings,
                (struct finding){
                    .id = "data.source-contradicts-itself",
                    .weight = 30,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena,
                                         "The source contradicts itself about %s%s%s: %s.",
                                         finding_label(findings, metric), is_of_all ? "" : " of ",
                                         is_of_all ? "" : finding_name(findings, node),
                                         contradiction_text(findings, table, row, unit)),
                    .value = table_numbers(table, "published")[row],
                    .unit = unit,
                    .threshold = table_numbers(table, "computed")[row],
                    .advice = "the report shows those of the samples",
                });
}

static void add_difference(struct findings *findings, const struct table *table, size_t count)
{
    finding_add(findings,
                (struct finding){
                    .id = "data.published-statistics-differ",
                    .weight = 35,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena,
                                         "%zu of %zu statistics published by the source "
                                         "%s by over 5 %% from those of its samples.",
                                         count, table->rows, count == 1 ? "differs" : "differ"),
                    .value = (double)count,
                    .unit = "statistics",
                    .threshold = 0,
                    .advice = "the report shows those of the samples",
                });
}

void findings_of_published(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "published_statistics");
    if (!table)
        return;
    size_t contradiction = find_verdict(table, "contradicts itself");
    size_t differences = count_large_differences(table);
    if (contradiction < table->rows)
        add_contradiction(findings, table, contradiction);
    if (differences)
        add_difference(findings, table, differences);
}
