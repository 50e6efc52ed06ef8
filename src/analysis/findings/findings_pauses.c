/* Intervals amid the run in which the processors of all nodes did little: they waited for I/O, for
 * each other, or for what no metric says. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"

enum { MOST_ITEMS = 3, ENOUGH_ITEMS = 2, MANY = 4 /* pauses: the job may mean them */ };

static const double LEAST_S = 180;          /* in pauses */
static const double KEPT = 0.8, FELL = 0.5; /* of what was otherwise */
static const double REPORTED = 0.5;         /* of a pause, by another */

/* The pauses of one kind. */
struct some {
    size_t count, longest; /* row */
    double total_s;
};

static bool waits(const struct pauses_rows *pauses, size_t row)
{
    return pauses->waiting_nodes[row] > 0;
}

/* Whether idle or serial phases, most nodes beside a few, a fall of the load, or idle GPUs are
 * reported for it. */
static bool is_reported(const struct findings *findings, const struct pauses_rows *pauses,
                        size_t row)
{
    static const char *const others[] = {"phases", "serial_phases", "few_at_work",
                                         "stalls", "gpu_hangs",     "load_drops"};
    double start = pauses->start[row], end = pauses->end[row];
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (finding_phases_within(tables_find(findings->tables, others[i]), start, end) >=
            REPORTED * (end - start))
            return true;
    return finding_gpu_rests_within(findings, start, end) >= REPORTED * (end - start);
}

static struct some some_of(const struct findings *findings, bool waiting)
{
    const struct pauses_rows pauses = pauses_rows(findings->tables);
    struct some some = {0};
    for (size_t row = 0; row < pauses.rows; row++) {
        const double *durations = pauses.duration_s;
        if (waits(&pauses, row) != waiting || (!waiting && is_reported(findings, &pauses, row)))
            continue;
        if (!some.count++ || durations[row] > durations[some.longest])
            some.longest = row;
        some.total_s += durations[row];
    }
    return some;
}

double finding_waiting_within(const struct findings *findings, double start, double end)
{
    const struct pauses_rows pauses = pauses_rows(findings->tables);
    double within_s = 0;
    for (size_t row = 0; row < pauses.rows; row++)
        if (waits(&pauses, row))
            within_s += finding_phase_within(pauses.table, row, start, end);
    return within_s;
}

/* "from 10:03 to 10:23 (20 min, 15 % of the run)" */
static const char *when_text(const struct findings *findings, const struct pauses_rows *pauses,
                             const struct some *some)
{
    const char *span =
        finding_span(findings, pauses->start[some->longest], pauses->end[some->longest]);
    const char *total = finding_quantity(findings, some->total_s, "s");
    const char *share =
        finding_percent(findings, some->total_s / (findings->time.end - findings->time.start));
    if (some->count == 1)
        return arena_format(findings->arena, "%s (%s, %s of the run)", span, total, share);
    return arena_format(findings->arena, "in %s intervals (%s, %s of the run; the longest %s)",
                        COUNT_TEXT(some->count), total, share, span);
}

/* "CPU load fell from 64.0 to 2.6", and of a further item the same without the verb. */
static const char *fall_text(const struct findings *findings, const char *label, const char *from,
                             const char *to, bool is_first)
{
    return arena_format(findings->arena, "%s%s from %s to %s", label, is_first ? " fell" : "", from,
                        to);
}

static const char *rate_fall(const struct findings *findings, const struct pauses_rows *pauses,
                             size_t row, bool is_first)
{
    const char *rate = pauses->rate[row];
    const char *unit = finding_unit(findings, rate);
    const char *during = finding_quantity(findings, pauses->rate_during[row], unit);
    return fall_text(findings, finding_label(findings, rate),
                     finding_quantity(findings, pauses->rate_otherwise[row], unit),
                     pauses->nodes[row] > 1 ? arena_format(findings->arena, "%s per node", during)
                                            : during,
                     is_first);
}

/* "CPU load fell from 64.0 to 2.6 and floating-point rate from 600 GF/s to 25 GF/s per node"; ""
 * where nothing did. */
static const char *fell_text(const struct findings *findings, const struct pauses_rows *pauses,
                             size_t row)
{
    const char *items[MOST_ITEMS];
    const char *metric = pauses->metric[row];
    double load = pauses->load[row];
    double usual_load = pauses->load_otherwise[row];
    double user = pauses->user_share[row];
    double usual_user = pauses->user_share_otherwise[row];
    size_t count = 0;
    if (load <= FELL * usual_load) {
        items[count] = fall_text(findings, finding_label(findings, metric),
                                 finding_load(findings, metric, usual_load),
                                 finding_load(findings, metric, load), true);
        count++;
    }
    if (pauses->rate_during[row] <= FELL * pauses->rate_otherwise[row]) {
        items[count] = rate_fall(findings, pauses, row, count == 0);
        count++;
    }
    if (count < ENOUGH_ITEMS && user <= FELL * usual_user) {
        const char *to = finding_percent(findings, user);
        items[count] = fall_text(findings, "user time", finding_percent(findings, usual_user),
                                 arena_format(findings->arena, "%s of all cores", to), count == 0);
        count++;
    }
    return finding_list(findings, items, count);
}

