/* Tasks so short that what passes around them counts: dispatch, gaps, their start. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "util/quantity.h"

enum { FEWEST_AT_ONCE = 4, TEXT_SIZE = 64 };

static double said(const struct table *summary, const char *column)
{
    return table_numbers(summary, column)[0];
}

/* What short tasks leave unused, the first that is known: cores of workers or slots while tasks
 * wait, or workers between one task and the next. */
static const double MOSTLY_WAITING = 0.3, MUCH_IDLE = 0.5; /* of the time; of the capacity */
static const double FEWEST_PER_WORKER = 10, LONG_WAIT = 2; /* attempts; × the run time */
static const double LONGEST_GAP_S = 300;                   /* to start a task takes no longer */

static const char *short_words(const struct findings *findings, const struct table *table)
{
    return arena_format(findings->arena, "Half of %s ran for %s at most",
                        finding_count(findings, table_numbers(table, "attempts")[0], "attempt",
                                      "attempts"),
                        finding_quantity(findings, table_numbers(table, "run_s")[0], "s"));
}

/* While tasks waited; "" where most of what there is was busy, or nothing waited. */
static const char *starved_text(const struct findings *findings, const struct table *table)
{
    double busy = said(table, "busy"), capacity = said(table, "capacity");
    double wait_s = said(table, "wait_s"), waiting = said(table, "waiting");
    bool is_of_cores = strcmp(table_texts(table, "unit")[0], "cores") == 0;
    char busy_text[TEXT_SIZE], all_text[TEXT_SIZE], waiting_text[TEXT_SIZE];
    if (!(said(table, "waited_share") >= MOSTLY_WAITING) || !(capacity >= FEWEST_AT_ONCE) ||
        !(capacity - busy >= MUCH_IDLE * capacity) || !(waiting >= capacity - busy) ||
        !(wait_s >= LONG_WAIT * said(table, "run_s")))
        return "";
    quantity_format_number(busy, 2, busy_text, sizeof busy_text);
    quantity_format_fixed(capacity, 0, all_text, sizeof all_text);
    quantity_format_fixed(waiting, 0, waiting_text, sizeof waiting_text);
    if (is_of_cores)
        return arena_format(findings->arena,
                            "%s: %s of %s cores of the workers were busy on average while %s tasks "
                            "waited.",
                            short_words(findings, table), busy_text, all_text, waiting_text);
    return arena_format(
        findings->arena,
        "%s, after a median wait of %s: on average %s of up to %s at once were running "
        "while %s waited.",
        short_words(findings, table), finding_quantity(findings, wait_s, "s"), busy_text, all_text,
        waiting_text);
}

/* Where nobody says since when tasks were to be had, what workers did between them tells. */
static const char *gaps_text(const struct findings *findings, const struct table *table)
{
    double gap_s = said(table, "gap_s"), idle = said(table, "idle_share");
    double workers = said(table, "workers");
    if (!isnan(said(table, "wait_s")) || !(gap_s >= said(table, "run_s")) ||
        gap_s > LONGEST_GAP_S || !(idle >= MUCH_IDLE) ||
        said(table, "attempts") < FEWEST_PER_WORKER * workers)
        return "";
    return arena_format(findings->arena,
                        "%s, and as often %s or more passed until the next on the same worker: %s "
                        "%s idle for %s of the time.",
                        short_words(findings, table), finding_quantity(findings, gap_s, "s"),
                        finding_count(findings, workers, "worker", "workers"),
                        finding_plural(workers, "was", "were"), finding_percent(findings, idle));
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

/* NULL: nothing that may be told. */
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
    return table && *starved_text(findings, table);
}

static bool add_overhead(struct findings *findings)
{
    const struct table *table = many_short(findings);
    if (!table)
        return false;
    const char *starved = starved_text(findings, table);
    const char *text = *starved ? starved : gaps_text(findings, table);
    double capacity = said(table, "capacity");
    if (!*text)
        return false;
    finding_add(findings,
                (struct finding){
                    .id = "tasks.short-overhead",
                    .weight = 68,
                    .level = "warn",
                    .section = "tasks-over-time",
                    .text = text,
                    .value =
                        *starved ? 1 - said(table, "busy") / capacity : said(table, "idle_share"),
                    .unit = "",
                    .threshold = MUCH_IDLE,
                    .advice = *starved ? "group several tasks into one, or find what else holds "
                                         "them back: the manager, what they request, input files"
                                       : "group several tasks into one, so that less time passes "
                                         "between them",
                });
    return true;
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
