/* Rates that fell on all nodes for the rest of the run, under the same load. */
#include <math.h>
#include <string.h>

#include "analysis/findings/drop_groups.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/node_load.h"
#include "table/rows.h"
#include "util/number.h"

enum { MOST_METRICS = 3 };

static const double AT_ONCE = 0.05;                /* of the run */
static const double EXPLAINED = 0.5;               /* of the time after */
static const double COMMON = 0.5;                  /* of a stretch, with that of another rate */
static const double WORK_B_S = 10e6, STEADY = 0.5; /* per node; of what was there before */

/* Whether the row is of a time in which something rose instead. */
static bool has_risen(const struct rate_drops_rows *drops, size_t row)
{
    return drops->rose[row] && *drops->rose[row];
}

/* The first fall for good, of processors where there is one; drops->rows: none. */
static size_t main_row(const struct rate_drops_rows *drops)
{
    size_t first = drops->rows;
    for (size_t row = drops->rows; row-- > 0;)
        first = has_risen(drops, row) ? first : row;
    for (size_t row = first; row < drops->rows; row++)
        if (!has_risen(drops, row) && drops->of_processors[row] > 0)
            return row;
    return first;
}

/* Rates that fell, and from where to where: "memory bandwidth and network input", "memory bandwidth
 * fell from 84 GiB/s to 19 GiB/s per node and network input from 20 MB/s to 3 MB/s". */
struct fallen {
    const char *names[MOST_METRICS], *levels[MOST_METRICS];
    size_t count;
};

static void add_fallen(const struct findings *findings, struct fallen *fallen,
                       const struct rate_drops_rows *drops, size_t row, double after)
{
    const char *metric = drops->metric[row], *unit = finding_unit(findings, metric);
    const char *name = finding_label(findings, metric);
    bool is_first = fallen->count == 0;
    fallen->names[fallen->count] = name;
    fallen->levels[fallen->count++] =
        arena_format(findings->arena, "%s%s from %s to %s%s", name, is_first ? " fell" : "",
                     finding_quantity(findings, drops->before[row], unit),
                     finding_quantity(findings, after, unit),
                     is_first && drops->nodes[row] > 1 ? " per node" : "");
}

static void give_fallen(struct rule_finding *made, const struct fallen *fallen)
{
    const struct findings *findings = made->findings;
    rule_text(made, "rates",
              finding_capital(findings, finding_list(findings, fallen->names, fallen->count)));
    rule_text(made, "levels",
              finding_capital(findings, finding_list(findings, fallen->levels, fallen->count)));
}

/* Falls of the same moment. */
static struct fallen fallen_at(const struct findings *findings, const struct rate_drops_rows *drops,
                               size_t main)
{
    struct fallen fallen = {.count = 0};
    const double *start = drops->start;
    double near_s = AT_ONCE * (findings->time.end - findings->time.start);
    for (size_t i = 0; i <= drops->rows && fallen.count < MOST_METRICS; i++) {
        size_t row = i ? i - 1 : main;
        if (!(i && row == main) && fabs(start[row] - start[main]) <= near_s &&
            has_risen(drops, row) == has_risen(drops, main))
            add_fallen(findings, &fallen, drops, row, drops->after[row]);
    }
    return fallen;
}

/* Whether a processors' rate goes on that did not fall: then another kind of work began. */
static bool other_work_goes_on(const struct findings *findings, const struct rate_drops_rows *drops)
{
    static const char *const metrics[] = {"flops_any", "flops_dp", "flops_sp", "mem_bw",
                                          "memory_bw"};
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++)
        if (finding_number(findings, metrics[i], "mean_per_node") >= WORK_B_S &&
            rows_find(drops->rows, 0, drops->metric, metrics[i], NULL, NULL) == drops->rows)
            return true;
    return false;
}

/* Whether a hang, throttled processors or a wait for I/O are reported for it. */
static bool is_explained(const struct findings *findings, double start, double end)
{
    const struct slow_clocks_rows clocks = slow_clocks_rows(findings->tables);
    return tables_find(findings->tables, "stalls") || tables_find(findings->tables, "gpu_hangs") ||
           finding_phases_within(clocks.table, start, end) >= EXPLAINED * (end - start) ||
           finding_waiting_within(findings, start, end) >= EXPLAINED * (end - start);
}

/* ---- while something else rises ---- */

/* The stretch of the metric, beside a rise, that takes up most of that of `main`, half of it or
 * more; drops->rows: none. */
static size_t row_beside(const struct rate_drops_rows *drops, const char *metric, size_t main)
{
    const double *start = drops->start, *end = drops->end;
    double most_s = COMMON * (end[main] - start[main]);
    size_t best = drops->rows;
    for (size_t row = 0; row < drops->rows; row++) {
        double common_s = fmin(end[row], end[main]) - fmax(start[row], start[main]);
        if (common_s < most_s || (common_s == most_s && best < drops->rows) ||
            !has_risen(drops, row) || strcmp(drops->metric[row], metric) != 0)
            continue;
        most_s = common_s;
        best = row;
    }
    return best;
}

