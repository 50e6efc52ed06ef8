/* Energy that is not known, or known only because wraps of the counters were mended. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/silences.h"
#include "analysis/nodes/gpu_hosts.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"
#include "util/quantity.h"

static const char gap_rule[] = "energy.incomplete";

struct energy_columns {
    const char *const *nodes, *const *metrics, *const *domains;
    const double *energy_J, *covered_share, *covered_s, *wraps, *unknown_steps, *range_J;
    const double *counters, *unread, *unknown_s;
    size_t rows;
    double least_coverage; /* below it there is a gap */
};

static struct energy_columns columns_of(const struct findings *findings,
                                        const struct energy_rows *table)
{
    return (struct energy_columns){
        .nodes = table->node,
        .metrics = table->metric,
        .domains = table->domain,
        .energy_J = table->energy_J,
        .covered_share = table->covered_share,
        .covered_s = table->seconds,
        .wraps = table->wraps,
        .unknown_steps = table->unknown_steps,
        .range_J = table->range_J,
        .counters = table->counters,
        .unread = table->unread_counters,
        .unknown_s = table->unknown_seconds,
        .rows = table->rows,
        .least_coverage = finding_limit(findings, gap_rule, "note"),
    };
}

enum { MOST_DOMAINS = 8, MOST_NAMES = 3 };

/* Domains with gaps, of one finding: those of which some energy is known, or none. */
struct gaps {
    const char *domains[MOST_DOMAINS]; /* each once */
    size_t domain_count, count, worst; /* rows */
    size_t rows[MOST_DOMAINS];         /* a row of each */
    bool may_wrap, shares_differ;
};

static bool is_gap(const struct energy_columns *energy, size_t row)
{
    return strcmp(energy->nodes[row], "*") == 0 &&
           energy->covered_share[row] < energy->least_coverage;
}

static void add_domain(struct gaps *gaps, const char *domain, size_t row)
{
    for (size_t i = 0; i < gaps->domain_count; i++)
        if (strcmp(gaps->domains[i], domain) == 0)
            return;
    if (gaps->domain_count == MOST_DOMAINS)
        return;
    gaps->rows[gaps->domain_count] = row;
    gaps->domains[gaps->domain_count++] = domain;
}

/* ---- nodes ---- */

/* Nodes of which a metric is not known throughout, those of which least is known first. */
struct lacking {
    const char *names[MOST_NAMES];
    double shares[MOST_NAMES]; /* of the run that are known */
    size_t count, due;         /* all that lack some; nodes that should have it */
    double least;              /* of the run: less is lacking */
};

static void add_lacking(struct lacking *lacking, const char *name, double share)
{
    size_t place = lacking->count < MOST_NAMES ? lacking->count : MOST_NAMES;
    lacking->count++;
    while (place > 0 && share < lacking->shares[place - 1])
        place--;
    for (size_t i = MOST_NAMES - 1; i > place; i--) {
        lacking->names[i] = lacking->names[i - 1];
        lacking->shares[i] = lacking->shares[i - 1];
    }
    if (place < MOST_NAMES) {
        lacking->names[place] = name;
        lacking->shares[place] = share;
    }
}

/* Whether its samples stop for good, which is reported, and nothing else is missing. */
static bool is_silent(const struct findings *findings, const char *node, double share, double least)
{
    const struct nodes_rows nodes = nodes_rows(findings->tables);
    const struct silences *silences = silences_find(findings);
    size_t row = rows_find(nodes.rows, 0, nodes.node, node, NULL, NULL);
    if (row == nodes.rows || !(silences->count || finding_reports_stop(findings, node)))
        return false;
    double last = silences->lasts ? fmin(silences->lasts[row], nodes.last[row]) : nodes.last[row];
    double before = (last - findings->time.start) / (findings->time.end - findings->time.start);
    return before < least && share >= before - (1 - least);
}

struct known_share {
    const char *node;
    double share; /* of the run for which a metric is known */
};
typedef LIST_OF(struct known_share) known_shares;

/* Nodes of which something else of the metric's scope was sampled, but not the metric at all. */
static void add_absent(known_shares *shares, const struct signals *signals, const char *metric)
{
    enum { NOT_DUE, DUE, THERE };
    size_t number = signals_find(signals, metric);
    if (number == (size_t)-1)
        return;
    uint8_t *nodes = memory_alloc_array(signals->node_count + 1, sizeof *nodes);
    for (size_t i = 0; i < signals->count; i++) {
        uint8_t *node = &nodes[signals->items[i].node];
        const struct signal_metric *other = &signals->metrics[signals->items[i].metric];
        if (signals->items[i].metric == number)
            *node = THERE;
        else if (*node == NOT_DUE && gpu_hosts_make_due(&signals->metrics[number], other))
            *node = DUE;
    }
    for (size_t node = 0; node < signals->node_count; node++)
        if (nodes[node] == DUE)
            *list_add(shares) = (struct known_share){signals->nodes[node].name, 0};
    free(nodes);
}

