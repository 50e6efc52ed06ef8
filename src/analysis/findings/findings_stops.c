/* Nodes and GPUs that stopped to work long before the others, or whose load fell for good, and
 * nodes that do little beside others. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/nodes/capacity.h"
#include "analysis/nodes/gpu.h"
#include "util/number.h"
#include "util/quantity.h"

/* A node's samples end with its work where the last one is this near to it, of the time left. */
static const double SILENT = 0.1;
static const double MUCH_LOST =
    0.2; /* of the core hours: no program needs so many that do little */
static const double A_CORE = 0.5;
static const double MUCH_LEFT = 0.2; /* of the run: a node that ended before it did not finish */
/* Of a node that shows work by less than a core on average: by which of these is not kept. */
static const char AT_TIMES[] = ", at times with a core, traffic, files or GPUs at work";
static const double TOLD = 0.5; /* of the time after a fall */

enum { MOST_NAMED = 4 };

struct stopped {
    size_t earliest, count; /* row; of the metric */
    size_t idle;            /* of these, for the whole run */
    bool is_late;           /* all of them: the work may have been parted so */
};

/* Whether it did little from begin to end, and never stopped. */
static bool does_little(const struct table *stops, size_t row)
{
    return !isnan(table_numbers(stops, "little_share")[row]);
}

/* Whether its load fell for good, and it works on. */
static bool has_fallen(const struct table *stops, size_t row)
{
    return !isnan(table_numbers(stops, "load_after")[row]);
}

static bool has_stopped(const struct table *stops, size_t row)
{
    return !does_little(stops, row) && !has_fallen(stops, row);
}

/* GPUs that hardly work are reported with the use of GPUs. */
static bool is_reported(const struct findings *findings, const struct table *stops, size_t row,
                        const char *thing)
{
    const char *metric = table_texts(stops, "metric")[row];
    if (strcmp(finding_thing(metric), thing) != 0 || strcmp(thing, "GPU") != 0)
        return strcmp(finding_thing(metric), thing) == 0;
    const struct table *uses = tables_find(findings->tables, "device_use");
    size_t device = uses ? finding_device_row(uses, stops, row) : 0;
    if (uses && device < uses->rows)
        return table_numbers(uses, "utilization_mean")[device] > GPU_UNUSED;
    const struct table *means = tables_find(findings->tables, "node_metrics");
    size_t place =
        means ? table_find_row(means, 0, "node", table_texts(stops, "node")[row], "metric", metric)
              : 0;
    return means && place < means->rows && table_numbers(means, "mean")[place] > 100 * GPU_UNUSED;
}

/* Not of nodes that others share. */
static bool tells(const struct findings *findings, const char *node,
                  bool (*holds)(const struct table *stops, size_t row))
{
    const struct table *stops = tables_find(findings->tables, "stops");
    size_t row = stops ? table_find_row(stops, 0, "node", node, NULL, NULL) : 0;
    return stops && row < stops->rows && holds(stops, row) &&
           finding_is_of_jobs(findings, table_texts(stops, "metric")[row]);
}

bool finding_tells_stop(const struct findings *findings, const char *node)
{
    return tells(findings, node, has_stopped);
}

bool finding_tells_little_work(const struct findings *findings, const char *node)
{
    return tells(findings, node, does_little);
}

bool finding_tells_lasting_fall(const struct findings *findings, const char *node)
{
    return tells(findings, node, has_fallen);
}

/* The part of the run for which others worked on. */
static double left_of_run(const struct findings *findings, const struct table *stops, size_t row)
{
    double last = table_numbers(stops, "last_at_work")[row];
    double end = table_numbers(stops, "others_until")[row];
    return isnan(last) ? 1 : (end - last) / (end - findings->time.start);
}