/* Its stretches in all of those of the group, each once; count 0: it did not fall in all. `rows`
 * has room for as many as the group has. */
static struct drop_group stretches_beside(const struct drop_group *group, const char *metric,
                                          size_t *rows)
{
    const struct rate_drops_rows drops = rate_drops_rows_in(group->drops);
    struct drop_group its = {.drops = group->drops, .rows = rows};
    for (size_t i = 0; i < group->count; i++) {
        size_t row = row_beside(&drops, metric, group->rows[i]);
        if (row == drops.rows)
            return (struct drop_group){.drops = group->drops};
        if (!its.count || rows[its.count - 1] != row)
            rows[its.count++] = row;
    }
    return its;
}

/* The rates that fell in all of it. */
static struct fallen fallen_in(const struct findings *findings, const struct drop_group *group)
{
    struct fallen fallen = {.count = 0};
    const struct rate_drops_rows drops = rate_drops_rows_in(group->drops);
    size_t *rows = arena_alloc_array(findings->arena, group->count, sizeof *rows);
    for (size_t first = 0; first < drops.rows && fallen.count < MOST_METRICS; first++) {
        const char *metric = drops.metric[first];
        if (rows_find(drops.rows, 0, drops.metric, metric, NULL, NULL) != first)
            continue;
        struct drop_group its = stretches_beside(group, metric, rows);
        if (its.count)
            add_fallen(findings, &fallen, &drops, rows[0],
                       drop_group_mean(&its, "after", "samples"));
    }
    return fallen;
}

static void add_instead(struct findings *findings, const struct drop_group *group, double share)
{
    struct rule_finding made = rule_begin(findings, "nodes.rates-replaced");
    const struct rate_drops_row longest = rate_drops_row_at(group->drops, group->longest);
    rule_text(&made, "metric", longest.metric);
    const struct fallen fallen = fallen_in(findings, group);
    give_fallen(&made, &fallen);
    rule_text(&made, "rates", finding_list(findings, fallen.names, fallen.count));
    rule_text(&made, "when", drop_group_intervals(findings, group));
    rule_text(&made, "rise", drop_group_rise(findings, group));
    rule_number(&made, "share", share);
    made.variant = longest.of_files > 0 ? "files" : "network";
    rule_add(&made);
}

/* Those of the rate that is first in the table: others fell with it. The first group is judged by
 * all of them. */
static void add_all_instead(struct findings *findings, const struct rate_drops_rows *drops)
{
    const double *start = drops->start, *end = drops->end;
    const double *length = drops->duration_s;
    bool *counts = arena_alloc_array(findings->arena, drops->rows, sizeof *counts);
    double total_s = 0, run_s = findings->time.end - findings->time.start;
    const char *metric = NULL;
    struct drop_group *groups;
    for (size_t row = 0; row < drops->rows; row++) {
        const char *its = drops->metric[row];
        counts[row] = has_risen(drops, row) && !(metric && strcmp(its, metric) != 0) &&
                      !is_explained(findings, start[row], end[row]);
        metric = counts[row] ? its : metric;
        total_s += counts[row] ? length[row] : 0;
    }
    size_t count = drop_groups_find(findings, drops->table, counts, &groups);
    for (size_t i = 0; i < count && i < DROP_GROUPS_REPORTED; i++)
        add_instead(findings, &groups[i], (i ? groups[i].total_s : total_s) / run_s);
}

/* ---- for good ---- */

static void add_fall(struct findings *findings, const struct rate_drops_rows *drops)
{
    size_t row = main_row(drops);
    if (row >= drops->rows)
        return;
    double start = drops->start[row], end = drops->end[row];
    if (is_explained(findings, start, end))
        return;
    bool is_warning = drops->of_processors[row] > 0 && !other_work_goes_on(findings, drops);
    const char *metric = drops->metric[row];
    struct rule_finding made = rule_begin(findings, "nodes.rate-fell");
    rule_text(&made, "metric", metric);
    const struct fallen fallen = fallen_at(findings, drops, row);
    give_fallen(&made, &fallen);
    rule_number(&made, "ratio", drops->after[row] / drops->before[row]);
    rule_number(&made, "at", start);
    rule_number(&made, "length", end - start);
    rule_number(&made, "of_run", (end - start) / (findings->time.end - findings->time.start));
    rule_number(&made, "load", drops->load_after[row] / drops->load_before[row]);
    if (drops->nodes[row] > 1)
        rule_number(&made, "nodes", drops->nodes[row]);
    made.level = is_warning ? RULE_WARN : RULE_NOTE;
    made.threshold = STEADY;
    made.finding.clue = FINDING_CLUE_HANG;
    made.finding.clue_about =
        arena_format(findings->arena, "the fall of %s", finding_label(findings, metric));
    rule_add(&made);
}

void findings_of_drops(struct findings *findings)
{
    const struct rate_drops_rows drops = rate_drops_rows(findings->tables);
    if (!drops.rows)
        return;
    add_fall(findings, &drops);
    add_all_instead(findings, &drops);
}