/* The load where it stayed as it was. */
static void give_load(struct rule_finding *made, const struct pauses_rows *pauses, size_t row)
{
    const struct findings *findings = made->findings;
    const char *metric = pauses->metric[row];
    double load = pauses->load[row];
    if (!(load >= KEPT * pauses->load_otherwise[row]))
        return;
    rule_text(made, "label", finding_label(findings, metric));
    rule_text(made, "load", finding_load(findings, metric, load));
}

static const char *who_text(const struct findings *findings, const struct pauses_rows *pauses,
                            size_t row)
{
    double nodes = pauses->nodes[row];
    double waiting = pauses->waiting_nodes[row];
    const char *only = pauses->waiting_node[row];
    if (!(nodes > 1))
        return "The node";
    if (only)
        return arena_format(findings->arena, "%s alone of %s nodes", finding_name(findings, only),
                            COUNT_TEXT(nodes));
    return waiting >= nodes ? arena_format(findings->arena, "All %s nodes", COUNT_TEXT(nodes))
                            : arena_format(findings->arena, "%s of %s nodes", COUNT_TEXT(waiting),
                                           COUNT_TEXT(nodes));
}

/* Of the one node that waited, else of all. */
static void give_iowait(struct rule_finding *made, const struct pauses_rows *pauses, size_t row)
{
    double nodes = pauses->nodes[row];
    bool is_of_one = nodes > 1 && pauses->waiting_node[row];
    bool is_of_some = pauses->waiting_nodes[row] < nodes;
    rule_number(made, "before",
                is_of_one ? pauses->node_iowait_otherwise[row] : pauses->iowait_otherwise[row]);
    rule_number(made, "during", is_of_one ? pauses->node_iowait[row] : pauses->iowait[row]);
    rule_number(made, is_of_one ? "of_one" : is_of_some ? "of_all" : "of_each", 1);
}

static void add_waits(struct findings *findings, const struct pauses_rows *pauses,
                      const struct some *some)
{
    size_t row = some->longest;
    struct rule_finding made = rule_begin(findings, "nodes.io-pauses");
    double share = some->total_s / (findings->time.end - findings->time.start);
    bool is_warning =
        share >= rule_limit(&made, "warn") && some->total_s >= LEAST_S && some->count < MANY;
    rule_text(&made, "metric", pauses->metric[row]);
    rule_text(&made, "who", who_text(findings, pauses, row));
    rule_text(&made, "when", when_text(findings, pauses, some));
    rule_text(&made, "fell", finding_capital(findings, fell_text(findings, pauses, row)));
    give_iowait(&made, pauses, row);
    give_load(&made, pauses, row);
    rule_number(&made, "share", share);
    made.level = is_warning ? RULE_WARN : RULE_NOTE;
    made.finding.explains_low_load = is_warning;
    rule_add(&made);
}

static void add_rests(struct findings *findings, const struct pauses_rows *pauses,
                      const struct some *some)
{
    size_t row = some->longest;
    struct rule_finding made = rule_begin(findings, "nodes.pauses");
    double share = some->total_s / (findings->time.end - findings->time.start);
    double nodes = pauses->nodes[row];
    bool is_warning = share >= rule_limit(&made, "warn") && some->count < MANY;
    const char *fell = fell_text(findings, pauses, row);
    if (!*fell)
        return;
    rule_text(&made, "metric", pauses->metric[row]);
    rule_text(&made, "when", when_text(findings, pauses, some));
    rule_text(&made, "fell", finding_capital(findings, fell));
    give_load(&made, pauses, row);
    rule_number(&made, "nodes", nodes);
    rule_number(&made, "share", share);
    made.variant = nodes > 1 ? "nodes" : "node";
    made.level = is_warning ? RULE_WARN : RULE_NOTE;
    made.finding.explains_low_load = is_warning;
    rule_add_little_use(&made, NULL);
}

void findings_of_pauses(struct findings *findings)
{
    const struct pauses_rows pauses = pauses_rows(findings->tables);
    struct some waiting = some_of(findings, true), resting = some_of(findings, false);
    if (waiting.count)
        add_waits(findings, &pauses, &waiting);
    if (resting.count && resting.total_s >= LEAST_S)
        add_rests(findings, &pauses, &resting);
}
