/* Workers of a task queue: none or few while tasks wait, and time that goes into transfers. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/task_words.h"
#include "util/quantity.h"

static const double MUCH_WITHOUT = 0.1;              /* of the time of the run */
static const double SHORTEST_WITHOUT_S = 60;         /* workers take a while to start */
static const double MUCH_WITH_FEW = 0.3, FEW = 0.25; /* of the run; of the most workers */
static const double MUCH_TRANSFER = 0.3;             /* of transfers and tasks together */

static double number_of(const struct table *table, const char *column)
{
    return table_numbers(table, column)[0];
}

/* ---- workers ---- */

/* Time in which tasks waited with so few workers. */
struct shortage {
    double seconds, from, waiting, workers; /* waiting, workers: integrals over that time */
};

static void add_time(struct shortage *shortage, double time, double length, double waiting,
                     double workers)
{
    if (!(shortage->seconds > 0))
        shortage->from = time;
    shortage->seconds += length;
    shortage->waiting += length * waiting;
    shortage->workers += length * workers;
}

static void measure(const struct table *concurrency, double few, struct shortage *none,
                    struct shortage *some)
{
    const double *times = table_numbers(concurrency, "time");
    const double *waiting = table_numbers(concurrency, "waiting");
    const double *workers = table_numbers(concurrency, "workers");
    const double *highest = table_numbers(concurrency, "workers_max");
    for (size_t row = 0; row + 1 < concurrency->rows; row++) {
        double length = times[row + 1] - times[row];
        if (!(waiting[row] >= 1) || !(length > 0))
            continue;
        if (highest[row] < 1)
            add_time(none, times[row], length, waiting[row], 0);
        else if (workers[row] <= few)
            add_time(some, times[row], length, waiting[row], workers[row]);
    }
}

/* "12 tasks", on average. */
static const char *waiting_tasks(const struct findings *findings, const struct shortage *shortage)
{
    return finding_count(findings, round(shortage->waiting / shortage->seconds), "task", "tasks");
}

/* A finding of a kind of shortage, but for its text. */
struct shortage_finding {
    double weight, threshold; /* of the share of the run */
    const char *advice;
};

static void add_shortage(struct findings *findings, const struct shortage_finding *finding,
                         double share, const char *text)
{
    finding_add(findings, (struct finding){
                              .id = "workers.too-few",
                              .weight = finding->weight,
                              .level = "warn",
                              .section = "tasks-over-time",
                              .text = text,
                              .value = share,
                              .unit = "",
                              .threshold = finding->threshold,
                              .advice = finding->advice,
                          });
}

static void add_none(struct findings *findings, const struct shortage *none, double busy_s)
{
    const struct shortage_finding finding = {
        79, MUCH_WITHOUT,
        "start workers before or with the manager, and find out why they came late or left"};
    double share = none->seconds / busy_s;
    if (!(share >= MUCH_WITHOUT) || none->seconds < SHORTEST_WITHOUT_S)
        return;
    add_shortage(findings, &finding, share,
                 arena_format(findings->arena,
                              "No worker was connected for %s (%s of the run), first at %s, while "
                              "%s waited on average.",
                              finding_quantity(findings, none->seconds, "s"),
                              finding_percent(findings, share),
                              finding_moment(findings, none->from), waiting_tasks(findings, none)));
}

static void add_few(struct findings *findings, const struct shortage *some, double busy_s,
                    double most)
{
    const struct shortage_finding finding = {76, MUCH_WITH_FEW,
                                             "find out why workers left, and replace them"};
    double share = some->seconds / busy_s;
    char mean[64];
    if (!(share >= MUCH_WITH_FEW))
        return;
    add_shortage(
        findings, &finding, share,
        arena_format(findings->arena,
                     "Few workers for %s (%s of the run), from %s on: %s connected on "
                     "average, of at most %s, while %s waited.",
                     finding_quantity(findings, some->seconds, "s"),
                     finding_percent(findings, share), finding_moment(findings, some->from),
                     quantity_format_number(some->workers / some->seconds, 2, mean, sizeof mean),
                     finding_quantity(findings, most, ""), waiting_tasks(findings, some)));
}

static void add_shortages(struct findings *findings)
{
    const struct table *summary = tables_find(findings->tables, "concurrency_summary");
    const struct table *concurrency = tables_find(findings->tables, "concurrency");
    struct shortage none = {0}, some = {0};
    if (!summary || !concurrency || finding_times_are_apart(findings))
        return;
    double most = number_of(summary, "workers_max"), busy_s = number_of(summary, "busy_s");
    if (!(most >= 1))
        return;
    measure(concurrency, FEW * most, &none, &some);
    add_none(findings, &none, busy_s);
    add_few(findings, &some, busy_s, most);
}

/* ---- transfers ---- */

/* Over all tasks, in s: the first of the names that sources use; 0: none. */
static double sum_of(const struct table *resources, const char *const *names)
{
    for (; *names; names++) {
        size_t row = table_find_row(resources, 0, "category", "*", "resource", *names);
        if (row < resources->rows)
            return table_numbers(resources, "count")[row] * table_numbers(resources, "mean")[row];
    }
    return 0;
}

static void add_transfers(struct findings *findings)
{
    static const char *const inputs[] = {"wq_input_time", "vine_input_time", "time_input_mgr",
                                         NULL};
    static const char *const outputs[] = {"wq_output_time", "vine_output_time", "time_output_mgr",
                                          NULL};
    const struct table *resources = tables_find(findings->tables, "resources");
    const struct table *campaign = tables_find(findings->tables, "campaign");
    if (!resources || !campaign)
        return;
    double input_s = sum_of(resources, inputs), output_s = sum_of(resources, outputs);
    double elapsed_s = number_of(campaign, "elapsed_s"), all_s = input_s + output_s;
    double share = all_s / (all_s + elapsed_s);
    if (!(share >= MUCH_TRANSFER))
        return;
    finding_add(findings,
                (struct finding){
                    .id = "workers.transfers",
                    .weight = 73,
                    .level = "warn",
                    .section = "tasks-resources",
                    .text = arena_format(
                        findings->arena,
                        "Transfers take %s of the time of tasks: %s, most of it %s, beside %s of "
                        "running.",
                        finding_percent(findings, share), finding_quantity(findings, all_s, "s"),
                        input_s > output_s ? "input" : "output",
                        finding_quantity(findings, elapsed_s, "s")),
                    .value = share,
                    .unit = "",
                    .threshold = MUCH_TRANSFER,
                    .advice = "cache files that tasks share on the workers, or group tasks",
                });
}

void findings_of_workers(struct findings *findings)
{
    if (!tables_find(findings->tables, "tasks"))
        return;
    add_shortages(findings);
    add_transfers(findings);
}
