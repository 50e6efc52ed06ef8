/* When the nodes did little: idle phases, load without work, waiting for files. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/blocked.h"
#include "analysis/findings/collapse.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/phases.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"

static const char idle_rule[] = "nodes.idle", bound_rule[] = "nodes.io-bound";

static const double MAINLY = 0.8, HALF = 0.5; /* of the idle time; of what is in iowait */

/* ---- idle phases ---- */

struct idleness {
    size_t phases, longest; /* row of the longest */
    double total_s, highest;
    double silent_nodes; /* most in any phase */
};

static struct idleness find_idleness(const struct phases_rows *phases)
{
    const double *durations = phases->duration_s;
    struct idleness idleness = {.phases = phases->rows};
    for (size_t row = 0; row < phases->rows; row++) {
        idleness.total_s += durations[row];
        idleness.highest = fmax(idleness.highest, phases->highest[row]);
        idleness.silent_nodes = fmax(idleness.silent_nodes, phases->silent_nodes[row]);
        if (durations[row] > durations[idleness.longest])
            idleness.longest = row;
    }
    return idleness;
}

double finding_idle_share(const struct findings *findings)
{
    const struct phases_rows phases = phases_rows(findings->tables);
    double length_s = findings->time.end - findings->time.start;
    if (!phases.rows || !(length_s > 0))
        return 0;
    return fmin(find_idleness(&phases).total_s / length_s, 1);
}

/* "CPU load below 2 % of its p95", or what it was where the limit is another. */
static const char *limit_text(const struct findings *findings, const struct phases_rows *phases,
                              const struct idleness *idleness)
{
    const char *metric = phases->metric[0];
    const char *label = finding_label(findings, metric);
    double limit = phases->threshold[0];
    double p95 = finding_number(findings, metric, "p95");
    if (fabs(limit - p95 * PHASES_IDLE_PERCENT / 100) <= 1e-9 * limit && idleness->highest <= limit)
        return arena_format(findings->arena, "%s below %d %% of its p95", label,
                            PHASES_IDLE_PERCENT);
    if (strcmp(metric, "cpu_percent") == 0)
        return arena_format(findings->arena, "at most %s cores busy",
                            finding_quantity(findings, idleness->highest / 100, ""));
    return arena_format(findings->arena, "%s at most %s", label,
                        finding_quantity(findings, idleness->highest,
                                         finding_unit(findings, metric)));
}

static const char *who_text(const struct findings *findings, const char *metric,
                            double silent_nodes)
{
    const struct node_metrics_rows table = node_metrics_rows(findings->tables);
    size_t row = rows_find(table.rows, 0, table.metric, metric, NULL, NULL);
    double nodes = finding_number(findings, metric, "nodes");
    if (nodes > 1 && silent_nodes > 0)
        return arena_format(findings->arena, "All nodes with samples (%s of %s) were idle",
                            COUNT_TEXT(nodes - silent_nodes), COUNT_TEXT(nodes));
    if (nodes > 1 || !table.rows || row >= table.rows)
        return "All nodes were idle";
    return arena_format(findings->arena, "%s was idle", finding_name(findings, table.node[row]));
}

static void give_idleness(struct rule_finding *made, const struct phases_rows *phases,
                          const struct idleness *idleness, double share)
{
    const struct findings *findings = made->findings;
    size_t row = idleness->longest;
    rule_text(made, "metric", phases->metric[0]);
    rule_text(made, "who", who_text(findings, phases->metric[row], idleness->silent_nodes));
    rule_text(made, "when", finding_span(findings, phases->start[row], phases->end[row]));
    rule_text(made, "limit", limit_text(findings, phases, idleness));
    rule_text(made, "idle_too", phases->idle_too[row]);
    rule_number(made, "total", idleness->total_s);
    rule_number(made, "share", share);
    rule_number(made, "phases", (double)idleness->phases);
}

/* Whether it is reported that the nodes waited for I/O in most of the idle time, or that half of it
 * is of a fall of the load to the end. */
static bool is_reported(const struct findings *findings, const struct phases_rows *phases)
{
    double total_s = 0, waiting_s = 0, fallen_s = 0;
    for (size_t row = 0; row < phases->rows; row++) {
        total_s += phases->duration_s[row];
        waiting_s += finding_waiting_within(findings, phases->start[row], phases->end[row]);
        fallen_s += collapse_within(findings, phases->start[row], phases->end[row], true);
    }
    return waiting_s >= MAINLY * total_s || fallen_s >= HALF * total_s;
}

