/* Workers of a trace that hold up the others: one that ends long after them, one that is slow. */
#include <math.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/slow_rank.h"
#include "analysis/findings/straggler.h"
#include "analysis/findings/worker_group.h"
#include "analysis/traces/wait_names.h"

static const double VERY_LONG = 0.5;                       /* of the time of the run */
static const double SLOWER = 1.5, SLOW = 2, VERY_SLOW = 4; /* times the others of its work */
static const double MORE = 1.5;                            /* times as many tasks */
static const double BY_CHANCE = 0.01;                      /* on any of the workers */

static const char *others_text(const struct findings *findings, size_t others)
{
    return others == 1 ? "the other worker"
                       : arena_format(findings->arena, "the other %zu workers", others);
}

/* Of many workers of few tasks some take longer by chance. */
static bool is_slower(const struct table *workers, size_t row, double times)
{
    return table_numbers(workers, "time_ratio")[row] >= times &&
           table_numbers(workers, "slow_chance")[row] * (double)workers->rows <= BY_CHANCE;
}

static const char *straggler_advice(const struct findings *findings, const struct table *workers,
                                    const struct straggler *straggler)
{
    double ratio = table_numbers(workers, "time_ratio")[straggler->row];
    double tasks = table_numbers(workers, "tasks")[straggler->row];
    if (is_slower(workers, straggler->row, SLOWER))
        return arena_format(findings->arena,
                            "its tasks take %s as long as those of the same functions elsewhere: "
                            "check its node, GPU and clocks",
                            finding_share(findings, ratio));
    if (tasks >= MORE * straggler->others_tasks)
        return arena_format(findings->arena,
                            "it ran %s tasks, the others %s on average: give tasks to workers as "
                            "they become free",
                            finding_quantity(findings, tasks, ""),
                            finding_quantity(findings, round(straggler->others_tasks), ""));
    return "start its longest tasks first, or split them";
}

static void add_straggler(struct findings *findings, const struct straggler *straggler)
{
    const struct table *workers = tables_find(findings->tables, "trace_workers");
    const struct table *trace = tables_find(findings->tables, "trace");
    double share = straggler->tail_s / table_numbers(trace, "elapsed_s")[0];
    bool is_very = share >= VERY_LONG;
    finding_add(
        findings,
        (struct finding){
            .id = "traces.straggler",
            .weight = is_very ? 90 : 80,
            .level = is_very ? "bad" : "warn",
            .section = "traces-workers",
            .text = arena_format(
                findings->arena, "%s ended %s after %s (%s of the run): it was busy for %s, %s.",
                finding_name(findings, table_texts(workers, "worker")[straggler->row]),
                finding_quantity(findings, straggler->tail_s, "s"),
                others_text(findings, straggler->others), finding_percent(findings, share),
                finding_quantity(findings, table_numbers(workers, "busy_s")[straggler->row], "s"),
                arena_format(findings->arena, "%s for %s%s",
                             straggler->others == 1 ? "that one" : "they",
                             finding_quantity(findings, straggler->others_s, "s"),
                             straggler->others == 1 ? "" : " on average")),
            .value = share,
            .unit = "",
            .threshold = STRAGGLER_LONG,
            .advice = straggler_advice(findings, workers, straggler),
        });
}

/* The rank for which the others wait is named with what they lose (findings_ranks.c). */
static bool is_slow_rank(const struct findings *findings, const struct worker_group *group,
                         size_t row)
{
    struct slow_rank slow;
    if (!slow_rank_find(findings, &slow))
        return false;
    double number = table_numbers(slow.ranks, "rank")[slow.row];
    const char *host = table_texts(group->workers, "host")[row];
    const char *worker = table_texts(group->workers, "worker")[row];
    return (host && (double)rank_number_of(host) == number) ||
           (worker && (double)rank_number_of(worker) == number);
}

static void add_slow(struct findings *findings, const struct straggler *straggler)
{
    struct worker_group group = worker_group_main(findings);
    if (!group.workers)
        return;
    const double *ratios = table_numbers(group.workers, "time_ratio");
    size_t slowest = group.workers->rows;
    for (size_t row = 0; row < group.workers->rows; row++)
        if (worker_group_has(&group, row) && is_slower(group.workers, row, SLOW) &&
            (slowest == group.workers->rows || ratios[row] > ratios[slowest]))
            slowest = row;
    if (slowest == group.workers->rows || (straggler && straggler->row == slowest) ||
        is_slow_rank(findings, &group, slowest))
        return;
    bool is_very = ratios[slowest] >= VERY_SLOW;
    finding_add(
        findings,
        (struct finding){
            .id = "traces.slow-worker",
            .weight = is_very ? 89 : 79,
            .level = is_very ? "bad" : "warn",
            .section = "traces-workers",
            .text = arena_format(
                findings->arena,
                "%s is slow: its tasks take %s as long as those of the same functions on %s.",
                finding_name(findings, table_texts(group.workers, "worker")[slowest]),
                finding_share(findings, ratios[slowest]), others_text(findings, group.count - 1)),
            .value = ratios[slowest],
            .unit = "",
            .threshold = SLOW,
            .advice = "check its node, GPU and clocks, and what else runs there",
        });
}

void findings_of_latecomers(struct findings *findings)
{
    struct straggler straggler;
    if (!tables_find(findings->tables, "trace"))
        return;
    bool is_any = straggler_find(findings, &straggler);
    if (is_any)
        add_straggler(findings, &straggler);
    add_slow(findings, is_any ? &straggler : NULL);
}