static struct stopped find_stopped(const struct findings *findings, const struct table *stops,
                                   const char *thing)
{
    const double *last = table_numbers(stops, "last_at_work");
    struct stopped stopped = {.is_late = true};
    for (size_t row = 0; row < stops->rows; row++) {
        if (!is_reported(findings, stops, row, thing) || !has_stopped(stops, row))
            continue;
        double earliest = last[stopped.earliest];
        bool is_earlier = isnan(last[row]) ? !isnan(earliest) : last[row] < earliest;
        stopped.idle += isnan(last[row]) ? 1 : 0;
        stopped.is_late &= left_of_run(findings, stops, row) < MUCH_LEFT;
        if (!stopped.count++ || is_earlier)
            stopped.earliest = row;
    }
    return stopped;
}

static const char *what_text(const struct findings *findings, const struct table *stops, size_t row)
{
    double last = table_numbers(stops, "last_at_work")[row];
    double sample = table_numbers(stops, "last_sample")[row];
    double end = table_numbers(stops, "others_until")[row];
    if (isnan(last))
        return "was idle for the whole run";
    const char *moment = finding_moment(findings, last);
    if (sample - last < SILENT * (end - last))
        return arena_format(findings->arena, "stopped at %s and left no samples after it", moment);
    return arena_format(findings->arena, "stopped at %s and was idle after it", moment);
}

/* "; 2 more nodes stopped early too" */
static const char *more_text(const struct findings *findings, const struct stopped *stopped,
                             const char *thing)
{
    size_t more = stopped->count - 1;
    const char *plural = more == 1 ? "" : "s";
    if (!more)
        return "";
    return arena_format(findings->arena, "; %zu more %s%s %sstopped early too", more, thing, plural,
                        stopped->idle > 1 ? "were idle or " : "");
}

/* "n1, n2 and n3"; "n1, n2, n3 and 7 more"; `about`: said of the first, or "". */
static const char *names_of(const struct findings *findings, const struct table *stops,
                            const char *thing, bool (*holds)(const struct table *stops, size_t row),
                            size_t count, const char *about)
{
    const char *names[MOST_NAMED];
    size_t named = 0, most = count > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED;
    for (size_t row = 0; row < stops->rows && named < most; row++) {
        if (!is_reported(findings, stops, row, thing) || !holds(stops, row))
            continue;
        names[named] = arena_format(findings->arena, "%s%s", finding_worker(findings, stops, row),
                                    named ? "" : about);
        named++;
    }
    if (named < count) {
        names[named] = arena_format(findings->arena, "%zu more", count - named);
        named++;
    }
    return finding_list(findings, names, named);
}

static const char *stops_text(const struct findings *findings, const struct table *stops,
                              const struct stopped *stopped, const char *thing)
{
    size_t row = stopped->earliest;
    double others = table_numbers(stops, "others")[row];
    const char *name = finding_worker(findings, stops, row);
    const char *rest =
        others == 1 ? "the other one" : arena_format(findings->arena, "%.0f others", others);
    const char *until = finding_moment(findings, table_numbers(stops, "others_until")[row]);
    if (stopped->count > 1 && stopped->idle == stopped->count)
        return arena_format(findings->arena,
                            "%zu of %.0f %ss were idle for the whole run (%s), while %s worked "
                            "until %s.",
                            stopped->count, table_numbers(stops, "of")[row], thing,
                            names_of(findings, stops, thing, has_stopped, stopped->count, ""), rest,
                            until);
    return arena_format(findings->arena, "%s %s, while %s worked until %s%s.", name,
                        what_text(findings, stops, row), rest, until,
                        more_text(findings, stopped, thing));
}

