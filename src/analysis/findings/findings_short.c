/* Tasks so short that what passes around them counts: dispatch, gaps, their start. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"

static const char overhead[] = "tasks.short-overhead";

static double said(const struct table *summary, const char *column)
{
    return table_numbers(summary, column)[0];
}

/* Whether tasks waited beside idle cores of workers, or slots. */
static bool are_starved(const struct findings *findings, const struct table *table)
{
    double busy = said(table, "busy"), capacity = said(table, "capacity");
    double wait_times = finding_limit(findings, overhead, "wait_times");
    return said(table, "waited_share") >= finding_limit(findings, overhead, "waited_share") &&
           capacity >= finding_limit(findings, overhead, "at_once") &&
           capacity - busy >= finding_limit(findings, overhead, "warn") * capacity &&
           said(table, "waiting") >= capacity - busy &&
           said(table, "wait_s") >= wait_times * said(table, "run_s");
}

/* Where nobody says since when tasks were to be had, what workers did between them shows it. */
static bool has_gaps(const struct findings *findings, const struct table *table)
{
    double gap_s = said(table, "gap_s");
    double fewest = finding_limit(findings, overhead, "attempts_per_worker");
    return isnan(said(table, "wait_s")) && gap_s >= said(table, "run_s") &&
           gap_s <= finding_limit(findings, overhead, "longest_gap_s") &&
           said(table, "idle_share") >= finding_limit(findings, overhead, "warn") &&
           said(table, "attempts") >= fewest * said(table, "workers");
}

static void add_very_short(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "short_tasks");
    struct rule_finding made = rule_begin(findings, "tasks.very-short");
    if (!table || said(table, "attempts") < rule_limit(&made, "many"))
        return;
    rule_number(&made, "median", said(table, "run_s"));
    rule_number(&made, "attempts", said(table, "attempts"));
    rule_add(&made);
}

/* NULL: nothing that may be reported. */
static const struct table *many_short(const struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "short_tasks");
    bool are_many =
        table && said(table, "attempts") >= finding_limit(findings, "tasks.short", "many");
    return are_many && !finding_times_are_apart(findings) ? table : NULL;
}

bool finding_tells_starved_workers(const struct findings *findings)
{
    const struct table *table = many_short(findings);
    return table && are_starved(findings, table);
}

/* What short tasks leave unused, the first that is known: cores of workers or slots while tasks
 * wait, or workers between one task and the next. */
static bool add_overhead(struct findings *findings)
{
    const struct table *table = many_short(findings);
    bool is_starved = table && are_starved(findings, table);
    if (!table || !(is_starved || has_gaps(findings, table)))
        return false;
    struct rule_finding made = rule_begin(findings, overhead);
    rule_number(&made, "idle",
                is_starved ? 1 - said(table, "busy") / said(table, "capacity")
                           : said(table, "idle_share"));
    rule_number(&made, "attempts", said(table, "attempts"));
    rule_number(&made, "median", said(table, "run_s"));
    rule_number(&made, "busy", said(table, "busy"));
    rule_number(&made, "capacity", round(said(table, "capacity")));
    rule_number(&made, "waiting", round(said(table, "waiting")));
    rule_number(&made, "wait", said(table, "wait_s"));
    rule_number(&made, "gap", said(table, "gap_s"));
    rule_number(&made, "workers", said(table, "workers"));
    if (is_starved)
        made.variant = strcmp(table_texts(table, "unit")[0], "cores") == 0 ? "cores" : "tasks";
    else
        made.variant = "gaps";
    made.level = RULE_WARN;
    return rule_add(&made);
}

/* Tasks of a batch system, which have a time limit: to start one takes seconds there. */
static bool add_short(struct findings *findings)
{
    const struct table *boxes = tables_find(findings->tables, "boxplots");
    const struct table *requested = tables_find(findings->tables, "requested");
    size_t all = boxes ? table_find_row(boxes, 0, "task", "*", "quantity", "elapsed") : 0;
    if (!boxes || !requested || all >= boxes->rows ||
        table_find_row(requested, 0, "task", "*", "quantity", "time") == requested->rows)
        return false;
    double median_s = table_numbers(boxes, "q2")[all], tasks = table_numbers(boxes, "count")[all];
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
