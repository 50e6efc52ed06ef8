/* Metrics that spread over the nodes without outlier nodes, and the good news when there is nothing
 * to report: only what was looked at, with enough samples for it. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/nodes/node_load.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"

enum { MOST_PARTS = 5 };

static const char no_findings[] = "nodes.no-findings";
static const char uneven_rule[] = "nodes.uneven";

/* The coefficient of variation above which nodes are uneven. */
static double threshold_of(const struct findings *findings)
{
    return finding_limit(findings, uneven_rule, "note");
}

static bool spreads(const struct findings *findings, const struct balance_rows *balance,
                    size_t row);

/* Whether the metric by which load is known spreads as well. */
static bool is_reported_by_load(const struct findings *findings, const struct balance_rows *balance,
                                const char *metric)
{
    if (!finding_is_same_load(findings, metric))
        return false;
    const char *load = node_load_of(findings->request->signals)->metric;
    size_t row = rows_find(balance->rows, 0, balance->metric, load, NULL, NULL);
    return row < balance->rows && spreads(findings, balance, row);
}

static enum difference difference_of(const struct findings *findings,
                                     const struct balance_rows *balance, size_t row)
{
    return finding_difference(findings, balance->metric[row], balance->lowest_mean[row],
                              balance->highest_mean[row]);
}

static bool is_load(const struct findings *findings, const struct balance_rows *balance, size_t row)
{
    const struct node_load *load = node_load_of(findings->request->signals);
    return load && strcmp(load->metric, balance->metric[row]) == 0;
}

/* A few points of the load are work that is spread unevenly; of parts of it, as the kernel's, not.
 */
static bool differs(const struct findings *findings, const struct balance_rows *balance, size_t row)
{
    enum difference difference = difference_of(findings, balance, row);
    return difference == DIFFERENCE_LARGE ||
           (difference == DIFFERENCE_SMALL && is_load(findings, balance, row));
}

static bool spreads(const struct findings *findings, const struct balance_rows *balance, size_t row)
{
    const char *metric = balance->metric[row];
    return differs(findings, balance, row) && !is_reported_by_load(findings, balance, metric) &&
           balance->cv[row] > threshold_of(findings) && balance->outliers[row] == 0 &&
           finding_is_work(metric) && finding_matters(findings, metric) &&
           !finding_hardware_explains_spread(findings, metric);
}

/* Nodes of equal load did equal work, whatever else differs among them. Another measure of the load
 * that varies contradicts this. */
static void advise(struct rule_finding *made, const struct findings *findings,
                   const struct balance_rows *balance, size_t row)
{
    const struct node_load *load = node_load_of(findings->request->signals);
    size_t of_load = load ? rows_find(balance->rows, 0, balance->metric, load->metric, NULL, NULL)
                          : balance->rows;
    double cv = of_load < balance->rows ? balance->cv[of_load] : NUMBER_MISSING;
    bool is_of_work = of_load == row || !(cv <= threshold_of(findings)) ||
                      finding_is_same_load(findings, balance->metric[row]);
    made->advice_variant = is_of_work ? "work" : "nodes";
    rule_number(made, "load_cv", cv);
}

/* Nodes without samples for a part of the run are not compared. */
static const char *compared_text(const struct findings *findings,
                                 const struct balance_rows *balance, size_t row)
{
    const char *metric = balance->metric[row], *thing = finding_thing(metric);
    double nodes = balance->nodes[row], all = finding_number(findings, metric, "nodes");
    if (!(nodes + balance->unused[row] < all))
        return arena_format(findings->arena, "%ss", finding_capital(findings, thing));
    return arena_format(findings->arena, "The %s of %s %ss with samples of the whole run",
                        COUNT_TEXT(nodes), COUNT_TEXT(all), thing);
}

static void add_spread(struct findings *findings, const struct balance_rows *balance, size_t row,
                       size_t others)
{
    struct rule_finding made = rule_begin(findings, uneven_rule);
    const char *metric = balance->metric[row], *unit = finding_unit(findings, metric);
    const char *lowest = balance->lowest[row];
    const char *highest = balance->highest[row];
    double cv = balance->cv[row];
    double low = balance->lowest_mean[row];
    double high = balance->highest_mean[row];
    bool is_large =
        cv > rule_limit(&made, "warn") && difference_of(findings, balance, row) == DIFFERENCE_LARGE;
    rule_text(&made, "section", finding_metric_section(findings, metric));
    rule_text(&made, "compared", compared_text(findings, balance, row));
    rule_text(&made, "metric", finding_own_label(findings, metric));
    rule_text(&made, "low", finding_value(findings, metric, low, unit, true));
    rule_text(&made, "lowest", finding_worker_of(findings, metric, lowest));
    rule_text(&made, "high", finding_value(findings, metric, high, unit, false));
    rule_text(&made, "highest", finding_worker_of(findings, metric, highest));
    rule_text(&made, "lowest_node", finding_name(findings, lowest));
    rule_text(&made, "highest_node", finding_name(findings, highest));
    rule_number(&made, "cv", cv);
    rule_number(&made, "others", (double)others);
    rule_number(&made, "least", threshold_of(findings));
    advise(&made, findings, balance, row);
    made.level = is_large ? RULE_WARN : RULE_NOTE;
    rule_add(&made);
}

