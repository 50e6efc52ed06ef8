/* What is missing or contradictory in the data. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/silences.h"
#include "table/nodes_table.h"
#include "util/number.h"

enum { MOST_NAMES = 3 };

static const double LEAST_COVERAGE = 0.95, POOR_COVERAGE = 0.8, LEAST_DIFFERENCE = 0.05;
static const double LEAST_MISSING = 3;            /* samples of a metric of a node */
static const double LATE = 0.05, EARLY_END = 0.2; /* of the time in which nodes were sampled */

/* ---- coverage ---- */

/* When nodes were sampled. */
struct sampled {
    double first, last;
};

/* A node that begins late or ends early has its samples while it was there: that is reported apart,
 * and is no gap in what is shown of it. */
struct coverage {
    size_t nodes, silent, low;
    double of_all, lowest; /* of what was due from a node's first sample to its last */
    const char *lowest_node;
    const char *names[MOST_NAMES]; /* of silent nodes */
    size_t late, early;            /* nodes that begin late, end early */
    size_t latest, earliest;       /* rows */
};

static struct sampled find_sampled(const struct table *nodes)
{
    struct sampled sampled = {NUMBER_MISSING, NUMBER_MISSING};
    for (size_t row = 0; row < nodes->rows; row++) {
        if (finding_clock_is_off(nodes, row))
            continue;
        sampled.first = fmin(sampled.first, table_numbers(nodes, "first")[row]);
        sampled.last = fmax(sampled.last, table_numbers(nodes, "last")[row]);
    }
    return sampled;
}

static void add_times(struct coverage *coverage, const struct table *nodes, size_t row,
                      struct sampled sampled)
{
    const double *first = table_numbers(nodes, "first"), *last = table_numbers(nodes, "last");
    double length = sampled.last - sampled.first;
    if (first[row] > sampled.first + LATE * length &&
        (!coverage->late++ || first[row] > first[coverage->latest]))
        coverage->latest = row;
    if (last[row] < sampled.last - EARLY_END * length &&
        (!coverage->early++ || last[row] < last[coverage->earliest]))
        coverage->earliest = row;
}

/* One sample more or less is no gap to speak of, however short the run. */
static bool is_low(const struct table *nodes, size_t row, double ratio, double interval_s)
{
    double there = table_numbers(nodes, "last")[row] - table_numbers(nodes, "first")[row];
    return ratio < LEAST_COVERAGE && (1 - ratio) * (there / interval_s + 1) >= LEAST_MISSING;
}

static void add_node(const struct findings *findings, struct coverage *coverage,
                     const struct table *table, size_t row, struct sampled sampled,
                     double interval_s)
{
    const char *name = table_texts(table, "node")[row];
    coverage->nodes++;
    if (!(table_numbers(table, "samples")[row] > 0)) {
        if (coverage->silent < MOST_NAMES)
            coverage->names[coverage->silent] = name;
        coverage->silent++;
        return;
    }
    double ratio = table_numbers(table, "coverage")[row];
    if (ratio < LEAST_COVERAGE) /* what is missing at the end is reported as that */
        ratio = fmin(ratio / silences_share_before(findings, name), 1);
    coverage->low += is_low(table, row, ratio, interval_s);
    if (!coverage->lowest_node || ratio < coverage->lowest) {
        coverage->lowest = ratio;
        coverage->lowest_node = name;
    }
    if (!finding_clock_is_off(table, row))
        add_times(coverage, table, row, sampled);
}

static struct coverage find_coverage(const struct findings *findings, const struct table *nodes,
                                     double interval_s)
{
    struct coverage coverage = {0};
    struct sampled sampled = find_sampled(nodes);
    for (size_t row = 0; row < nodes->rows; row++)
        add_node(findings, &coverage, nodes, row, sampled, interval_s);
    coverage.of_all = nodes_table_coverage(nodes);
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
                              .text = arena_format(findings->arena, "%s %s no samples.", names,
                                                   coverage->silent == 1 ? "has" : "have"),
                              .value = (double)coverage->silent,
                              .unit = "nodes",
                              .threshold = 0,
                              .advice = "check whether the monitor ran there",
                          });
}

/* A description of the job alone says nothing about what its nodes did. */
static void add_no_samples(struct findings *findings, const struct coverage *coverage)
{
    finding_add(findings,
                (struct finding){
                    .weight = 100,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena,
                                         "The input names %zu node%s and has no samples of %s.",
                                         coverage->nodes, coverage->nodes == 1 ? "" : "s",
                                         coverage->nodes == 1 ? "it" : "them"),
                    .value = 0,
                    .unit = "samples",
                    .threshold = 0,
                    .advice = "give the files with the samples too",
                });
}