static void add_stops(struct findings *findings, const struct table *stops, const char *thing)
{
    struct stopped stopped = find_stopped(findings, stops, thing);
    size_t row = stopped.earliest;
    bool several_idle = stopped.count > 1 && stopped.idle == stopped.count;
    if (!stopped.count)
        return;
    struct finding finding = {
        .id = "nodes.stopped",
        .weight = stopped.is_late ? 88 : 94,
        .level = stopped.is_late ? "warn" : "bad",
        .section = finding_worker_section(findings, stops, row),
        .text = stops_text(findings, stops, &stopped, thing),
        .value = (double)stopped.count,
        .unit = strcmp(thing, "GPU") == 0 ? "GPUs" : "nodes",
        .threshold = 0,
        .explains_low_load = strcmp(thing, "node") == 0,
        .advice = several_idle ? arena_format(findings->arena,
                                              "request fewer %ss, or check that the program "
                                              "starts on all of them",
                                              thing)
                  : stopped.is_late
                      ? "read its logs: the program may have failed there, or had less to do"
                      : "read its logs: the program or the node may have failed there",
        .clue = several_idle ? 0 : FINDING_CLUE_NODE,
        .clue_about = finding_worker(findings, stops, row),
    };
    if (several_idle)
        finding_add_little_use(findings, NULL, finding);
    else /* a failure, whoever worked there */
        finding_add(findings, finding);
}

/* ---- falls ---- */

/* Whether a finding about swapping of the same node says it already. */
static bool is_swapping(const struct findings *findings, const struct table *stops, size_t row)
{
    double last = table_numbers(stops, "last_at_work")[row];
    double end = table_numbers(stops, "others_until")[row];
    return finding_slow_swapping_within(findings, table_texts(stops, "node")[row], last, end) >=
           TOLD * (end - last);
}

static const char *fall_text(const struct findings *findings, const struct table *stops, size_t row,
                             size_t count, const char *thing)
{
    const char *metric = table_texts(stops, "metric")[row];
    double others = table_numbers(stops, "others")[row];
    bool is_node = strcmp(thing, "node") == 0;
    return arena_format(findings->arena,
                        "%s: %s fell from %s to %s at %s and stayed there%s, while %s worked on%s.",
                        finding_worker(findings, stops, row), is_node ? "load" : "utilisation",
                        finding_load(findings, metric, table_numbers(stops, "load_before")[row]),
                        finding_load(findings, metric, table_numbers(stops, "load_after")[row]),
                        finding_moment(findings, table_numbers(stops, "last_at_work")[row]),
                        table_numbers(stops, "busy_cores")[row] < A_CORE ? AT_TIMES : "",
                        others == 1 ? "the other one"
                                    : arena_format(findings->arena, "%.0f others", others),
                        count > 1 ? arena_format(findings->arena, "; %zu more %s%s fell too",
                                                 count - 1, thing, count == 2 ? "" : "s")
                                  : "");
}

static void add_lasting_falls(struct findings *findings, const struct table *stops,
                              const char *thing)
{
    const double *last = table_numbers(stops, "last_at_work");
    size_t first = 0, count = 0;
    for (size_t row = 0; row < stops->rows; row++) {
        if (!has_fallen(stops, row) || !is_reported(findings, stops, row, thing) ||
            is_swapping(findings, stops, row))
            continue;
        if (!count++ || last[row] < last[first])
            first = row;
    }
    if (!count)
        return;
    bool is_node = strcmp(thing, "node") == 0;
    finding_add(findings,
                (struct finding){
                    .id = "nodes.load-fell-for-good",
                    .weight = 89,
                    .level = "warn",
                    .section = finding_worker_section(findings, stops, first),
                    .text = fall_text(findings, stops, first, count, thing),
                    .value = (double)count,
                    .unit = is_node ? "nodes" : "GPUs",
                    .threshold = 0,
                    .explains_low_load = is_node,
                    .advice = arena_format(findings->arena,
                                           "check what the processes of that %s did from "
                                           "then on",
                                           thing),
                    .clue = FINDING_CLUE_HANG,
                    .clue_about = arena_format(findings->arena, "the fall of the load of %s",
                                               finding_worker(findings, stops, first)),
                });
}

/* ---- little work ---- */

/* "1.2 of 72 cores busy on average"; and what else shows work, where not even one is. */
static const char *little_text(const struct findings *findings, const struct table *stops,
                               size_t row)
{
    double share = table_numbers(stops, "load_share")[row];
    double busy = table_numbers(stops, "busy_cores")[row];
    double cores = table_numbers(stops, "cores")[row];
    char text[64];
    if (isnan(busy))
        return arena_format(findings->arena, "%s of its cores busy on average",
                            finding_percent(findings, share));
    return arena_format(findings->arena, "%s%s cores busy on average%s",
                        quantity_format_number(busy, 2, text, sizeof text),
                        isnan(cores) ? ""
                                     : arena_format(findings->arena, " of %s",
                                                    finding_quantity(findings, cores, "")),
                        busy < A_CORE ? AT_TIMES : "");
}

