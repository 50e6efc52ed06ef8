/* Workers of a trace that hold up the others: one that ends long after them, one that is slow. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/slow_rank.h"
#include "analysis/findings/straggler.h"
#include "analysis/findings/worker_group.h"
#include "analysis/traces/wait_names.h"
#include "table/rows.h"

/* Of many workers of few tasks some take longer by chance. */
static bool is_slower(const struct rule_finding *made, const struct trace_workers_rows *workers,
                      size_t row, const char *times)
{
    return workers->time_ratio[row] >= rule_limit(made, times) &&
           workers->slow_chance[row] * (double)workers->rows <= rule_limit(made, "by_chance");
}

static const char *straggler_advice(const struct rule_finding *made,
                                    const struct trace_workers_rows *workers,
                                    const struct straggler *straggler)
{
    double tasks = workers->tasks[straggler->row];
    if (is_slower(made, workers, straggler->row, "slower"))
        return "slow";
    return tasks >= rule_limit(made, "more_tasks") * straggler->others_tasks ? "more tasks"
                                                                             : "long tasks";
}

static void add_straggler(struct findings *findings, const struct straggler *straggler)
{
    struct rule_finding made = rule_begin(findings, straggler_rule);
    const struct trace_workers_rows workers = trace_workers_rows(findings->tables);
    const struct trace_rows trace = trace_rows(findings->tables);
    double share = straggler->tail_s / trace.elapsed_s[0];
    size_t row = straggler->row;
    rule_text(&made, "worker", finding_name(findings, workers.worker[row]));
    rule_number(&made, "share", share);
    rule_number(&made, "tail", straggler->tail_s);
    rule_number(&made, "others", (double)straggler->others);
    rule_number(&made, "busy", workers.busy_s[row]);
    rule_number(&made, "others_busy", straggler->others_s);
    rule_number(&made, "ratio", workers.time_ratio[row]);
    rule_number(&made, "tasks", workers.tasks[row]);
    rule_number(&made, "others_tasks", round(straggler->others_tasks));
    made.variant = straggler->others == 1 ? "one other" : "others";
    made.advice_variant = straggler_advice(&made, &workers, straggler);
    rule_add(&made);
}

/* The rank for which the others wait is named with what they lose (findings_ranks.c). */
static bool is_slow_rank(const struct findings *findings, const struct worker_group *group,
                         size_t row)
{
    struct slow_rank slow;
    if (!slow_rank_find(findings, &slow))
        return false;
    double number = slow.ranks.rank[slow.row];
    const char *host = group->workers.host[row];
    const char *worker = group->workers.worker[row];
    return (host && (double)rank_number_of(host) == number) ||
           (worker && (double)rank_number_of(worker) == number);
}

static void add_slow(struct findings *findings, const struct straggler *straggler)
{
    struct rule_finding made = rule_begin(findings, "traces.slow-worker");
    struct worker_group group = worker_group_main(findings);
    if (!group.workers.rows)
        return;
    const double *ratios = group.workers.time_ratio;
    size_t slowest = group.workers.rows;
    for (size_t row = 0; row < group.workers.rows; row++)
        if (worker_group_has(&group, row) && is_slower(&made, &group.workers, row, "warn") &&
            (slowest == group.workers.rows || ratios[row] > ratios[slowest]))
            slowest = row;
    if (slowest == group.workers.rows || (straggler && straggler->row == slowest) ||
        is_slow_rank(findings, &group, slowest))
        return;
    rule_text(&made, "worker", finding_name(findings, group.workers.worker[slowest]));
    rule_number(&made, "ratio", ratios[slowest]);
    rule_number(&made, group.count == 2 ? "one_other" : "others", (double)group.count - 1);
    rule_add(&made);
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