/* Metrics of a node of which samples are missing where others were taken. */
struct lacking {
    size_t metrics, whole; /* those that lack samples, and those that lack none */
    size_t worst;          /* row of node_metrics */
    double share;          /* of the worst one's samples */
    bool is_energy;        /* all of them are reported with the energy that is not known */
};

static bool is_energy_told(const struct findings *findings, const char *metric)
{
    const struct table *energy = tables_find(findings->tables, "energy");
    size_t row = energy ? table_find_row(energy, 0, "node", "*", "metric", metric) : 0;
    return energy && row < energy->rows &&
           table_numbers(energy, "covered_share")[row] < LEAST_COVERAGE;
}

static struct lacking find_lacking(const struct findings *findings, const char *node)
{
    const struct table *table = tables_find(findings->tables, "node_metrics");
    struct lacking lacking = {.is_energy = true};
    for (size_t row = 0; table && row < table->rows; row++) {
        double samples = table_numbers(table, "samples")[row];
        double missing = table_numbers(table, "missing")[row];
        double share = missing / (samples + missing);
        if (strcmp(table_texts(table, "node")[row], node) != 0 || !(samples + missing > 0))
            continue;
        lacking.whole += missing == 0;
        if (share <= 1 - LEAST_COVERAGE || missing < LEAST_MISSING)
            continue;
        lacking.metrics++;
        lacking.is_energy =
            lacking.is_energy && is_energy_told(findings, table_texts(table, "metric")[row]);
        if (share > lacking.share) {
            lacking.share = share;
            lacking.worst = row;
        }
    }
    return lacking;
}

/* Its other metrics are there: not the node's samples are missing, but those of some metrics. */
static void add_lacking(struct findings *findings, const struct lacking *lacking, const char *node,
                        const struct coverage *coverage)
{
    const struct table *table = tables_find(findings->tables, "node_metrics");
    const char *metric = table_texts(table, "metric")[lacking->worst];
    const char *more =
        lacking->metrics == 1 ? ""
        : lacking->metrics == 2
            ? ", and of 1 other metric"
            : arena_format(findings->arena, ", and of %zu other metrics", lacking->metrics - 1);
    const char *nodes = coverage->low == 1
                            ? ""
                            : arena_format(findings->arena, " (%zu of %zu nodes lack samples)",
                                           coverage->low, coverage->nodes);
    finding_add(findings,
                (struct finding){
                    .weight = 60,
                    .level = "warn",
                    .section = metric,
                    .text =
                        arena_format(findings->arena, "%s is missing %s of its samples of %s%s%s.",
                                     finding_name(findings, node),
                                     finding_percent(findings, lacking->share),
                                     finding_label(findings, metric), more, nodes),
                    .value = 1 - lacking->share,
                    .unit = "",
                    .threshold = LEAST_COVERAGE,
                    .advice = "read the totals and means of what is missing as those of a part",
                });
}

static void add_low_coverage(struct findings *findings, const struct coverage *coverage)
{
    const char *lowest = finding_percent(findings, 1 - coverage->lowest);
    const char *lowest_node = finding_name(findings, coverage->lowest_node);
    const char *text;
    if (coverage->low == 1)
        text =
            arena_format(findings->arena, "%s is missing %s of its samples.", lowest_node, lowest);
    else if (coverage->of_all < LEAST_COVERAGE)
        text = arena_format(findings->arena, "%s of all samples are missing; %s is missing %s.",
                            finding_percent(findings, 1 - coverage->of_all), lowest_node, lowest);
    else
        text = arena_format(findings->arena,
                            "%zu of %zu nodes are missing over 5 %% of their samples, %s %s.",
                            coverage->low, coverage->nodes, lowest_node, lowest);
    bool poor = coverage->of_all < POOR_COVERAGE;
    finding_add(findings, (struct finding){
                              .weight = poor ? 88 : 65,
                              .level = poor ? "bad" : "warn",
                              .section = "data",
                              .text = text,
                              .value = fmin(coverage->of_all, coverage->lowest),
                              .unit = "",
                              .threshold = LEAST_COVERAGE,
                              .advice = "read its totals and means as those of a part",
                          });
}

/* Whether all nodes that lack samples lack those of energy alone. */
static bool only_energy_lacks(const struct findings *findings, const struct table *nodes,
                              double interval_s)
{
    const double *samples = table_numbers(nodes, "samples");
    for (size_t row = 0; row < nodes->rows; row++) {
        if (!(samples[row] > 0) ||
            !is_low(nodes, row, table_numbers(nodes, "coverage")[row], interval_s))
            continue;
        struct lacking lacking = find_lacking(findings, table_texts(nodes, "node")[row]);
        if (!lacking.metrics || !lacking.whole || !lacking.is_energy)
            return false;
    }
    return true;
}

