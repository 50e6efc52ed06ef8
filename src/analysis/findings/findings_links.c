/* Network and interconnect at what their links carry. */
#include <string.h>

#include "analysis/findings/finding.h"

static const double MUCH = 0.2;    /* of the time */
static const double GBIT = 1.25e8; /* B/s */

/* Rows of the metric of `row` that are above the threshold. */
static size_t count_nodes(const struct table *links, size_t row)
{
    const char *const *metrics = table_texts(links, "metric");
    size_t count = 0;
    for (size_t i = 0; i < links->rows; i++)
        count += strcmp(metrics[i], metrics[row]) == 0 &&
                 table_numbers(links, "share_of_time")[i] >= MUCH;
    return count;
}

/* Of the metric whose node is saturated longest. */
void findings_of_links(struct findings *findings)
{
    const struct table *links = tables_find(findings->tables, "saturated_links");
    if (!links)
        return;
    const double *shares = table_numbers(links, "share_of_time");
    size_t row = 0;
    for (size_t i = 1; i < links->rows; i++)
        row = shares[i] > shares[row] ? i : row;
    if (!(shares[row] >= MUCH))
        return;
    size_t nodes = count_nodes(links, row);
    const char *metric = table_texts(links, "metric")[row];
    const char *label = finding_label(findings, metric);
    const char *node = finding_name(findings, table_texts(links, "node")[row]);
    double rate = table_numbers(links, "rate_B_s")[row];
    double link_B_s = table_numbers(links, "link_B_s")[row];
    finding_add(
        findings,
        (struct finding){
            .weight = 84,
            .level = "warn",
            .section = metric,
            .text = arena_format(
                findings->arena,
                "%s saturated%s: %s at %s for %s of the time, %s of the %s Gbit/s of its link.",
                finding_capital(findings, label),
                nodes > 1 ? arena_format(findings->arena, " on %zu nodes", nodes) : "", node,
                finding_quantity(findings, rate, "B/s"), finding_percent(findings, shares[row]),
                finding_percent(findings, rate / link_B_s),
                finding_quantity(findings, link_B_s / GBIT, "")),
            .value = shares[row],
            .unit = "",
            .threshold = MUCH,
            .explains_low_load = true,
            .advice = "send less, or in fewer and larger messages that overlap with computing",
        });
}
