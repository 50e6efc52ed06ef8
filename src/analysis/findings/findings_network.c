/* Networks of nodes that count errors, or drop packets. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

static const char rule[] = "nodes.network-errors";

static bool are_errors(const struct net_errors_rows *table, size_t row)
{
    return strcmp(table->kind[row], "errors") == 0;
}

/* A few packets are dropped anywhere; of errors it takes more where packets are not known. */
static double least_rate(const struct findings *findings, const struct net_errors_rows *table,
                         size_t row)
{
    if (!are_errors(table, row))
        return finding_limit(findings, rule, "drops_per_s");
    double least = finding_limit(findings, rule, "errors_per_s");
    return isnan(table->share[row]) ? finding_limit(findings, rule, "errors_alone") * least : least;
}

static bool counts(const struct findings *findings, const struct net_errors_rows *table, size_t row)
{
    double share = table->share[row];
    return table->rate[row] >= least_rate(findings, table, row) &&
           (isnan(share) || share >= finding_limit(findings, rule, "share_of_packets"));
}

/* Errors are worse than drops. */
static bool is_worse(const struct net_errors_rows *table, size_t row, size_t other)
{
    if (are_errors(table, row) != are_errors(table, other))
        return are_errors(table, row);
    return table->rate[row] > table->rate[other];
}

static size_t count_nodes(const struct findings *findings, const struct net_errors_rows *table,
                          size_t worst)
{
    const char *const *metrics = table->metric;
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++)
        count += strcmp(metrics[row], metrics[worst]) == 0 && counts(findings, table, row);
    return count;
}

static void add_worst(struct findings *findings, const struct net_errors_rows *table, size_t row)
{
    struct rule_finding made = rule_begin(findings, rule);
    size_t nodes = count_nodes(findings, table, row);
    const char *metric = table->metric[row];
    rule_text(&made, "metric", metric);
    rule_text(&made, "shown_metric", finding_name(findings, metric));
    rule_text(&made, "node", finding_name(findings, table->node[row]));
    rule_number(&made, "rate", table->rate[row]);
    rule_number(&made, "share", table->share[row]);
    rule_number(&made, "alone", nodes == 1 && table->nodes[row] > 1);
    rule_number(&made, "others", (double)nodes - 1);
    made.variant = are_errors(table, row) ? "errors" : "drops";
    made.level = RULE_WARN;
    made.threshold = least_rate(findings, table, row);
    rule_add(&made);
}

void findings_of_network(struct findings *findings)
{
    const struct net_errors_rows table = net_errors_rows(findings->tables);
    size_t worst = 0, count = 0;
    for (size_t row = 0; row < table.rows; row++) {
        if (!counts(findings, &table, row))
            continue;
        if (!count++ || is_worse(&table, row, worst))
            worst = row;
    }
    if (count)
        add_worst(findings, &table, worst);
}
