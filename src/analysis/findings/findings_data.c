/* What is missing of the samples of nodes and GPUs, and whether they are of the job alone. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/silences.h"
#include "analysis/findings/task_words.h"
#include "table/nodes_table.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"

enum { MOST_NAMES = 3 };

static const char samples_missing[] = "data.samples-missing";
static const char metric_samples_missing[] = "data.metric-samples-missing";

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

static struct sampled find_sampled(const struct nodes_rows *nodes)
{
    struct sampled sampled = {NUMBER_MISSING, NUMBER_MISSING};
    for (size_t row = 0; row < nodes->rows; row++) {
        if (finding_clock_is_off(nodes, row))
            continue;
        sampled.first = fmin(sampled.first, nodes->first[row]);
        sampled.last = fmax(sampled.last, nodes->last[row]);
    }
    return sampled;
}

/* Jobs may have held it for a part of that time. */
static void add_times(const struct findings *findings, struct coverage *coverage,
                      const struct nodes_rows *nodes, size_t row, struct sampled sampled)
{
    double late = finding_limit(findings, "data.samples-begin-late", "share");
    double early = finding_limit(findings, "data.samples-end-early", "share");
    const double *first = nodes->first, *last = nodes->last;
    double length = sampled.last - sampled.first;
    if (first[row] > sampled.first + late * length && nodes->starts_after_s[row] > late * length &&
        (!coverage->late++ || first[row] > first[coverage->latest]))
        coverage->latest = row;
    if (last[row] < sampled.last - early * length && nodes->ends_before_s[row] > early * length &&
        (!coverage->early++ || last[row] < last[coverage->earliest]))
        coverage->earliest = row;
}

static double least_coverage(const struct findings *findings)
{
    return finding_limit(findings, samples_missing, "warn");
}

/* Of the samples of a metric on a node. */
static double least_of_metric(const struct findings *findings)
{
    return finding_limit(findings, metric_samples_missing, "warn");
}

static double missing_share(const struct node_metrics_rows *table, size_t row)
{
    return table->missing[row] / (table->samples[row] + table->missing[row]);
}

static double least_missing(const struct findings *findings)
{
    return finding_limit(findings, samples_missing, "least_samples");
}

/* One sample more or less is no gap to speak of, however short the run. */
static bool is_low(const struct findings *findings, const struct nodes_rows *nodes, size_t row,
                   double ratio, double interval_s)
{
    double there = nodes->last[row] - nodes->first[row];
    return ratio < least_coverage(findings) &&
           (1 - ratio) * (there / interval_s + 1) >= least_missing(findings);
}

static void add_node(const struct findings *findings, struct coverage *coverage,
                     const struct nodes_rows *table, size_t row, struct sampled sampled,
                     double interval_s)
{
    const char *name = table->node[row];
    coverage->count++;
    if (!(table->samples[row] > 0)) {
        if (coverage->silent < MOST_NAMES)
            coverage->names[coverage->silent] = name;
        coverage->silent++;
        return;
    }
    double ratio = table->coverage[row];
    if (ratio < least_coverage(findings)) /* what is missing at the end is reported as that */
        ratio = fmin(ratio / silences_share_before(findings, name), 1);
    coverage->low += is_low(findings, table, row, ratio, interval_s);
    if (!coverage->lowest_node || ratio < coverage->lowest) {
        coverage->lowest = ratio;
        coverage->lowest_node = name;
    }
    if (!finding_clock_is_off(table, row))
        add_times(findings, coverage, table, row, sampled);
}

static struct coverage find_coverage(const struct findings *findings,
                                     const struct nodes_rows *nodes, double interval_s,
                                     bool of_gpus)
{
    struct coverage coverage = {.thing = of_gpus ? "GPU" : "node"};
    struct sampled sampled = find_sampled(nodes);
    for (size_t row = 0; row < nodes->rows; row++)
        if (nodes_table_is_gpu(nodes->table, row) == of_gpus)
            add_node(findings, &coverage, nodes, row, sampled, interval_s);
    coverage.of_all = nodes_table_coverage(nodes->table);
    return coverage;
}

static const char *silent_names(const struct findings *findings, const struct coverage *coverage)
{
    const char *names[MOST_NAMES];
    if (coverage->silent > MOST_NAMES)
        return arena_format(findings->arena, "%s of %s %ss", COUNT_TEXT(coverage->silent),
                            COUNT_TEXT(coverage->count), coverage->thing);
    for (size_t i = 0; i < coverage->silent; i++)
        names[i] = finding_name(findings, coverage->names[i]);
    return arena_format(findings->arena, "%s%s %s", finding_capital(findings, coverage->thing),
                        coverage->silent == 1 ? "" : "s",
                        finding_list(findings, names, coverage->silent));
}

static const char *things_of(const struct findings *findings, const struct coverage *coverage)
{
    return arena_format(findings->arena, "%s%s", coverage->thing, coverage->count == 1 ? "" : "s");
}

