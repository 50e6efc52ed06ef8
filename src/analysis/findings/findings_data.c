/* What is missing, set aside or contradictory in the data. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

enum { MOST_NAMES = 3 };

static const double LEAST_COVERAGE = 0.95, POOR_COVERAGE = 0.8, LEAST_DIFFERENCE = 0.05;

/* ---- coverage ---- */

struct coverage {
    size_t nodes, silent, low;
    double mean, lowest;
    const char *lowest_node;
    const char *names[MOST_NAMES]; /* of silent nodes */
};

static void add_node(struct coverage *coverage, const struct table *table, size_t row)
{
    double ratio = table_numbers(table, "coverage")[row];
    const char *name = table_texts(table, "node")[row];
    coverage->nodes++;
    if (!(table_numbers(table, "samples")[row] > 0)) {
        if (coverage->silent < MOST_NAMES)
            coverage->names[coverage->silent] = name;
        coverage->silent++;
        return;
    }
    coverage->mean += ratio;
    coverage->low += ratio < LEAST_COVERAGE;
    if (!coverage->lowest_node || ratio < coverage->lowest) {
        coverage->lowest = ratio;
        coverage->lowest_node = name;
    }
}

static struct coverage find_coverage(const struct table *nodes)
{
    struct coverage coverage = {0};
    for (size_t row = 0; row < nodes->rows; row++)
        add_node(&coverage, nodes, row);
    size_t sampled = coverage.nodes - coverage.silent;
    coverage.mean = sampled ? coverage.mean / (double)sampled : NUMBER_MISSING;
    return coverage;
}

static const char *silent_names(const struct findings *findings, const struct coverage *coverage)
{
    const char *names[MOST_NAMES];
    if (coverage->silent > MOST_NAMES)
        return arena_format(findings->arena, "%zu of %zu nodes", coverage->silent, coverage->nodes);
    for (size_t i = 0; i < coverage->silent; i++)
        names[i] = finding_name(findings, coverage->names[i]);
    return arena_format(findings->arena, "%s %s", coverage->silent == 1 ? "Node" : "Nodes",
                        finding_list(findings, names, coverage->silent));
}

static void add_silent(struct findings *findings, const struct coverage *coverage)
{
    const char *names = silent_names(findings, coverage);
    finding_add(findings, (struct finding){
                              .weight = 100,
                              .level = "bad",
                              .section = "data",
                              .text = arena_format(findings->arena, "%s left no samples.", names),
                              .value = (double)coverage->silent,
                              .unit = "nodes",
                              .threshold = 0,
                              .advice = "see whether the sampler ran there",
                          });
}

static void add_low_coverage(struct findings *findings, const struct coverage *coverage)
{
    const char *lowest = finding_percent(findings, coverage->lowest);
    const char *lowest_node = finding_name(findings, coverage->lowest_node);
    const char *text;
    if (coverage->nodes - coverage->silent == 1)
        text = arena_format(findings->arena, "%s of the samples due are missing.",
                            finding_percent(findings, 1 - coverage->lowest));
    else if (coverage->mean < LEAST_COVERAGE)
        text = arena_format(findings->arena,
                            "%s of the samples due are missing; of %s only %s are there.",
                            finding_percent(findings, 1 - coverage->mean), lowest_node, lowest);
    else
        text = arena_format(findings->arena,
                            "%zu of %zu nodes %s fewer than 95 %% of the samples due: of %s "
                            "only %s are there.",
                            coverage->low, coverage->nodes, coverage->low == 1 ? "has" : "have",
                            lowest_node, lowest);
    bool poor = coverage->mean < POOR_COVERAGE;
    finding_add(findings, (struct finding){
                              .weight = poor ? 88 : 65,
                              .level = poor ? "bad" : "warn",
                              .section = "data",
                              .text = text,
                              .value = fmin(coverage->mean, coverage->lowest),
                              .unit = "",
                              .threshold = LEAST_COVERAGE,
                              .advice = "read amounts and means with care",
                          });
}

/* ---- rejects ---- */

static void add_rejects(struct findings *findings)
{
    double rejected = (double)diagnostics_rejected(findings->request->diagnostics, NULL);
    if (!(rejected > 0))
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 55,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena, "%s %s not be used and %s set aside.",
                                         finding_quantity(findings, rejected, ""),
                                         rejected == 1 ? "record could" : "records could",
                                         rejected == 1 ? "was" : "were"),
                    .value = rejected,
                    .unit = "records",
                    .threshold = 0,
                    .advice = "the data page lists them",
                });
}

/* ---- published statistics ---- */

/* A difference in the last digit, as of samples that were rounded later, is none to tell. */
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
                    .weight = 30,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena,
                                         "The input contradicts itself about %s%s%s: %s.",
                                         finding_label(findings, metric), is_of_all ? "" : " of ",
                                         is_of_all ? "" : finding_name(findings, node),
                                         contradiction_text(findings, table, row, unit)),
                    .value = table_numbers(table, "published")[row],
                    .unit = unit,
                    .threshold = table_numbers(table, "computed")[row],
                    .advice = "the report shows what the samples give",
                });
}

static void add_difference(struct findings *findings, const struct table *table, size_t count)
{
    finding_add(findings,
                (struct finding){
                    .weight = 35,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena,
                                         "%zu of %zu statistics that the input brings "
                                         "along %s from what its samples give by "
                                         "over 5 %%.",
                                         count, table->rows, count == 1 ? "differs" : "differ"),
                    .value = (double)count,
                    .unit = "statistics",
                    .threshold = 0,
                    .advice = "the report shows what the samples give",
                });
}

static void add_published(struct findings *findings)
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

void findings_of_data(struct findings *findings)
{
    const struct table *nodes = tables_find(findings->tables, "nodes");
    if (nodes) {
        struct coverage coverage = find_coverage(nodes);
        if (coverage.silent)
            add_silent(findings, &coverage);
        if (coverage.low)
            add_low_coverage(findings, &coverage);
    }
    add_rejects(findings);
    add_published(findings);
}