static void add_idleness(struct findings *findings)
{
    const struct phases_rows phases = phases_rows(findings->tables);
    if (!phases.rows || is_reported(findings, &phases) || finding_gpu_waiting_s(findings) > 0)
        return;
    struct idleness idleness = find_idleness(&phases);
    double share = finding_idle_share(findings);
    const char *blocked =
        blocked_text(findings, phases.start[idleness.longest], phases.end[idleness.longest]);
    struct rule_finding made = rule_begin(findings, idle_rule);
    bool is_long = share >= rule_limit(&made, "long_share");
    bool is_some =
        share >= rule_limit(&made, "some_share") && idleness.total_s >= rule_limit(&made, "some_s");
    bool is_whole = share >= FINDING_WHOLE_RUN;
    double last_end = phases.end[phases.rows - 1];
    bool is_to_end = is_some && findings->time.end - last_end <=
                                    rule_limit(&made, "end_tail") * idleness.total_s;
    give_idleness(&made, &phases, &idleness, share);
    rule_text(&made, "blocked", blocked);
    made.variant = is_whole ? "whole run" : idleness.phases == 1 ? "one phase" : "phases";
    made.advice_variant = blocked ? "blocked" : is_whole ? "whole run" : "phase";
    made.level = is_long ? RULE_BAD : is_some ? RULE_WARN : RULE_NOTE;
    if (is_some || is_long)
        made.threshold = rule_limit(&made, is_long ? "long_share" : "some_share");
    made.more_weight = is_whole ? rule_limit(&made, "whole_run_weight") : 0;
    made.finding.explains_low_load = is_long;
    made.finding.clue = is_to_end ? FINDING_CLUE_HANG : 0;
    made.finding.clue_about = "the idle nodes";
    rule_add_little_use(&made, NULL);
}

/* ---- busy without work ---- */

static void add_stalls(struct findings *findings)
{
    const struct stalls_rows stalls = stalls_rows(findings->tables);
    for (size_t row = 0; row < stalls.rows; row++) {
        double start = stalls.start[row];
        double length_s = stalls.duration_s[row];
        double share = length_s / (findings->time.end - findings->time.start);
        const char *metric = stalls.metric[row];
        const char *quiet = stalls.quiet[row], *left = quiet;
        struct rule_finding made = rule_begin(findings, "nodes.hang");
        rule_text(&made, "metric", finding_next_name(findings, &left));
        rule_text(&made, "load",
                  finding_quantity(findings, stalls.load[row], finding_unit(findings, metric)));
        rule_text(&made, "quiet", finding_labels(findings, quiet));
        rule_number(&made, "start", start);
        rule_number(&made, "length", length_s);
        rule_number(&made, "share", fmin(share, 1));
        made.level = RULE_BAD;
        made.finding.explains_low_load = true;
        made.finding.clue = FINDING_CLUE_HANG;
        made.finding.clue_about = "a possible hang";
        rule_add(&made);
    }
}

/* ---- files ---- */

static const double SWAPPING = 0.5; /* of the run: a node waits for its swap, not for files */

/* NaN of nodes that swap, too: what they wait for is reported as such. */
static double value_at(const struct findings *findings, const struct file_waits_rows *table,
                       const char *column, size_t row)
{
    double length_s = findings->time.end - findings->time.start;
    double swapping_s = finding_node_swapping_s(findings, table->node[row]);
    bool swaps = swapping_s > 0 && swapping_s >= SWAPPING * length_s;
    return swaps ? NUMBER_MISSING : table_numbers(table->table, column)[row];
}

static double mean_of_column(const struct findings *findings, const struct file_waits_rows *table,
                             const char *column)
{
    double sum = 0;
    size_t count = 0;
    for (size_t row = 0; row < table->rows; row++) {
        double value = value_at(findings, table, column, row);
        if (isnan(value))
            continue;
        sum += value;
        count++;
    }
    return count ? sum / (double)count : NUMBER_MISSING;
}

/* How the nodes' values of a column, shares of the time, differ: those of `much` or more, and the
 * others. */
struct spread {
    size_t known, high, worst; /* nodes; worst: a row */
    double mean, high_mean, others_mean;
};

static struct spread spread_of(const struct findings *findings, const struct file_waits_rows *table,
                               const char *column, double much)
{
    double worst = NUMBER_MISSING;
    struct spread spread = {.mean = mean_of_column(findings, table, column)};
    double sums[2] = {0, 0};
    for (size_t row = 0; row < table->rows; row++) {
        double value = value_at(findings, table, column, row);
        if (isnan(value))
            continue;
        bool is_high = value >= much;
        if (!spread.known++ || value > worst) {
            spread.worst = row;
            worst = value;
        }
        spread.high += is_high;
        sums[is_high] += value;
    }
    spread.high_mean = spread.high ? fmax(sums[1] / (double)spread.high, much) : NUMBER_MISSING;
    spread.others_mean = sums[0] / (double)(spread.known - spread.high);
    return spread;
}

