/* What is missing of the samples of nodes and GPUs, and whether they are of the job alone. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/silences.h"
#include "analysis/findings/task_words.h"
#include "table/nodes_table.h"
#include "util/number.h"

enum { MOST_NAMES = 3 };

static const double LEAST_COVERAGE = 0.95, POOR_COVERAGE = 0.8;
static const double LEAST_MISSING = 3;            /* samples of a metric of a node */
static const double LATE = 0.05, EARLY_END = 0.2; /* of the time in which nodes were sampled */

/* When nodes were sampled. */
struct sampled {
    double first, last;
};

/* Of nodes, or of GPUs. One that begins late or ends early has its samples while it was there: that
 * is reported apart, and is no gap in what is shown of it. */
struct coverage {
    const char *thing; /* "node" or "GPU" */
    size_t count, silent, low;
    double of_all, lowest; /* of what was due from a node's first sample to its last */
    const char *lowest_node;
    const char *names[MOST_NAMES]; /* of silent ones */
    size_t late, early;            /* those that begin late, end early */
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

/* Jobs may have held it for a part of that time. */
static void add_times(struct coverage *coverage, const struct table *nodes, size_t row,
                      struct sampled sampled)
{
    const double *first = table_numbers(nodes, "first"), *last = table_numbers(nodes, "last");
    double length = sampled.last - sampled.first;
    if (first[row] > sampled.first + LATE * length &&
        table_numbers(nodes, "starts_after_s")[row] > LATE * length &&
        (!coverage->late++ || first[row] > first[coverage->latest]))
        coverage->latest = row;
    if (last[row] < sampled.last - EARLY_END * length &&
        table_numbers(nodes, "ends_before_s")[row] > EARLY_END * length &&
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
    coverage->count++;
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
                                     double interval_s, bool of_gpus)
{
    struct coverage coverage = {.thing = of_gpus ? "GPU" : "node"};
    struct sampled sampled = find_sampled(nodes);
    for (size_t row = 0; row < nodes->rows; row++)
        if (nodes_table_is_gpu(nodes, row) == of_gpus)
            add_node(findings, &coverage, nodes, row, sampled, interval_s);
    coverage.of_all = nodes_table_coverage(nodes);
    return coverage;
}

static const char *silent_names(const struct findings *findings, const struct coverage *coverage)
{
    const char *names[MOST_NAMES];
    if (coverage->silent > MOST_NAMES)
        return arena_format(findings->arena, "%zu of %zu %ss", coverage->silent, coverage->count,
                            coverage->thing);
    for (size_t i = 0; i < coverage->silent; i++)
        names[i] = finding_name(findings, coverage->names[i]);
    return arena_format(findings->arena, "%s%s %s", finding_capital(findings, coverage->thing),
                        coverage->silent == 1 ? "" : "s",
                        finding_list(findings, names, coverage->silent));
}

static void add_silent(struct findings *findings, const struct coverage *coverage)
{
    const char *names = silent_names(findings, coverage);
    finding_add(findings, (struct finding){
                              .id = "data.nodes-without-samples",
                              .weight = 100,
                              .level = "bad",
                              .section = "data",
                              .text = arena_format(findings->arena, "%s %s no samples.", names,
                                                   coverage->silent == 1 ? "has" : "have"),
                              .value = (double)coverage->silent,
                              .unit = arena_format(findings->arena, "%ss", coverage->thing),
                              .threshold = 0,
                              .advice = finding_input_ends_early(findings)
                                            ? "they may be in the part of the input that is lost"
                                            : "check whether the monitor ran there",
                          });
}

/* A description of the job alone says nothing about what its nodes did. */
static void add_no_samples(struct findings *findings, const struct coverage *coverage)
{
    finding_add(findings,
                (struct finding){
                    .id = "data.no-samples",
                    .weight = 100,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena,
                                         "The input names %zu %s%s and has no samples of %s.",
                                         coverage->count, coverage->thing,
                                         coverage->count == 1 ? "" : "s",
                                         coverage->count == 1 ? "it" : "them"),
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
    const char *of = coverage->low == 1
                         ? ""
                         : arena_format(findings->arena, " (%zu of %zu %ss lack samples)",
                                        coverage->low, coverage->count, coverage->thing);
    finding_add(findings,
                (struct finding){
                    .id = "data.metric-samples-missing",
                    .weight = 60,
                    .level = "warn",
                    .section = metric,
                    .text =
                        arena_format(findings->arena, "%s is missing %s of its samples of %s%s%s.",
                                     finding_name(findings, node),
                                     finding_percent(findings, lacking->share),
                                     finding_label(findings, metric), more, of),
                    .value = 1 - lacking->share,
                    .unit = "",
                    .threshold = LEAST_COVERAGE,
                    .advice = "read the totals and means of what is missing as those of a part",
                });
}

/* "3 of 8 nodes", "1 of 3 nodes and 2 of 6 GPUs" */
static const char *low_text(const struct findings *findings, const struct coverage *coverage,
                            const struct coverage *gpus)
{
    const char *text = arena_format(findings->arena, "%zu of %zu %ss", coverage->low,
                                    coverage->count, coverage->thing);
    if (coverage == gpus || !gpus->low)
        return text;
    return arena_format(findings->arena, "%s and %zu of %zu GPUs", text, gpus->low, gpus->count);
}

/* `coverage`: of the nodes, or of the GPUs where nodes lack none. */
static void add_low_coverage(struct findings *findings, const struct coverage *coverage,
                             const struct coverage *gpus)
{
    const char *lowest = finding_percent(findings, 1 - coverage->lowest);
    const char *lowest_node = finding_name(findings, coverage->lowest_node);
    const char *text;
    if (coverage->low == 1 && (coverage == gpus || !gpus->low))
        text =
            arena_format(findings->arena, "%s is missing %s of its samples.", lowest_node, lowest);
    else if (coverage->of_all < LEAST_COVERAGE)
        text = arena_format(findings->arena, "%s of all samples are missing; %s is missing %s.",
                            finding_percent(findings, 1 - coverage->of_all), lowest_node, lowest);
    else
        text = arena_format(findings->arena, "%s are missing over 5 %% of their samples, %s %s.",
                            low_text(findings, coverage, gpus), lowest_node, lowest);
    bool poor = coverage->of_all < POOR_COVERAGE;
    finding_add(findings, (struct finding){
                              .id = "data.samples-missing",
                              .weight = poor ? 88 : 65,
                              .level = poor ? "bad" : "warn",
                              .section = "data",
                              .text = text,
                              .value = fmin(coverage->of_all, coverage->lowest),
                              .unit = "",
                              .threshold = LEAST_COVERAGE,
                              .advice = "treat its totals and means as incomplete",
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
                     const struct coverage *gpus, const struct table *nodes, double interval_s)
{
    struct lacking lacking = find_lacking(findings, coverage->lowest_node);
    if (!lacking.metrics || !lacking.whole)
        add_low_coverage(findings, coverage, gpus);
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
                    &(struct coverage){.low = 1, .count = coverage->count});
}

/* "Samples of 2 of 8 nodes begin" */
static const char *count_text(const struct findings *findings, size_t count,
                              const struct coverage *coverage, const char *verb)
{
    return arena_format(findings->arena, "Samples of %zu of %zu %ss %s", count, coverage->count,
                        coverage->thing, verb);
}

static void add_late(struct findings *findings, const struct coverage *coverage,
                     const struct table *nodes)
{
    double late_s = table_numbers(nodes, "first")[coverage->latest] - find_sampled(nodes).first;
    finding_add(findings,
                (struct finding){
                    .id = "data.samples-begin-late",
                    .weight = 20,
                    .level = "note",
                    .section = "data",
                    .text = arena_format(findings->arena, "%s late: %s %s after the first node.",
                                         count_text(findings, coverage->late, coverage, "begin"),
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
                    .id = "data.samples-end-early",
                    .weight = 58,
                    .level = "note",
                    .section = "data",
                    .text =
                        arena_format(findings->arena, "%s early: %s at %s, the last one at %s.",
                                     count_text(findings, coverage->early, coverage, "end"),
                                     finding_name(findings, node), finding_moment(findings, last),
                                     finding_moment(findings, find_sampled(nodes).last)),
                    .value = find_sampled(nodes).last - last,
                    .unit = "s",
                    .threshold = 0,
                    .advice = "check whether its work ended then, or the monitor",
                });
}

/* What is said of nodes holds for their GPUs too; of these alone it is said where no node has it.
 */
static void add_coverage(struct findings *findings, const struct table *table)
{
    double interval_s = findings->request->signals->grid.step;
    struct coverage nodes = find_coverage(findings, table, interval_s, false);
    struct coverage gpus = find_coverage(findings, table, interval_s, true);
    if (nodes.silent == nodes.count && gpus.silent == gpus.count) {
        add_no_samples(findings, nodes.count ? &nodes : &gpus);
        return;
    }
    if (nodes.silent)
        add_silent(findings, &nodes);
    if (gpus.silent)
        add_silent(findings, &gpus);
    if (nodes.low || gpus.low)
        add_gaps(findings, nodes.low ? &nodes : &gpus, &gpus, table, interval_s);
    else
        add_metric_gaps(findings, &nodes);
    if (nodes.late || gpus.late)
        add_late(findings, nodes.late ? &nodes : &gpus, table);
    if ((nodes.early || gpus.early) && !findings->silences->count)
        add_early(findings, nodes.early ? &nodes : &gpus, table);
}

void findings_of_data(struct findings *findings)
{
    const struct table *nodes = tables_find(findings->tables, "nodes");
    if (nodes)
        add_coverage(findings, nodes);
}