void findings_of_balance(struct findings *findings)
{
    const struct balance_rows balance = balance_rows(findings->tables);
    size_t worst = 0, count = 0;
    if (tables_find(findings->tables, "stops") || finding_reports_few_at_work(findings))
        return; /* nodes that did not work, or not to the end, make all metrics vary */
    for (size_t row = 0; row < balance.rows; row++) {
        if (!spreads(findings, &balance, row))
            continue;
        const double *cv = balance.cv;
        bool is_first = count++ == 0 || is_load(findings, &balance, row);
        if (is_first || (cv[row] > cv[worst] && !is_load(findings, &balance, worst)))
            worst = row;
    }
    if (count)
        add_spread(findings, &balance, worst, count - 1);
}

/* ---- no findings ---- */

/* The largest difference between nodes of a metric that matters; rows when there is none. */
static size_t widest_row(const struct findings *findings, const struct balance_rows *balance)
{
    size_t widest = balance->rows;
    const double *cv = balance->cv;
    for (size_t row = 0; row < balance->rows; row++) {
        const char *metric = balance->metric[row];
        if (isnan(cv[row]) || !finding_is_work(metric) || !finding_matters(findings, metric) ||
            finding_hardware_explains_spread(findings, metric) ||
            (cv[row] > threshold_of(findings) && !differs(findings, balance, row)))
            continue;
        if (widest == balance->rows || cv[row] > cv[widest])
            widest = row;
    }
    return widest;
}

static const char *alike_text(const struct findings *findings)
{
    const struct balance_rows balance = balance_rows(findings->tables);
    size_t row = balance.rows ? widest_row(findings, &balance) : 0;
    if (!balance.rows || row == balance.rows)
        return NULL;
    return arena_format(findings->arena,
                        "load is balanced over the %s %ss (largest variation: "
                        "%s, %s)",
                        COUNT_TEXT(balance.nodes[row]), finding_thing(balance.metric[row]),
                        finding_own_label(findings, balance.metric[row]),
                        finding_percent(findings, balance.cv[row]));
}

/* Enough samples of every node to say that none was idle. */
static bool knows_load(const struct findings *findings)
{
    const struct node_load *load = node_load_of(findings->request->signals);
    return load && finding_number(findings, load->metric, "samples") >=
                       finding_limit(findings, no_findings, "least_samples") *
                           finding_number(findings, load->metric, "nodes");
}

static double lowest_coverage(const struct findings *findings)
{
    const struct nodes_rows nodes = nodes_rows(findings->tables);
    double lowest = NUMBER_MISSING;
    for (size_t row = 0; row < nodes.rows; row++)
        lowest = fmin(lowest, nodes.coverage[row]);
    return lowest;
}

static double most_samples(const struct findings *findings)
{
    const struct job_metrics_rows metrics = job_metrics_rows(findings->tables);
    double most = 0;
    for (size_t row = 0; row < metrics.rows; row++)
        most = fmax(most, metrics.samples[row] / fmax(metrics.nodes[row], 1));
    return most;
}

/* What else was looked at and found in order; returns how many. */
static size_t find_good_news(const struct findings *findings, const char **parts)
{
    size_t count = 0;
    double coverage = lowest_coverage(findings);
    if (finding_gpus_work(findings))
        parts[count++] = arena_format(findings->arena, "GPU utilisation is %s on average",
                                      finding_percent(findings, finding_gpu_mean(findings)));
    else if (knows_load(findings) && !tables_find(findings->tables, "pauses"))
        parts[count++] =
            arena_format(findings->arena, "%s shows no idle phase",
                         finding_label(findings, node_load_of(findings->request->signals)->metric));
    if (tables_find(findings->tables, "memory_growth"))
        parts[count++] = finding_small_growth(findings);
    double floored = floor(1000 * coverage) / 1000; /* "or more" holds for what is shown */
    if (most_samples(findings) >= finding_limit(findings, no_findings, "least_samples"))
        parts[count++] =
            coverage >= 1 ? "no sample is missing"
                          : arena_format(findings->arena, "each node has %s of its samples or more",
                                         finding_percent(findings, floored));
    return count;
}

/* What was looked at: how alike the nodes are, if that is known, in a sentence of its own. */
static void add_no_findings(struct findings *findings, const char *alike, const char *others)
{
    bool has_load = node_load_of(findings->request->signals);
    struct rule_finding made = rule_begin(findings, no_findings);
    rule_number(&made, "coverage", lowest_coverage(findings));
    rule_number(&made, "endings", (double)findings->endings);
    rule_number(&made, "load_unknown", !has_load);
    rule_text(&made, "looked_at", alike ? alike : others);
    rule_text(&made, "more", alike ? finding_capital(findings, others) : NULL);
    made.level = !findings->endings && (has_load || alike) ? RULE_GOOD : RULE_NOTE;
    rule_add(&made);
}

static void add_too_few(struct findings *findings, double samples)
{
    struct rule_finding made = rule_begin(findings, "nodes.too-few-samples");
    rule_number(&made, "samples", ceil(samples));
    made.value = samples;
    made.threshold = finding_limit(findings, no_findings, "least_samples");
    made.finding.unit = "samples";
    rule_add(&made);
}

void findings_of_nothing(struct findings *findings)
{
    const char *parts[MOST_PARTS];
    double samples = most_samples(findings);
    if (isnan(lowest_coverage(findings)) || !(samples > 0))
        return;
    const char *alike = alike_text(findings);
    size_t count = find_good_news(findings, parts);
    if (alike || count)
        add_no_findings(findings, alike, finding_list(findings, parts, count));
    else
        add_too_few(findings, samples);
}
