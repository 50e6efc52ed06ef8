/* Nodes and GPUs that stopped to work long before the others, or whose load fell for good, and
 * nodes that do little beside others. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/gpu.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"
#include "util/quantity.h"

static const double A_CORE = 0.5; /* on average: what shows less is not kept */
static const char stopped_rule[] = "nodes.stopped", little_rule[] = "nodes.little-work";

enum { MOST_NAMED = 4 };

struct stopped {
    size_t earliest, count; /* row; of the metric */
    size_t idle;            /* of these, for the whole run */
    bool is_late;           /* all of them: the work may have been parted so */
};

/* Whether it did little from begin to end, and never stopped. */
static bool does_little(const struct stops_rows *stops, size_t row)
{
    return !isnan(stops->little_share[row]);
}

/* Whether its load fell for good, and it works on. */
static bool has_fallen(const struct stops_rows *stops, size_t row)
{
    return !isnan(stops->load_after[row]);
}

static bool has_stopped(const struct stops_rows *stops, size_t row)
{
    return !does_little(stops, row) && !has_fallen(stops, row);
}

/* GPUs that hardly work are reported with the use of GPUs. */
static bool is_reported(const struct findings *findings, const struct stops_rows *stops, size_t row,
                        const char *thing)
{
    const char *metric = stops->metric[row];
    if (strcmp(finding_thing(metric), thing) != 0 || strcmp(thing, "GPU") != 0)
        return strcmp(finding_thing(metric), thing) == 0;
    const struct device_use_rows uses = device_use_rows(findings->tables);
    size_t device = uses.rows ? finding_device_row(uses.table, stops->table, row) : 0;
    if (device < uses.rows)
        return uses.utilization_mean[device] > GPU_UNUSED;
    const struct node_metrics_rows means = node_metrics_rows(findings->tables);
    size_t place = rows_find(means.rows, 0, means.node, stops->node[row], means.metric, metric);
    return place < means.rows && means.mean[place] > 100 * GPU_UNUSED;
}

/* Not of nodes that others share. */
static bool tells(const struct findings *findings, const char *node,
                  bool (*holds)(const struct stops_rows *stops, size_t row))
{
    const struct stops_rows stops = stops_rows(findings->tables);
    size_t row = rows_find(stops.rows, 0, stops.node, node, NULL, NULL);
    return row < stops.rows && holds(&stops, row) &&
           finding_is_of_jobs(findings, stops.metric[row]);
}

bool finding_reports_stop(const struct findings *findings, const char *node)
{
    return tells(findings, node, has_stopped);
}

bool finding_reports_little_work(const struct findings *findings, const char *node)
{
    return tells(findings, node, does_little);
}

bool finding_reports_lasting_fall(const struct findings *findings, const char *node)
{
    return tells(findings, node, has_fallen);
}

/* The part of the run for which others worked on. */
static double left_of_run(const struct findings *findings, const struct stops_rows *stops,
                          size_t row)
{
    double last = stops->last_at_work[row];
    double end = stops->others_until[row];
    return isnan(last) ? 1 : (end - last) / (end - findings->time.start);
}

static struct stopped find_stopped(const struct findings *findings, const struct stops_rows *stops,
                                   const char *thing)
{
    const double *last = stops->last_at_work;
    struct stopped stopped = {.is_late = true};
    double late = finding_limit(findings, stopped_rule, "late");
    for (size_t row = 0; row < stops->rows; row++) {
        if (!is_reported(findings, stops, row, thing) || !has_stopped(stops, row))
            continue;
        double earliest = last[stopped.earliest];
        bool is_earlier = isnan(last[row]) ? !isnan(earliest) : last[row] < earliest;
        stopped.idle += isnan(last[row]) ? 1 : 0;
        stopped.is_late &= left_of_run(findings, stops, row) < late;
        if (!stopped.count++ || is_earlier)
            stopped.earliest = row;
    }
    return stopped;
}

/* "n1, n2 and n3"; "n1, n2, n3 and 7 more"; `about`: said of the first, or "". */
static const char *names_of(const struct findings *findings, const struct stops_rows *stops,
                            const char *thing,
                            bool (*holds)(const struct stops_rows *stops, size_t row), size_t count,
                            const char *about)
{
    const char *names[MOST_NAMED];
    size_t named = 0, most = count > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED;
    for (size_t row = 0; row < stops->rows && named < most; row++) {
        if (!is_reported(findings, stops, row, thing) || !holds(stops, row))
            continue;
        names[named] =
            arena_format(findings->arena, "%s%s", finding_worker(findings, stops->table, row),
                         named ? "" : about);
        named++;
    }
    if (named < count) {
        names[named] = arena_format(findings->arena, "%s more", COUNT_TEXT(count - named));
        named++;
    }
    return finding_list(findings, names, named);
}

