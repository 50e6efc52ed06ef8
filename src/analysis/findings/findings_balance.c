/* Metrics that spread over the nodes without a few nodes that stand out, and the good news when
 * there is nothing to tell. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double THRESHOLD = 0.1, LARGE = 0.25; /* standard deviation ÷ mean */

static bool spreads(const struct findings *findings, const struct table *balance, size_t row)
{
    const char *metric = table_texts(balance, "metric")[row];
    return table_numbers(balance, "cv")[row] > THRESHOLD &&
           table_numbers(balance, "outstanding")[row] == 0 && finding_is_work(metric) &&
           finding_matters(findings, metric);
}

static void add_spread(struct findings *findings, const struct table *balance, size_t row,
                       size_t others)
{
    const char *metric = table_texts(balance, "metric")[row];
    const char *unit = finding_unit(findings, metric);
    double cv = table_numbers(balance, "cv")[row];
    const char *more = others ? arena_format(findings->arena, "; %zu more %s by over 10 %%", others,
                                             others == 1 ? "metric differs" : "metrics differ")
                              : "";
    finding_add(
        findings,
        (struct finding){
            .weight = cv > LARGE ? 62 : 42,
            .level = cv > LARGE ? "warn" : "note",
            .section = metric,
            .text = arena_format(
                findings->arena, "The %ss differ by %s in %s: from %s on %s to %s on %s%s.",
                finding_thing(metric), finding_percent(findings, cv),
                finding_own_label(findings, metric),
                finding_quantity(findings, table_numbers(balance, "lowest_mean")[row], unit),
                finding_name(findings, table_texts(balance, "lowest")[row]),
                finding_quantity(findings, table_numbers(balance, "highest_mean")[row], unit),
                finding_name(findings, table_texts(balance, "highest")[row]), more),
            .value = cv,
            .unit = "",
            .threshold = THRESHOLD,
            .advice = "spread the work more evenly",
        });
}

void findings_of_balance(struct findings *findings)
{
    const struct table *balance = tables_find(findings->tables, "balance");
    size_t worst = 0, count = 0;
    for (size_t row = 0; balance && row < balance->rows; row++) {
        if (!spreads(findings, balance, row))
            continue;
        const double *cv = table_numbers(balance, "cv");
        if (count++ == 0 || cv[row] > cv[worst])
            worst = row;
    }
    if (count)
        add_spread(findings, balance, worst, count - 1);
}

/* ---- nothing stands out ---- */

/* The largest difference between nodes of a metric that matters; rows when there is none. */
static size_t widest_row(const struct findings *findings, const struct table *balance)
{
    size_t widest = balance->rows;
    const double *cv = table_numbers(balance, "cv");
    for (size_t row = 0; row < balance->rows; row++) {
        const char *metric = table_texts(balance, "metric")[row];
        if (isnan(cv[row]) || !finding_is_work(metric) || !finding_matters(findings, metric))
            continue;
        if (widest == balance->rows || cv[row] > cv[widest])
            widest = row;
    }
    return widest;
}

static const char *alike_text(const struct findings *findings)
{
    const struct table *balance = tables_find(findings->tables, "balance");
    size_t row = balance ? widest_row(findings, balance) : 0;
    if (!balance || row == balance->rows)
        return "";
    return arena_format(findings->arena,
                        "the %.0f %ss worked alike (they differ most in %s, by %s)",
                        table_numbers(balance, "nodes")[row],
                        finding_thing(table_texts(balance, "metric")[row]),
                        finding_own_label(findings, table_texts(balance, "metric")[row]),
                        finding_percent(findings, table_numbers(balance, "cv")[row]));
}

static bool knows_load(const struct findings *findings)
{
    static const char *const names[] = {"cpu_percent", "cpu_load", "cpu_user", "cpu_percent_sys"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!isnan(finding_number(findings, names[i], "mean_per_node")))
            return true;
    return false;
}

static double lowest_coverage(const struct findings *findings)
{
    const struct table *nodes = tables_find(findings->tables, "nodes");
    double lowest = NUMBER_MISSING;
    for (size_t row = 0; nodes && row < nodes->rows; row++)
        lowest = fmin(lowest, table_numbers(nodes, "coverage")[row]);
    return lowest;
}

void findings_of_nothing(struct findings *findings)
{
    double coverage = lowest_coverage(findings);
    const char *alike = alike_text(findings);
    const char *idle = knows_load(findings) ? "no phase was idle, " : "";
    if (isnan(coverage))
        return;
    const char *present = coverage >= 1
                              ? "every sample due is there"
                              : arena_format(findings->arena,
                                             "at least %s of the samples due of each node "
                                             "are there",
                                             finding_percent(findings, coverage));
    finding_add(findings, (struct finding){
                              .weight = 0,
                              .level = "good",
                              .section = "data",
                              .text = arena_format(findings->arena, "Nothing stands out: %s%s%s%s.",
                                                   alike, *alike ? ", " : "", idle, present),
                              .value = coverage,
                              .unit = "",
                              .threshold = 0.95,
                              .advice = "",
                          });
}