/* The share of the core hours, or of the node-hours where cores are unknown, that nodes left unused
 * which did little. */
static double lost_share(const struct findings *findings, const struct table *stops,
                         bool *is_of_cores)
{
    double lost = 0, lost_cores = 0, cores = 0;
    const struct signals *signals = findings->request->signals;
    size_t number = signals_find(signals, table_texts(stops, "metric")[0]);
    const struct signal_metric *load = number == (size_t)-1 ? NULL : &signals->metrics[number];
    for (size_t i = 0; load && i < load->count; i++)
        cores +=
            capacity_cores(&capacities_of(findings->request)[signals->items[load->first + i].node]);
    for (size_t row = 0; row < stops->rows; row++) {
        if (!does_little(stops, row))
            continue;
        double busy = table_numbers(stops, "load_share")[row], share = isnan(busy) ? 0 : busy;
        lost += (1 - share) / table_numbers(stops, "of")[row];
        lost_cores += (1 - share) * table_numbers(stops, "cores")[row];
    }
    *is_of_cores = lost_cores > 0 && cores > 0;
    return *is_of_cores ? lost_cores / cores : lost;
}

static void add_little(struct findings *findings, const struct table *stops)
{
    size_t count = 0, first = 0;
    for (size_t row = stops->rows; row-- > 0;)
        if (does_little(stops, row)) {
            first = row;
            count++;
        }
    if (!count)
        return;
    double of = table_numbers(stops, "of")[first], others = table_numbers(stops, "others")[first];
    bool is_of_cores;
    double lost = lost_share(findings, stops, &is_of_cores);
    bool is_much = lost >= MUCH_LOST;
    const char *little = little_text(findings, stops, first);
    const char *rest =
        others == 1 ? "the other one" : arena_format(findings->arena, "%.0f others", others);
    const char *until = finding_moment(findings, table_numbers(stops, "others_until")[first]);
    const char *unused =
        is_much ? arena_format(findings->arena, "%s of the %s hours went unused",
                               finding_percent(findings, lost), is_of_cores ? "core" : "node")
                : "";
    const char *text =
        count == 1
            ? arena_format(findings->arena,
                           "%s did little for the whole run (%s), while %s worked until %s: %s%sa "
                           "master that hands out work?",
                           finding_worker(findings, stops, first), little, rest, until, unused,
                           is_much ? "; " : "")
            : arena_format(findings->arena,
                           "%zu of %.0f nodes did little for the whole run: %s, while %s worked "
                           "until %s%s%s.",
                           count, of,
                           names_of(findings, stops, "node", does_little, count,
                                    arena_format(findings->arena, " (%s)", little)),
                           rest, until, is_much ? ": " : "", unused);
    finding_add(findings,
                (struct finding){
                    .id = "nodes.little-work",
                    .weight = is_much ? 75 : 45,
                    .level = is_much ? "warn" : "note",
                    .section = finding_worker_section(findings, stops, first),
                    .text = text,
                    .value = lost,
                    .unit = "",
                    .threshold = is_much ? MUCH_LOST : 0,
                    .explains_low_load = true,
                    .advice = count > 1 ? "check that the program starts as many processes on all "
                                          "nodes"
                              : is_much ? "check that the program starts on it; a master can share "
                                          "a node with workers"
                                        : "if it is one, let it share a node with workers",
                });
}

void findings_of_stops(struct findings *findings)
{
    const struct table *stops = tables_find(findings->tables, "stops");
    if (!stops)
        return;
    add_stops(findings, stops, "node");
    add_lasting_falls(findings, stops, "node");
    add_little(findings, stops);
    add_stops(findings, stops, "GPU");
    add_lasting_falls(findings, stops, "GPU");
}
