/* Nodes and GPUs that stopped to work long before the others. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "util/number.h"

/* A node's samples end with its work where the last one is this near to it, of the time left. */
static const double SILENT = 0.1;

struct stopped {
    size_t earliest, count; /* row; of the metric */
    size_t idle;            /* of these, for the whole run */
};

/* GPUs that hardly work are reported with the use of GPUs. */
static bool is_told(const struct findings *findings, const struct table *stops, size_t row,
                    const char *thing)
{
    const char *metric = table_texts(stops, "metric")[row];
    if (strcmp(finding_thing(metric), thing) != 0 || strcmp(thing, "GPU") != 0)
        return strcmp(finding_thing(metric), thing) == 0;
    const struct table *uses = tables_find(findings->tables, "device_use");
    size_t device = uses ? finding_device_row(uses, stops, row) : 0;
    if (uses && device < uses->rows)
        return !isnan(table_numbers(stops, "last_at_work")[row]);
    const struct table *means = tables_find(findings->tables, "node_metrics");
    size_t place =
        means ? table_find_row(means, 0, "node", table_texts(stops, "node")[row], "metric", metric)
              : 0;
    return means && place < means->rows &&
           table_numbers(means, "mean")[place] > FINDING_UNUSED_GPU_PERCENT;
}

bool finding_tells_stop(const struct findings *findings, const char *node)
{
    const struct table *stops = tables_find(findings->tables, "stops");
    return stops && table_find_row(stops, 0, "node", node, NULL, NULL) < stops->rows;
}

static struct stopped find_stopped(const struct findings *findings, const struct table *stops,
                                   const char *thing)
{
    const double *last = table_numbers(stops, "last_at_work");
    struct stopped stopped = {0};
    for (size_t row = 0; row < stops->rows; row++) {
        if (!is_told(findings, stops, row, thing))
            continue;
        double earliest = last[stopped.earliest];
        bool is_earlier = isnan(last[row]) ? !isnan(earliest) : last[row] < earliest;
        stopped.idle += isnan(last[row]) ? 1 : 0;
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
                            "%zu of %.0f %ss were idle for the whole run, among them %s, while %s "
                            "worked until %s.",
                            stopped->count, table_numbers(stops, "of")[row], thing, name, rest,
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
    finding_add(findings,
                (struct finding){
                    .weight = 94,
                    .level = "bad",
                    .section = finding_worker_section(findings, stops, row),
                    .text = stops_text(findings, stops, &stopped, thing),
                    .value = (double)stopped.count,
                    .unit = strcmp(thing, "GPU") == 0 ? "GPUs" : "nodes",
                    .threshold = 0,
                    .explains_low_load = strcmp(thing, "node") == 0,
                    .advice = several_idle
                                  ? arena_format(findings->arena,
                                                 "request fewer %ss, or check that the program "
                                                 "starts on all of them",
                                                 thing)
                                  : "read its logs: the program or the node may have failed there",
                    .clue = several_idle ? 0 : FINDING_CLUE_NODE,
                    .clue_about = finding_worker(findings, stops, row),
                });
}

void findings_of_stops(struct findings *findings)
{
    const struct table *stops = tables_find(findings->tables, "stops");
    if (!stops)
        return;
    add_stops(findings, stops, "node");
    add_stops(findings, stops, "GPU");
}