/* "; the other 3 nodes for 0.5 % on average" */
static const char *others_text(const struct findings *findings, const struct spread *spread)
{
    size_t others = spread->known - spread->high;
    const char *share = finding_percent(findings, spread->others_mean);
    return others == 1 ? arena_format(findings->arena, "; the other node for %s", share)
                       : arena_format(findings->arena, "; the other %s nodes for %s on average",
                                      COUNT_TEXT(others), share);
}

/* "n3 waited for I/O 70 % of the time (iowait); the other 3 nodes 0.5 % on average", or the mean
 * where all wait. */
static void add_iowait(struct findings *findings, const char *metric,
                       const struct file_waits_rows *waits, const struct spread *spread)
{
    struct rule_finding made = rule_begin(findings, "nodes.io-wait");
    /* The mean of values just below the threshold may be rounded up to it. */
    bool are_all = spread->high == spread->known || !spread->high;
    rule_text(&made, "metric", metric);
    rule_text(&made, "node", finding_name(findings, waits->node[spread->worst]));
    rule_text(&made, "others", are_all ? "" : others_text(findings, spread));
    rule_number(&made, "share", are_all ? spread->mean : spread->high_mean);
    rule_number(&made, "most", waits->iowait[spread->worst]);
    rule_number(&made, "nodes", (double)spread->high);
    rule_number(&made, "of", (double)spread->known);
    made.variant = are_all ? "all nodes" : spread->high == 1 ? "one node" : "some nodes";
    made.finding.explains_low_load = true;
    rule_add(&made);
}

/* Whether the intervals that are reported make most of the mean. */
static bool intervals_explain(const struct findings *findings, double iowait)
{
    const struct pauses_rows pauses = pauses_rows(findings->tables);
    double waited_s = 0;
    for (size_t row = 0; row < pauses.rows; row++)
        if (pauses.waiting_nodes[row] > 0)
            waited_s += pauses.iowait[row] * pauses.duration_s[row];
    return waited_s >= MAINLY * iowait * (findings->time.end - findings->time.start);
}

/* Of the one node, or the mean where it is `waits->rows`. */
static double value_of(const struct findings *findings, const struct file_waits_rows *waits,
                       const char *column, size_t row)
{
    return row < waits->rows ? value_at(findings, waits, column, row)
                             : mean_of_column(findings, waits, column);
}

static void add_bound(struct findings *findings, const char *section,
                      const struct file_waits_rows *waits, double share)
{
    struct rule_finding made = rule_begin(findings, bound_rule);
    struct spread spread = spread_of(findings, waits, "share_of_time", rule_limit(&made, "warn"));
    bool is_of_one = spread.high == 1 && spread.known > 1;
    size_t row = is_of_one ? spread.worst : waits->rows;
    double load = value_of(findings, waits, "cpu_share", row);
    rule_text(&made, "section", section);
    rule_text(&made, "node", finding_name(findings, waits->node[spread.worst]));
    rule_text(&made, "others", is_of_one ? others_text(findings, &spread) : "");
    rule_number(&made, "share", is_of_one ? spread.high_mean : share);
    rule_number(&made, "traffic", value_of(findings, waits, "file_B_s", row));
    rule_number(&made, "several", waits->rows > 1);
    rule_number(&made, "load", load);
    rule_number(&made, "low", isnan(load));
    made.variant = is_of_one ? "one node" : "all nodes";
    made.finding.explains_low_load = true;
    rule_add(&made);
}

/* Of a few samples one alone is a large share of the time. */
static bool has_enough_samples(const struct findings *findings, const char *metric)
{
    return finding_number(findings, metric, "samples") >=
           finding_limit(findings, bound_rule, "least_samples") *
               finding_number(findings, metric, "nodes");
}

static void add_file_waits(struct findings *findings)
{
    const struct file_waits_rows waits = file_waits_rows(findings->tables);
    const struct node_load *load = node_load_of(findings->request->signals);
    const struct signal_metric *waiting = node_load_iowait(findings->request->signals);
    if (!waits.rows || !(load || waiting))
        return;
    const char *section = load ? load->metric : waiting->name;
    double share = mean_of_column(findings, &waits, "share_of_time");
    struct spread iowait =
        spread_of(findings, &waits, "iowait", finding_limit(findings, "nodes.io-wait", "warn"));
    if (iowait.mean >= finding_limit(findings, "nodes.io-wait", "warn") &&
        intervals_explain(findings, iowait.mean))
        return;
    if (iowait.mean >= finding_limit(findings, "nodes.io-wait", "warn")) {
        add_iowait(findings, section, &waits, &iowait);
        return;
    }
    if (share >= finding_limit(findings, bound_rule, "warn") &&
        has_enough_samples(findings, section))
        add_bound(findings, section, &waits, share);
}

void findings_of_load(struct findings *findings)
{
    add_idleness(findings);
    add_stalls(findings);
    add_file_waits(findings);
}