static void add_shares(known_shares *shares, const struct findings *findings,
                       const struct energy_columns *energy, const char *metric)
{
    for (size_t row = 0; row < energy->rows; row++)
        if (strcmp(energy->metrics[row], metric) == 0 && strcmp(energy->nodes[row], "*") != 0)
            *list_add(shares) =
                (struct known_share){energy->nodes[row], energy->covered_share[row]};
    add_absent(shares, findings->request->signals, metric);
}

static int compare_nodes(const void *left, const void *right)
{
    const struct known_share *l = left, *r = right;
    int order = natural_compare(l->node, r->node);
    return order ? order : (l->share > r->share) - (l->share < r->share);
}

/* Of several metrics a node lacks what it lacks most of. */
static struct lacking lacking_of(const struct findings *findings, known_shares *shares,
                                 double least)
{
    struct lacking lacking = {.least = least};
    if (shares->count)
        qsort(shares->items, shares->count, sizeof *shares->items, compare_nodes);
    for (size_t i = 0; i < shares->count; i++) {
        const struct known_share *item = &shares->items[i];
        if (i > 0 && strcmp(item->node, shares->items[i - 1].node) == 0)
            continue;
        lacking.due++;
        if (item->share < least && !is_silent(findings, item->node, item->share, least))
            add_lacking(&lacking, item->node, item->share);
    }
    free(shares->items);
    return lacking;
}

static struct lacking find_lacking(const struct findings *findings,
                                   const struct energy_columns *energy, const size_t *rows,
                                   size_t count)
{
    known_shares shares = {0};
    for (size_t i = 0; i < count; i++)
        add_shares(&shares, findings, energy, energy->metrics[rows[i]]);
    return lacking_of(findings, &shares, energy->least_coverage);
}

/* "n2 (34 % of the run) and n3 (none)"; "" where it is so on all. */
static const char *lacking_text(const struct findings *findings, const struct lacking *lacking)
{
    const char *items[MOST_NAMES + 1];
    size_t count = 0;
    if (!lacking->count || lacking->count == lacking->due)
        return "";
    for (; count < MOST_NAMES && count < lacking->count; count++) {
        double share = lacking->shares[count];
        const char *known = share > 0 ? finding_percent(findings, share) : "none";
        items[count] = arena_format(findings->arena, "%s (%s%s)",
                                    finding_name(findings, lacking->names[count]), known,
                                    !count && share > 0 ? " of the run" : "");
    }
    if (lacking->count > count) {
        items[count] = arena_format(findings->arena, "%s more", COUNT_TEXT(lacking->count - count));
        count++;
    }
    return finding_list(findings, items, count);
}

/* Which of the counters that the worst gap is of have no reading, or whose power; else on which
 * nodes it is incomplete. */
static void give_where(struct rule_finding *made, const struct energy_columns *energy, size_t row,
                       const struct lacking *lacking)
{
    const struct findings *findings = made->findings;
    if (!(energy->unread[row] > 0)) {
        rule_text(made, "incomplete", lacking_text(findings, lacking));
        return;
    }
    size_t nodes = 0, node = row;
    for (size_t i = 0; i < energy->rows; i++) {
        if (strcmp(energy->metrics[i], energy->metrics[row]) != 0 ||
            strcmp(energy->nodes[i], "*") == 0 || !(energy->unread[i] > 0))
            continue;
        nodes++;
        node = i;
    }
    size_t of = nodes == 1 ? node : row;
    rule_text(made, energy->counters[row] == 0 ? "not_measured" : "where",
              nodes == 1 ? finding_name(findings, energy->nodes[node])
                         : arena_format(findings->arena, "%s nodes", COUNT_TEXT(nodes)));
    rule_text(made, "domain", finding_name(findings, energy->domains[row]));
    rule_number(made, "unread", energy->unread[of]);
    rule_number(made, "counters", energy->counters[of]);
}

/* ---- gaps ---- */

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
    return due_s - energy->covered_s[row] <=
           signals->metrics[number].grid.step * finding_limit(findings, gap_rule, "beside_samples");
}

/* The row count where the node does not have the metric at all. */
static size_t row_of_node(const struct energy_columns *energy, const char *metric, const char *node)
{
    size_t row = 0;
    while (row < energy->rows &&
           (strcmp(energy->metrics[row], metric) != 0 || strcmp(energy->nodes[row], node) != 0))
        row++;
    return row;
}

static const char *gap_advice(const struct findings *findings, const struct energy_columns *energy,
                              const struct gaps *gaps, const struct lacking *lacking)
{
    if (gaps->may_wrap && !(energy->unread[gaps->worst] > 0))
        return "wraps";
    if (!lacking->count)
        return "none";
    size_t row = energy->rows;
    for (size_t i = 0; i < gaps->domain_count && row == energy->rows; i++)
        row = row_of_node(energy, energy->metrics[gaps->rows[i]], lacking->names[0]);
    if (row < energy->rows && is_between_samples(findings, energy, row))
        return "between samples";
    return energy->counters[gaps->worst] != 0 ? "counters" : "power";
}

static const char *whose_text(const struct findings *findings, const struct lacking *lacking)
{
    if (!lacking->count || (lacking->count == lacking->due && lacking->due > 1))
        return "the nodes";
    return finding_name(findings, lacking->names[0]);
}

