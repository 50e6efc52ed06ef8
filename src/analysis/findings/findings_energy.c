/* Energy that is not known, or known only because wraps of the counters were mended. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double LEAST_COVERAGE = 0.95, POOR_COVERAGE = 0.8;
static const double MANY_WRAPS = 0.05; /* of the samples */

struct energy_columns {
    const char *const *nodes, *const *metrics, *const *domains;
    const double *energy_kWh, *covered_share, *wraps, *unknown_steps, *range_J;
    size_t rows;
};

static struct energy_columns columns_of(const struct table *table)
{
    return (struct energy_columns){
        .nodes = table_texts(table, "node"),
        .metrics = table_texts(table, "metric"),
        .domains = table_texts(table, "domain"),
        .energy_kWh = table_numbers(table, "energy_kWh"),
        .covered_share = table_numbers(table, "covered_share"),
        .wraps = table_numbers(table, "wraps"),
        .unknown_steps = table_numbers(table, "unknown_steps"),
        .range_J = table_numbers(table, "range_J"),
        .rows = table->rows,
    };
}

/* The node of the metric with the smallest share; rows when it has none but "*". */
static size_t lowest_node(const struct energy_columns *energy, const char *metric)
{
    size_t lowest = energy->rows;
    for (size_t row = 0; row < energy->rows; row++)
        if (strcmp(energy->metrics[row], metric) == 0 && strcmp(energy->nodes[row], "*") != 0 &&
            (lowest == energy->rows || energy->covered_share[row] < energy->covered_share[lowest]))
            lowest = row;
    return lowest;
}

static void add_gap(struct findings *findings, const struct energy_columns *energy, size_t row)
{
    double share = energy->covered_share[row];
    const char *domain = finding_name(findings, energy->domains[row]);
    const char *total = finding_quantity(findings, energy->energy_kWh[row] * 1000, "Wh");
    bool may_wrap = energy->unknown_steps[row] > 0;
    size_t lowest = lowest_node(energy, energy->metrics[row]);
    const char *text;
    if (isnan(energy->energy_kWh[row]))
        text = arena_format(findings->arena, "Energy (%s) is not known%s.", domain,
                            may_wrap ? ": its counters may wrap between two samples" : "");
    else
        text = arena_format(
            findings->arena,
            "Energy (%s) is known for %s of the node-hours; the total of %s is too low.", domain,
            finding_percent(findings, share), total);
    const char *advice =
        may_wrap ? "sample energy counters more often"
        : lowest < energy->rows
            ? arena_format(findings->arena, "check that %s may read its energy counters",
                           finding_name(findings, energy->nodes[lowest]))
            : "";
    finding_add(findings, (struct finding){
                              .weight = share < POOR_COVERAGE ? 50 : 35,
                              .level = share < POOR_COVERAGE ? "warn" : "note",
                              .section = energy->metrics[row],
                              .text = text,
                              .value = share,
                              .unit = "",
                              .threshold = LEAST_COVERAGE,
                              .advice = advice,
                          });
}

static void add_wraps(struct findings *findings, const struct energy_columns *energy, size_t row)
{
    double samples = finding_number(findings, energy->metrics[row], "samples");
    double share = energy->wraps[row] / samples;
    if (!(share > MANY_WRAPS))
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 10,
                    .level = "note",
                    .section = energy->metrics[row],
                    .text = arena_format(
                        findings->arena,
                        "Energy counters (%s) wrapped %s in %s samples, at %s; their "
                        "energy was mended.",
                        finding_name(findings, energy->domains[row]),
                        energy->wraps[row] == 1
                            ? "once"
                            : arena_format(findings->arena, "%s times",
                                           finding_quantity(findings, energy->wraps[row], "")),
                        finding_quantity(findings, samples, ""),
                        finding_quantity(findings, energy->range_J[row], "J")),
                    .value = share,
                    .unit = "",
                    .threshold = MANY_WRAPS,
                    .advice = "sample energy counters more often",
                });
}

void findings_of_energy(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "energy");
    if (!table)
        return;
    struct energy_columns energy = columns_of(table);
    for (size_t row = 0; row < energy.rows; row++) {
        if (strcmp(energy.nodes[row], "*") != 0)
            continue;
        if (energy.covered_share[row] < LEAST_COVERAGE)
            add_gap(findings, &energy, row);
        else
            add_wraps(findings, &energy, row);
    }
}