static void add_silent(struct findings *findings, const struct coverage *coverage)
{
    struct rule_finding made = rule_begin(findings, "data.nodes-without-samples");
    rule_text(&made, "who", silent_names(findings, coverage));
    rule_number(&made, "silent", (double)coverage->silent);
    made.finding.unit = arena_format(findings->arena, "%ss", coverage->thing);
    made.advice_variant =
        finding_input_ends_early(findings) ? "input ends early" : "input is whole";
    rule_add(&made);
}

/* A description of the job alone says nothing about what its nodes did. */
static void add_no_samples(struct findings *findings, const struct coverage *coverage)
{
    struct rule_finding made = rule_begin(findings, "data.no-samples");
    rule_number(&made, "samples", 0);
    made.level = RULE_NOTE;
    rule_number(&made, "count", (double)coverage->count);
    rule_text(&made, "things", things_of(findings, coverage));
    made.finding.unit = "samples";
    rule_add(&made);
}

/* Metrics of a node of which samples are missing where others were taken. */
struct lacking {
    size_t metrics, whole; /* those that lack samples, and those that lack none */
    size_t worst;          /* row of node_metrics */
    double share;          /* of the worst one's samples */
    bool is_energy;        /* all of them are reported with the energy that is not known */
};

static bool is_energy_reported(const struct findings *findings, const char *metric)
{
    const struct energy_rows energy = energy_rows(findings->tables);
    size_t row = rows_find(energy.rows, 0, energy.node, "*", energy.metric, metric);
    return row < energy.rows && energy.covered_share[row] < least_coverage(findings);
}

static struct lacking find_lacking(const struct findings *findings, const char *node)
{
    const struct node_metrics_rows table = node_metrics_rows(findings->tables);
    struct lacking lacking = {.is_energy = true};
    for (size_t row = 0; row < table.rows; row++) {
        double samples = table.samples[row];
        double missing = table.missing[row];
        double share = missing / (samples + missing);
        if (strcmp(table.node[row], node) != 0 || !(samples + missing > 0))
            continue;
        lacking.whole += missing == 0;
        if (1 - share >= least_of_metric(findings) || missing < least_missing(findings))
            continue;
        lacking.metrics++;
        lacking.is_energy = lacking.is_energy && is_energy_reported(findings, table.metric[row]);
        if (share > lacking.share) {
            lacking.share = share;
            lacking.worst = row;
        }
    }
    return lacking;
}

/* The nodes, or GPUs, that lack samples of one metric while they have others. */
struct lacking_nodes {
    size_t count, of; /* of: those that have the metric */
    double least;     /* share of its samples that any of them lacks */
};

static struct lacking_nodes find_lacking_nodes(const struct findings *findings, size_t worst)
{
    const struct node_metrics_rows table = node_metrics_rows(findings->tables);
    const struct nodes_rows nodes = nodes_rows(findings->tables);
    struct lacking_nodes lacking = {0, 0, table.rows ? missing_share(&table, worst) : 0};
    for (size_t row = 0; row < table.rows; row++) {
        const char *node = table.node[row];
        double share = missing_share(&table, row);
        if (strcmp(table.metric[row], table.metric[worst]) != 0 ||
            rows_find(nodes.rows, 0, nodes.node, node, NULL, NULL) == nodes.rows)
            continue;
        lacking.of++;
        if (!(1 - share < least_of_metric(findings)) ||
            table.missing[row] < least_missing(findings) ||
            silences_share_before(findings, node) < 1)
            continue;
        lacking.count++;
        lacking.least = fmin(lacking.least, share);
    }
    return lacking;
}

static void give_lacking_nodes(struct rule_finding *made, const struct findings *findings,
                               const struct lacking_nodes *nodes, double most)
{
    made->variant = nodes->count == nodes->of ? "all" : "several";
    rule_number(made, "lacking", (double)nodes->count);
    rule_number(made, "of", (double)nodes->of);
    if (strcmp(finding_percent(findings, nodes->least), finding_percent(findings, most)) != 0)
        rule_number(made, "least", nodes->least);
}

/* Its other metrics are there: not the node's samples are missing, but those of some metrics. */
static void add_lacking(struct findings *findings, const struct lacking *lacking, const char *node,
                        const struct coverage *coverage)
{
    const struct node_metrics_rows table = node_metrics_rows(findings->tables);
    const char *metric = table.metric[lacking->worst];
    struct rule_finding made = rule_begin(findings, metric_samples_missing);
    rule_number(&made, "coverage", 1 - lacking->share);
    rule_number(&made, "missing", lacking->share);
    rule_number(&made, "others", (double)(lacking->metrics - 1));
    rule_number(&made, "metrics", (double)lacking->metrics);
    struct lacking_nodes nodes = find_lacking_nodes(findings, lacking->worst);
    made.variant = "one";
    if (nodes.count > 1) {
        give_lacking_nodes(&made, findings, &nodes, lacking->share);
        rule_text(&made, "things", arena_format(findings->arena, "%ss", finding_thing(metric)));
    } else if (coverage->low != 1) {
        rule_number(&made, "low", (double)coverage->low);
        rule_number(&made, "count", (double)coverage->count);
        rule_text(&made, "things", things_of(findings, coverage));
    }
    rule_text(&made, "node", finding_name(findings, node));
    rule_text(&made, "metric", metric);
    rule_text(&made, "label", finding_label(findings, metric));
    rule_add(&made);
}

