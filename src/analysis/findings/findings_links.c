/* Network and interconnect at what their links carry. */
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"

static const char rule[] = "nodes.link-saturated";
static const double GBIT = 1.25e8; /* B/s */

/* Rows of the metric of `row` that are above the threshold. */
static size_t count_nodes(const struct findings *findings, const struct saturated_links_rows *links,
                          size_t row)
{
    double much = finding_limit(findings, rule, "warn");
    const char *const *metrics = links->metric;
    size_t count = 0;
    for (size_t i = 0; i < links->rows; i++)
        count += strcmp(metrics[i], metrics[row]) == 0 && links->share_of_time[i] >= much;
    return count;
}

/* Of the metric whose node is saturated longest. */
void findings_of_links(struct findings *findings)
{
    const struct saturated_links_rows links = saturated_links_rows(findings->tables);
    if (!links.rows)
        return;
    const double *shares = links.share_of_time;
    size_t row = 0;
    for (size_t i = 1; i < links.rows; i++)
        row = shares[i] > shares[row] ? i : row;
    const char *metric = links.metric[row];
    double nodes = (double)count_nodes(findings, &links, row);
    double rate = links.rate_B_s[row];
    double link_B_s = links.link_B_s[row];
    struct rule_finding made = rule_begin(findings, rule);
    rule_text(&made, "metric", metric);
    rule_text(&made, "label", finding_capital(findings, finding_label(findings, metric)));
    rule_text(&made, "node", finding_name(findings, links.node[row]));
    rule_number(&made, "share", shares[row]);
    rule_number(&made, "rate", rate);
    rule_number(&made, "of_link", rate / link_B_s);
    rule_number(&made, "link_Gbit_s", link_B_s / GBIT);
    rule_number(&made, "nodes", nodes > 1 ? nodes : NUMBER_MISSING);
    made.finding.explains_low_load = true;
    rule_add(&made);
}