/* Power that no node measures is no gap in what is measured. */
static bool is_unread_everywhere(const struct energy_columns *energy, size_t row,
                                 const struct lacking *lacking)
{
    return energy->counters[row] == 0 && energy->unread[row] > 0 &&
           (size_t)energy->unread[row] == lacking->due;
}

/* By the finding of nodes that are silent. */
static bool is_explained(const struct findings *findings, const struct energy_columns *energy,
                         size_t row)
{
    struct lacking lacking = find_lacking(findings, energy, &row, 1);
    return !(energy->unknown_steps[row] > 0) && lacking.due > 0 && !lacking.count;
}

static struct gaps find_gaps(const struct findings *findings, const struct energy_columns *energy,
                             bool known)
{
    struct gaps gaps = {0};
    for (size_t row = 0; row < energy->rows; row++) {
        if (!is_gap(energy, row) || isnan(energy->energy_J[row]) == known ||
            (known && is_explained(findings, energy, row)))
            continue;
        gaps.shares_differ =
            gaps.shares_differ || (gaps.count && fabs(energy->covered_share[row] -
                                                      energy->covered_share[gaps.worst]) > 0.005);
        if (!gaps.count++ || energy->covered_share[row] < energy->covered_share[gaps.worst])
            gaps.worst = row;
        gaps.may_wrap = gaps.may_wrap || energy->unknown_steps[row] > 0;
        add_domain(&gaps, finding_name(findings, energy->domains[row]), row);
    }
    return gaps;
}

/* One cause, such as a file that may not be read, hides several domains: one finding. */
static void add_gaps(struct findings *findings, const struct energy_columns *energy, bool known)
{
    struct rule_finding made = rule_begin(findings, gap_rule);
    struct gaps gaps = find_gaps(findings, energy, known);
    if (!gaps.count)
        return;
    struct lacking lacking = find_lacking(findings, energy, gaps.rows, gaps.domain_count);
    double share = energy->covered_share[gaps.worst];
    bool is_poor =
        share < rule_limit(&made, "warn") && !is_unread_everywhere(energy, gaps.worst, &lacking);
    rule_text(&made, "metric", energy->metrics[gaps.worst]);
    rule_text(&made, "domains", finding_list(findings, gaps.domains, gaps.domain_count));
    rule_text(&made, "whose", whose_text(findings, &lacking));
    rule_number(&made, "share", share);
    rule_number(&made, "total", energy->energy_J[gaps.worst] / QUANTITY_HOUR_S);
    rule_number(&made, "differ", gaps.shares_differ);
    rule_number(&made, "may_wrap", gaps.may_wrap);
    give_where(&made, energy, gaps.worst, &lacking);
    made.variant = !known ? "no total" : gaps.count > 1 ? "several totals" : "one total";
    made.advice_variant = gap_advice(findings, energy, &gaps, &lacking);
    made.level = is_poor ? RULE_WARN : RULE_NOTE;
    rule_add(&made);
}

/* "once", "3 times" */
static void give_times(struct rule_finding *made, double count)
{
    rule_number(made, count == 1 ? "once" : "times", count);
}

/* Falls of counters that may be wraps or not, where they are too few to be a gap. */
static void add_unknown(struct findings *findings, const struct energy_columns *energy, size_t row)
{
    struct rule_finding made = rule_begin(findings, "energy.lower-bound");
    double share = energy->unknown_s[row] / (energy->unknown_s[row] + energy->covered_s[row]);
    if (isnan(energy->energy_J[row]))
        return;
    rule_text(&made, "metric", energy->metrics[row]);
    rule_text(&made, "domain", finding_name(findings, energy->domains[row]));
    rule_number(&made, "share", share);
    rule_number(&made, "energy", energy->energy_J[row] / QUANTITY_HOUR_S);
    give_times(&made, energy->unknown_steps[row]);
    made.advice_variant = share >= rule_limit(&made, "much") ? "much" : "little";
    rule_add(&made);
}

static void add_wraps(struct findings *findings, const struct energy_columns *energy, size_t row)
{
    struct rule_finding made = rule_begin(findings, "energy.counter-wrapped");
    double samples = finding_number(findings, energy->metrics[row], "samples");
    rule_text(&made, "metric", energy->metrics[row]);
    rule_text(&made, "domain", finding_name(findings, energy->domains[row]));
    rule_number(&made, "share", energy->wraps[row] / samples);
    give_times(&made, energy->wraps[row]);
    rule_number(&made, "samples", samples);
    rule_number(&made, "range", energy->range_J[row]);
    rule_add(&made);
}

void findings_of_energy(struct findings *findings)
{
    const struct energy_rows table = energy_rows(findings->tables);
    if (!table.rows)
        return;
    struct energy_columns energy = columns_of(findings, &table);
    add_gaps(findings, &energy, true);
    add_gaps(findings, &energy, false);
    for (size_t row = 0; row < energy.rows; row++)
        if (strcmp(energy.nodes[row], "*") == 0 && !is_gap(&energy, row)) {
            add_unknown(findings, &energy, row);
            add_wraps(findings, &energy, row);
        }
}
