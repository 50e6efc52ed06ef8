/* Tasks so short that what passes around them counts: dispatch, gaps, their start. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"

static const char overhead[] = "tasks.short-overhead";

/* Whether tasks waited beside idle cores of workers, or slots. */
static bool are_starved(const struct findings *findings, const struct short_tasks_rows *table)
{
    double busy = table->busy[0], capacity = table->capacity[0];
    double wait_times = finding_limit(findings, overhead, "wait_times");
    return table->waited_share[0] >= finding_limit(findings, overhead, "waited_share") &&
           capacity >= finding_limit(findings, overhead, "at_once") &&
           capacity - busy >= finding_limit(findings, overhead, "warn") * capacity &&
           table->waiting[0] >= capacity - busy && table->wait_s[0] >= wait_times * table->run_s[0];
}

/* Where nobody says since when tasks were to be had, what workers did between them shows it. */
static bool has_gaps(const struct findings *findings, const struct short_tasks_rows *table)
{
    double gap_s = table->gap_s[0];
    double fewest = finding_limit(findings, overhead, "attempts_per_worker");
    return isnan(table->wait_s[0]) && gap_s >= table->run_s[0] &&
           gap_s <= finding_limit(findings, overhead, "longest_gap_s") &&
           table->idle_share[0] >= finding_limit(findings, overhead, "warn") &&
           table->attempts[0] >= fewest * table->workers[0];
}

static void add_very_short(struct findings *findings)
{
    const struct short_tasks_rows table = short_tasks_rows(findings->tables);
    struct rule_finding made = rule_begin(findings, "tasks.very-short");
    if (!table.rows || table.attempts[0] < rule_limit(&made, "many"))
        return;
    rule_number(&made, "median", table.run_s[0]);
    rule_number(&made, "attempts", table.attempts[0]);
    rule_add(&made);
}

/* Without rows there is nothing that may be reported. */
static struct short_tasks_rows many_short(const struct findings *findings)
{
    const struct short_tasks_rows table = short_tasks_rows(findings->tables);
    bool are_many =
        table.rows && table.attempts[0] >= finding_limit(findings, "tasks.short", "many");
    return are_many && !finding_times_are_apart(findings) ? table : (struct short_tasks_rows){0};
}

bool finding_reports_starved_workers(const struct findings *findings)
{
    const struct short_tasks_rows table = many_short(findings);
    return table.rows && are_starved(findings, &table);
}

/* What short tasks leave unused, the first that is known: cores of workers or slots while tasks
 * wait, or workers between one task and the next. */
static bool add_overhead(struct findings *findings)
{
    const struct short_tasks_rows table = many_short(findings);
    bool is_starved = table.rows && are_starved(findings, &table);
    if (!table.rows || !(is_starved || has_gaps(findings, &table)))
        return false;
    struct rule_finding made = rule_begin(findings, overhead);
    rule_number(&made, "idle",
                is_starved ? 1 - table.busy[0] / table.capacity[0] : table.idle_share[0]);
    rule_number(&made, "attempts", table.attempts[0]);
    rule_number(&made, "median", table.run_s[0]);
    rule_number(&made, "busy", table.busy[0]);
    rule_number(&made, "capacity", round(table.capacity[0]));
    rule_number(&made, "waiting", round(table.waiting[0]));
    rule_number(&made, "wait", table.wait_s[0]);
    rule_number(&made, "gap", table.gap_s[0]);
    rule_number(&made, "workers", table.workers[0]);
    if (is_starved)
        made.variant = strcmp(table.unit[0], "cores") == 0 ? "cores" : "tasks";
    else
        made.variant = "gaps";
    made.level = RULE_WARN;
    return rule_add(&made);
}

/* Tasks of a batch system, which have a time limit: to start one takes seconds there. */
static bool add_short(struct findings *findings)
{
    const struct boxplots_rows boxes = boxplots_rows(findings->tables);
    const struct requested_rows requested = requested_rows(findings->tables);
    size_t all = rows_find(boxes.rows, 0, boxes.task, "*", boxes.quantity, "elapsed");
    if (!boxes.rows || !requested.rows || all >= boxes.rows ||
        rows_find(requested.rows, 0, requested.task, "*", requested.quantity, "time") ==
            requested.rows)
        return false;
    double median_s = boxes.q2[all], tasks = boxes.count[all];
    struct rule_finding made = rule_begin(findings, "tasks.short");
    rule_number(&made, "median", median_s);
    rule_number(&made, "tasks", tasks);
    return tasks >= rule_limit(&made, "many") && rule_add(&made);
}

void findings_of_short(struct findings *findings)
{
    if (!tables_find(findings->tables, "tasks"))
        return;
    if (!add_overhead(findings) && !add_short(findings))
        add_very_short(findings);
}