static void add_gaps(struct findings *findings, const struct coverage *coverage,
                     const struct table *nodes, double interval_s)
{
    struct lacking lacking = find_lacking(findings, coverage->lowest_node);
    if (!lacking.metrics || !lacking.whole)
        add_low_coverage(findings, coverage);
    else if (!lacking.is_energy || !only_energy_lacks(findings, nodes, interval_s))
        add_lacking(findings, &lacking, coverage->lowest_node, coverage);
}

/* The node and measure of its work of which most samples are missing; NULL: nowhere so many that it
 * matters. */
static const char *node_without_load(const struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "node_metrics");
    const char *node = NULL;
    double largest = 1 - LEAST_COVERAGE;
    for (size_t row = 0; table && row < table->rows; row++) {
        double missing = table_numbers(table, "missing")[row];
        double share = missing / (missing + table_numbers(table, "samples")[row]);
        if (missing < LEAST_MISSING || !(share > largest) ||
            !finding_is_work(table_texts(table, "metric")[row]) ||
            silences_share_before(findings, table_texts(table, "node")[row]) < 1)
            continue;
        largest = share;
        node = table_texts(table, "node")[row];
    }
    return node;
}

/* All nodes have nearly all samples, but one lacks those of a metric that others are judged by. */
static void add_metric_gaps(struct findings *findings, const struct coverage *coverage)
{
    const char *node = node_without_load(findings);
    struct lacking lacking = {0};
    if (node)
        lacking = find_lacking(findings, node);
    if (lacking.metrics && !lacking.is_energy)
        add_lacking(findings, &lacking, node,
                    &(struct coverage){.low = 1, .nodes = coverage->nodes});
}

/* "2 of 8 nodes begin" */
static const char *count_text(const struct findings *findings, size_t count, size_t of,
                              const char *verb)
{
    return arena_format(findings->arena, "Samples of %zu of %zu nodes %s", count, of, verb);
}

static void add_late(struct findings *findings, const struct coverage *coverage,
                     const struct table *nodes)
{
    double late_s = table_numbers(nodes, "first")[coverage->latest] - find_sampled(nodes).first;
    finding_add(findings,
                (struct finding){
                    .weight = 20,
                    .level = "note",
                    .section = "data",
                    .text =
                        arena_format(findings->arena, "%s late: %s %s after the first node.",
                                     count_text(findings, coverage->late, coverage->nodes, "begin"),
                                     finding_name(findings,
                                                  table_texts(nodes, "node")[coverage->latest]),
                                     finding_quantity(findings, late_s, "s")),
                    .value = late_s,
                    .unit = "s",
                    .threshold = 0,
                    .advice = "",
                });
}

static void add_early(struct findings *findings, const struct coverage *coverage,
                      const struct table *nodes)
{
    const char *node = table_texts(nodes, "node")[coverage->earliest];
    double last = table_numbers(nodes, "last")[coverage->earliest];
    if (finding_tells_stop(findings, node))
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 58,
                    .level = "note",
                    .section = "data",
                    .text =
                        arena_format(findings->arena, "%s early: %s at %s, the last one at %s.",
                                     count_text(findings, coverage->early, coverage->nodes, "end"),
                                     finding_name(findings, node), finding_moment(findings, last),
                                     finding_moment(findings, find_sampled(nodes).last)),
                    .value = find_sampled(nodes).last - last,
                    .unit = "s",
                    .threshold = 0,
                    .advice = "check whether its work ended then, or the monitor",
                });
}

static void add_coverage(struct findings *findings, const struct table *nodes)
{
    double interval_s = findings->request->signals->grid.step;
    struct coverage coverage = find_coverage(findings, nodes, interval_s);
    if (coverage.silent == coverage.nodes) {
        add_no_samples(findings, &coverage);
        return;
    }
    if (coverage.silent)
        add_silent(findings, &coverage);
    if (coverage.low)
        add_gaps(findings, &coverage, nodes, interval_s);
    else
        add_metric_gaps(findings, &coverage);
    if (coverage.late)
        add_late(findings, &coverage, nodes);
    if (coverage.early && !findings->silences->count)
        add_early(findings, &coverage, nodes);
}

/* ---- published statistics ---- */

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
    if (nodes)
        add_coverage(findings, nodes);
    add_published(findings);
}