/* "node", "nodes" */
static const char *things_text(const struct findings *findings, const char *thing, size_t count)
{
    return count == 1 ? thing : arena_format(findings->arena, "%ss", thing);
}

/* Who worked meanwhile, and until when. */
static void add_others(struct rule_finding *made, const struct stops_rows *stops, size_t row)
{
    double others = stops->others[row];
    rule_number(made, "others", others);
    rule_number(made, "several", others == 1 ? 0 : 1);
}

static const char *stopped_variant(const struct rule_finding *made, const struct stops_rows *stops,
                                   size_t row)
{
    double last = stops->last_at_work[row];
    double sample = stops->last_sample[row];
    double end = stops->others_until[row];
    if (isnan(last))
        return "idle";
    return sample - last < rule_limit(made, "silent") * (end - last) ? "silent" : "idle after";
}

static void add_stops(struct findings *findings, const struct stops_rows *stops, const char *thing)
{
    struct stopped stopped = find_stopped(findings, stops, thing);
    size_t row = stopped.earliest;
    bool several_idle = stopped.count > 1 && stopped.idle == stopped.count;
    if (!stopped.count)
        return;
    struct rule_finding made = rule_begin(findings, stopped_rule);
    rule_text(&made, "section", finding_worker_section(findings, stops->table, row));
    rule_text(&made, "thing", thing);
    rule_text(&made, "more_things", things_text(findings, thing, stopped.count - 1));
    rule_text(&made, "worker", finding_worker(findings, stops->table, row));
    rule_text(&made, "names", names_of(findings, stops, thing, has_stopped, stopped.count, ""));
    rule_number(&made, "count", (double)stopped.count);
    rule_number(&made, "of", stops->of[row]);
    rule_number(&made, "last", stops->last_at_work[row]);
    rule_number(&made, "until", stops->others_until[row]);
    rule_number(&made, "more", (double)(stopped.count - 1));
    rule_number(&made, "more_idle", stopped.idle > 1 ? 1 : 0);
    add_others(&made, stops, row);
    made.variant = several_idle ? "several idle" : stopped_variant(&made, stops, row);
    made.advice_variant = several_idle ? "idle" : stopped.is_late ? "late" : "early";
    made.level = stopped.is_late ? RULE_WARN : RULE_BAD;
    made.threshold = 0;
    made.finding.unit = strcmp(thing, "GPU") == 0 ? "GPUs" : "nodes";
    made.finding.explains_low_load = strcmp(thing, "node") == 0;
    made.finding.clue = several_idle ? 0 : FINDING_CLUE_NODE;
    made.finding.clue_about = finding_worker(findings, stops->table, row);
    if (several_idle)
        rule_add_little_use(&made, NULL);
    else /* a failure, whoever worked there */
        rule_add(&made);
}

/* ---- falls ---- */

/* Whether a finding about swapping of the same node says it already. */
static bool is_swapping(const struct findings *findings, const struct stops_rows *stops, size_t row)
{
    double last = stops->last_at_work[row];
    double end = stops->others_until[row];
    return finding_slow_swapping_within(findings, stops->node[row], last, end) >=
           finding_limit(findings, "nodes.load-fell-for-good", "swapping") * (end - last);
}

static void add_fall(struct findings *findings, const struct stops_rows *stops, size_t row,
                     size_t count, const char *thing)
{
    const char *metric = stops->metric[row];
    const char *worker = finding_worker(findings, stops->table, row);
    bool is_node = strcmp(thing, "node") == 0;
    struct rule_finding made = rule_begin(findings, "nodes.load-fell-for-good");
    double before = stops->load_before[row];
    double after = stops->load_after[row];
    rule_text(&made, "section", finding_worker_section(findings, stops->table, row));
    rule_text(&made, "worker", worker);
    rule_text(&made, "thing", thing);
    rule_text(&made, "more_things", things_text(findings, thing, count - 1));
    rule_text(&made, "what", is_node ? "load" : "utilisation");
    rule_text(&made, "before", finding_load(findings, metric, before));
    rule_text(&made, "after", finding_load(findings, metric, after));
    rule_number(&made, "count", (double)count);
    rule_number(&made, "at", stops->last_at_work[row]);
    rule_number(&made, "at_times", stops->busy_cores[row] < A_CORE ? 1 : 0);
    rule_number(&made, "more", (double)(count - 1));
    add_others(&made, stops, row);
    made.level = RULE_WARN;
    made.threshold = 0;
    made.finding.unit = is_node ? "nodes" : "GPUs";
    made.finding.explains_low_load = is_node;
    made.finding.clue = FINDING_CLUE_HANG;
    made.finding.clue_about = arena_format(findings->arena, "the fall of the load of %s", worker);
    rule_add(&made);
}

