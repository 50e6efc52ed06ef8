/* Networks of nodes that count errors, or drop packets. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double SHARE = 1e-4;           /* of the packets */
static const double ERRORS = 1, DROPS = 10; /* per second: a few packets are dropped anywhere */
static const double ALONE = 5;              /* times that, where packets are not known */

static bool are_errors(const struct table *table, size_t row)
{
    return strcmp(table_texts(table, "kind")[row], "errors") == 0;
}

static double least_rate(const struct table *table, size_t row)
{
    double least = are_errors(table, row) ? ERRORS : DROPS;
    return isnan(table_numbers(table, "share")[row]) && are_errors(table, row) ? ALONE * least
                                                                               : least;
}

static bool counts(const struct table *table, size_t row)
{
    double share = table_numbers(table, "share")[row];
    return table_numbers(table, "rate")[row] >= least_rate(table, row) &&
           (isnan(share) || share >= SHARE);
}

/* Errors are worse than drops. */
static bool is_worse(const struct table *table, size_t row, size_t other)
{
    if (are_errors(table, row) != are_errors(table, other))
        return are_errors(table, row);
    return table_numbers(table, "rate")[row] > table_numbers(table, "rate")[other];
}

static size_t count_nodes(const struct table *table, size_t worst)
{
    const char *const *metrics = table_texts(table, "metric");
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++)
        count += strcmp(metrics[row], metrics[worst]) == 0 && counts(table, row);
    return count;
}

static const char *text_of(const struct findings *findings, const struct table *table, size_t row,
                           size_t nodes)
{
    double share = table_numbers(table, "share")[row], rate = table_numbers(table, "rate")[row];
    bool is_one_of = nodes == 1 && table_numbers(table, "nodes")[row] > 1;
    const char *others = nodes > 1 ? arena_format(findings->arena, "; %zu more node%s too",
                                                  nodes - 1, nodes == 2 ? "" : "s")
                                   : "";
    return arena_format(findings->arena, "%s counts %s %s per second%s (%s)%s.",
                        finding_name(findings, table_texts(table, "node")[row]),
                        finding_quantity(findings, rate, ""),
                        finding_plural(rate,
                                       are_errors(table, row) ? "network error" : "dropped packet",
                                       are_errors(table, row) ? "network errors"
                                                              : "dropped packets"),
                        isnan(share) ? ""
                                     : arena_format(findings->arena, ", %s of its packets",
                                                    finding_percent(findings, share)),
                        finding_name(findings, table_texts(table, "metric")[row]),
                        is_one_of ? "; no other node does so" : others);
}

void findings_of_network(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "net_errors");
    size_t worst = 0, count = 0;
    for (size_t row = 0; table && row < table->rows; row++) {
        if (!counts(table, row))
            continue;
        if (!count++ || is_worse(table, row, worst))
            worst = row;
    }
    if (!count)
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 79,
                    .level = "warn",
                    .section = table_texts(table, "metric")[worst],
                    .text = text_of(findings, table, worst, count_nodes(table, worst)),
                    .value = table_numbers(table, "rate")[worst],
                    .unit = "",
                    .threshold = least_rate(table, worst),
                    .advice = are_errors(table, worst)
                                  ? "check the cable and switch port of that node"
                                  : "check the receive buffers and the load of that node's network",
                });
}
