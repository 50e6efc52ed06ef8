/* Energy that is not known, or known only because wraps of the counters were mended. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

static const double LEAST_COVERAGE = 0.95, POOR_COVERAGE = 0.8;
static const double MANY_WRAPS = 0.05;    /* of the samples */
static const double BESIDE_SAMPLES = 1.5; /* intervals before the first and behind the last */

struct energy_columns {
    const char *const *nodes, *const *metrics, *const *domains;
    const double *energy_kWh, *covered_share, *covered_s, *wraps, *unknown_steps, *range_J;
    const double *counters, *unread;
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
        .covered_s = table_numbers(table, "seconds"),
        .wraps = table_numbers(table, "wraps"),
        .unknown_steps = table_numbers(table, "unknown_steps"),
        .range_J = table_numbers(table, "range_J"),
        .counters = table_numbers(table, "counters"),
        .unread = table_numbers(table, "unread_counters"),
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

enum { MOST_DOMAINS = 8 };

/* Domains with gaps, of one finding: those of which some energy is known, or none. */
struct gaps {
    const char *domains[MOST_DOMAINS]; /* each once */
    size_t domain_count, count, worst; /* rows */
    bool may_wrap, shares_differ;
};

static bool is_gap(const struct energy_columns *energy, size_t row)
{
    return strcmp(energy->nodes[row], "*") == 0 && energy->covered_share[row] < LEAST_COVERAGE;
}

static void add_domain(struct gaps *gaps, const char *domain)
{
    for (size_t i = 0; i < gaps->domain_count; i++)
        if (strcmp(gaps->domains[i], domain) == 0)
            return;
    if (gaps->domain_count < MOST_DOMAINS)
        gaps->domains[gaps->domain_count++] = domain;
}

static struct gaps find_gaps(const struct findings *findings, const struct energy_columns *energy,
                             bool known)
{
    struct gaps gaps = {0};
    for (size_t row = 0; row < energy->rows; row++) {
        if (!is_gap(energy, row) || isnan(energy->energy_kWh[row]) == known)
            continue;
        gaps.shares_differ =
            gaps.shares_differ || (gaps.count && fabs(energy->covered_share[row] -
                                                      energy->covered_share[gaps.worst]) > 0.005);
        if (!gaps.count++ || energy->covered_share[row] < energy->covered_share[gaps.worst])
            gaps.worst = row;
        gaps.may_wrap = gaps.may_wrap || energy->unknown_steps[row] > 0;
        add_domain(&gaps, finding_name(findings, energy->domains[row]));
    }
    return gaps;
}

/* Which of the counters that the worst gap is of have no reading; "" for none. */
static const char *unread_text(const struct findings *findings, const struct energy_columns *energy,
                               size_t row)
{
    if (!(energy->unread[row] > 0))
        return "";
    size_t nodes = 0, node = row;
    for (size_t i = 0; i < energy->rows; i++) {
        if (strcmp(energy->metrics[i], energy->metrics[row]) != 0 ||
            strcmp(energy->nodes[i], "*") == 0 || !(energy->unread[i] > 0))
            continue;
        nodes++;
        node = i;
    }
    const char *where = nodes == 1 ? finding_name(findings, energy->nodes[node])
                                   : arena_format(findings->arena, "%zu nodes", nodes);
    size_t of = nodes == 1 ? node : row;
    return arena_format(findings->arena, " %s of %s %s counters of %s gave no reading but 0.",
                        finding_quantity(findings, energy->unread[of], ""),
                        finding_quantity(findings, energy->counters[of], ""),
                        finding_name(findings, energy->domains[row]), where);
}

static const char *known_text(const struct findings *findings, const struct energy_columns *energy,
                              const struct gaps *gaps, const char *domains)
{
    const char *share = finding_percent(findings, energy->covered_share[gaps->worst]);
    if (gaps->count > 1)
        return arena_format(findings->arena,
                            "Energy (%s) is known for %s%s of the node-hours; the totals are too "
                            "low.",
                            domains, gaps->shares_differ ? "at least " : "", share);
    const char *total = finding_quantity(findings, energy->energy_kWh[gaps->worst] * 1000, "Wh");
    return arena_format(findings->arena,
                        "Energy (%s) is known for %s of the node-hours; the total of %s is too "
                        "low.",
                        domains, share, total);
}

/* Whether what is missing of a node is no more than the time around its samples, as in short jobs.
 */
static bool is_between_samples(const struct findings *findings, const struct energy_columns *energy,
                               size_t row)
{
    const struct signals *signals = findings->request->signals;
    size_t number = signals_find(signals, energy->metrics[row]);
    if (number == (size_t)-1)
        return false;
    double due_s = findings->time.end - findings->time.start;
    return due_s - energy->covered_s[row] <= BESIDE_SAMPLES * signals->metrics[number].grid.step;
}

static const char *gap_advice(const struct findings *findings, const struct energy_columns *energy,
                              const struct gaps *gaps)
{
    const char *metric = energy->metrics[gaps->worst];
    size_t lowest = lowest_node(energy, metric);
    if (gaps->may_wrap && !(energy->unread[gaps->worst] > 0))
        return "sample energy counters more often";
    if (lowest < energy->rows && is_between_samples(findings, energy, lowest))
        return "sample more often: it is known between the first and the last sample alone";
    return lowest < energy->rows
               ? arena_format(findings->arena, "check that the energy counters of %s are readable",
                              finding_name(findings, energy->nodes[lowest]))
               : "";
}

/* One cause, such as a file that may not be read, hides several domains: one finding. */
static void add_gaps(struct findings *findings, const struct energy_columns *energy, bool known)
{
    struct gaps gaps = find_gaps(findings, energy, known);
    if (!gaps.count)
        return;
    double share = energy->covered_share[gaps.worst];
    const char *domains = finding_list(findings, gaps.domains, gaps.domain_count);
    const char *unread = unread_text(findings, energy, gaps.worst);
    const char *text =
        known ? known_text(findings, energy, &gaps, domains)
              : arena_format(findings->arena, "Energy (%s) is not known%s.", domains,
                             gaps.may_wrap ? ": its counters may wrap between two samples" : "");
    finding_add(findings, (struct finding){
                              .weight = share < POOR_COVERAGE ? 50 : 35,
                              .level = share < POOR_COVERAGE ? "warn" : "note",
                              .section = energy->metrics[gaps.worst],
                              .text = arena_format(findings->arena, "%s%s", text, unread),
                              .value = share,
                              .unit = "",
                              .threshold = LEAST_COVERAGE,
                              .advice = gap_advice(findings, energy, &gaps),
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
    add_gaps(findings, &energy, true);
    add_gaps(findings, &energy, false);
    for (size_t row = 0; row < energy.rows; row++)
        if (strcmp(energy.nodes[row], "*") == 0 && !is_gap(&energy, row))
            add_wraps(findings, &energy, row);
}