static void add_lasting_falls(struct findings *findings, const struct stops_rows *stops,
                              const char *thing)
{
    const double *last = stops->last_at_work;
    size_t first = 0, count = 0;
    for (size_t row = 0; row < stops->rows; row++) {
        if (!has_fallen(stops, row) || !is_reported(findings, stops, row, thing) ||
            is_swapping(findings, stops, row))
            continue;
        if (!count++ || last[row] < last[first])
            first = row;
    }
    if (count)
        add_fall(findings, stops, first, count, thing);
}

/* ---- little work ---- */

/* "1.2 of 72 cores busy on average" */
static const char *little_text(const struct findings *findings, const struct stops_rows *stops,
                               size_t row)
{
    double share = stops->load_share[row];
    double busy = stops->busy_cores[row];
    double cores = stops->cores[row];
    char text[64];
    if (isnan(busy))
        return arena_format(findings->arena, "%s of its cores busy on average",
                            finding_percent(findings, share));
    return arena_format(findings->arena, "%s%s cores busy on average",
                        quantity_format_number(busy, 2, text, sizeof text),
                        isnan(cores) ? ""
                                     : arena_format(findings->arena, " of %s",
                                                    finding_quantity(findings, cores, "")));
}

/* The share of the core hours, or of the node-hours where cores are unknown, that nodes left unused
 * which did little. */
static double lost_share(const struct findings *findings, const struct stops_rows *stops,
                         bool *is_of_cores)
{
    double lost = 0, lost_cores = 0, cores = 0;
    const struct signals *signals = findings->request->signals;
    size_t number = signals_find(signals, stops->metric[0]);
    const struct signal_metric *load = number == (size_t)-1 ? NULL : &signals->metrics[number];
    for (size_t i = 0; load && i < load->count; i++)
        cores +=
            capacity_cores(&capacities_of(findings->request)[signals->items[load->first + i].node]);
    for (size_t row = 0; row < stops->rows; row++) {
        if (!does_little(stops, row))
            continue;
        double busy = stops->load_share[row], share = isnan(busy) ? 0 : busy;
        lost += (1 - share) / stops->of[row];
        lost_cores += (1 - share) * stops->cores[row];
    }
    *is_of_cores = lost_cores > 0 && cores > 0;
    return *is_of_cores ? lost_cores / cores : lost;
}

static void add_little(struct findings *findings, const struct stops_rows *stops)
{
    size_t count = 0, first = 0;
    for (size_t row = stops->rows; row-- > 0;)
        if (does_little(stops, row)) {
            first = row;
            count++;
        }
    if (!count)
        return;
    bool is_of_cores;
    struct rule_finding made = rule_begin(findings, little_rule);
    double lost = lost_share(findings, stops, &is_of_cores);
    bool is_much = lost >= rule_limit(&made, "warn");
    const char *little = little_text(findings, stops, first);
    const char *about = arena_format(findings->arena, " (%s)", little);
    rule_text(&made, "section", finding_worker_section(findings, stops->table, first));
    rule_text(&made, "worker", finding_worker(findings, stops->table, first));
    rule_text(&made, "little", little);
    rule_number(&made, "at_times", stops->busy_cores[first] < A_CORE);
    rule_text(&made, "names", names_of(findings, stops, "node", does_little, count, about));
    rule_text(&made, "hours", is_of_cores ? "core" : "node");
    rule_number(&made, "lost", lost);
    rule_number(&made, "unused", is_much ? lost : NUMBER_MISSING);
    rule_number(&made, "count", (double)count);
    rule_number(&made, "of", stops->of[first]);
    rule_number(&made, "until", stops->others_until[first]);
    add_others(&made, stops, first);
    made.variant = count == 1 ? "one node" : "several nodes";
    made.advice_variant = count > 1 ? "several nodes" : is_much ? "costly" : "master";
    made.level = is_much ? RULE_WARN : RULE_NOTE;
    made.finding.explains_low_load = true;
    rule_add(&made);
}

void findings_of_stops(struct findings *findings)
{
    const struct stops_rows stops = stops_rows(findings->tables);
    if (!stops.rows)
        return;
    add_stops(findings, &stops, "node");
    add_lasting_falls(findings, &stops, "node");
    add_little(findings, &stops);
    add_stops(findings, &stops, "GPU");
    add_lasting_falls(findings, &stops, "GPU");
}