/* `coverage`: of the nodes, or of the GPUs where nodes lack none. */
static void add_low_coverage(struct findings *findings, const struct coverage *coverage,
                             const struct coverage *gpus)
{
    struct rule_finding made = rule_begin(findings, samples_missing);
    bool are_both = coverage != gpus && gpus->low;
    rule_number(&made, "coverage", fmin(coverage->of_all, coverage->lowest));
    rule_number(&made, "missing", 1 - coverage->lowest);
    rule_number(&made, "all_missing", 1 - coverage->of_all);
    rule_number(&made, "allowed", 1 - rule_limit(&made, "warn"));
    rule_number(&made, "low", (double)coverage->low);
    rule_number(&made, "count", (double)coverage->count);
    rule_text(&made, "things", things_of(findings, coverage));
    rule_text(&made, "node", finding_name(findings, coverage->lowest_node));
    if (are_both) {
        rule_number(&made, "low_gpus", (double)gpus->low);
        rule_number(&made, "gpus", (double)gpus->count);
    }
    if (coverage->low == 1 && !are_both)
        made.variant = "one";
    else
        made.variant = coverage->of_all < rule_limit(&made, "warn") ? "all" : "some";
    made.level = RULE_WARN;
    if (coverage->of_all < rule_limit(&made, "bad")) {
        made.level = RULE_BAD;
        made.value = coverage->of_all;
    }
    rule_add(&made);
}

/* Whether all nodes that lack samples lack those of energy alone. */
static bool only_energy_lacks(const struct findings *findings, const struct nodes_rows *nodes,
                              double interval_s)
{
    const double *samples = nodes->samples;
    for (size_t row = 0; row < nodes->rows; row++) {
        if (!(samples[row] > 0) || !is_low(findings, nodes, row, nodes->coverage[row], interval_s))
            continue;
        struct lacking lacking = find_lacking(findings, nodes->node[row]);
        if (!lacking.metrics || !lacking.whole || !lacking.is_energy)
            return false;
    }
    return true;
}

static void add_gaps(struct findings *findings, const struct coverage *coverage,
                     const struct coverage *gpus, const struct nodes_rows *nodes, double interval_s)
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
    const struct node_metrics_rows table = node_metrics_rows(findings->tables);
    const char *node = NULL;
    double least = least_of_metric(findings);
    for (size_t row = 0; row < table.rows; row++) {
        double missing = table.missing[row];
        double share = 1 - missing_share(&table, row);
        if (missing < least_missing(findings) || !(share < least) ||
            !finding_is_work(table.metric[row]) ||
            silences_share_before(findings, table.node[row]) < 1)
            continue;
        least = share;
        node = table.node[row];
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

static void add_late(struct findings *findings, const struct coverage *coverage,
                     const struct nodes_rows *nodes)
{
    size_t row = coverage->latest;
    struct rule_finding made = rule_begin(findings, "data.samples-begin-late");
    rule_number(&made, "after", nodes->first[row] - find_sampled(nodes).first);
    rule_number(&made, "late", (double)coverage->late);
    rule_number(&made, "count", (double)coverage->count);
    rule_text(&made, "things", things_of(findings, coverage));
    rule_text(&made, "node", finding_name(findings, nodes->node[row]));
    rule_add(&made);
}

static void add_early(struct findings *findings, const struct coverage *coverage,
                      const struct nodes_rows *nodes)
{
    const char *node = nodes->node[coverage->earliest];
    double end = nodes->last[coverage->earliest], last = find_sampled(nodes).last;
    struct rule_finding made = rule_begin(findings, "data.samples-end-early");
    if (finding_reports_stop(findings, node))
        return;
    rule_number(&made, "before", last - end);
    rule_number(&made, "end", end);
    rule_number(&made, "last", last);
    rule_number(&made, "early", (double)coverage->early);
    rule_number(&made, "count", (double)coverage->count);
    rule_text(&made, "things", things_of(findings, coverage));
    rule_text(&made, "node", finding_name(findings, node));
    rule_add(&made);
}

/* What is said of nodes holds for their GPUs too; of these alone it is said where no node has it.
 */
static void add_coverage(struct findings *findings, const struct nodes_rows *table)
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
    const struct nodes_rows nodes = nodes_rows(findings->tables);
    if (nodes.rows)
        add_coverage(findings, &nodes);
}
