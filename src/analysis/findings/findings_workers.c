/* Workers of a task queue: none or few while tasks wait, and time that goes into transfers. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "table/rows.h"

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

static void measure(const struct concurrency_rows *concurrency, double few, struct shortage *none,
                    struct shortage *some)
{
    const double *times = concurrency->time;
    const double *waiting = concurrency->waiting;
    const double *workers = concurrency->workers;
    const double *highest = concurrency->workers_max;
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

static struct rule_finding begin_shortage(struct findings *findings,
                                          const struct shortage *shortage, double busy_s)
{
    struct rule_finding made = rule_begin(findings, "workers.too-few");
    rule_number(&made, "share", shortage->seconds / busy_s);
    rule_number(&made, "base", busy_s);
    rule_number(&made, "time", shortage->seconds);
    rule_number(&made, "from", shortage->from);
    rule_number(&made, "waiting", round(shortage->waiting / shortage->seconds));
    rule_number(&made, "workers", shortage->workers / shortage->seconds);
    return made;
}

/* Workers take a while to start. */
static void add_none(struct findings *findings, const struct shortage *none, double busy_s,
                     double most)
{
    struct rule_finding made = begin_shortage(findings, none, busy_s);
    if (none->seconds < rule_limit(&made, "shortest_s"))
        return;
    made.variant = most > 0 ? "none" : "never";
    made.more_weight = rule_limit(&made, "none_weight");
    rule_add(&made);
}

static void add_few(struct findings *findings, const struct shortage *some, double busy_s,
                    double most)
{
    struct rule_finding made = begin_shortage(findings, some, busy_s);
    made.threshold = rule_limit(&made, "few_share");
    if (!(some->seconds >= made.threshold * busy_s))
        return;
    rule_number(&made, "most", most);
    made.variant = "few";
    made.level = RULE_WARN;
    rule_add(&made);
}

static void add_shortages(struct findings *findings)
{
    const struct concurrency_summary_rows summary = concurrency_summary_rows(findings->tables);
    const struct concurrency_rows concurrency = concurrency_rows(findings->tables);
    struct shortage none = {0}, some = {0};
    if (!summary.rows || !concurrency.rows || finding_times_are_apart(findings))
        return;
    double most = number_of(summary.table, "workers_max"),
           busy_s = number_of(summary.table, "busy_s");
    if (number_is_missing(most))
        return;
    measure(&concurrency, finding_limit(findings, "workers.too-few", "few") * most, &none, &some);
    add_none(findings, &none, busy_s, most);
    add_few(findings, &some, busy_s, most);
}

/* ---- transfers ---- */

/* Over all tasks, in s: the first of the names that sources use; 0: none. */
static double sum_of(const struct resources_rows *resources, const char *const *names)
{
    for (; *names; names++) {
        size_t row =
            rows_find(resources->rows, 0, resources->category, "*", resources->resource, *names);
        if (row < resources->rows)
            return resources->count[row] * resources->mean[row];
    }
    return 0;
}

static void add_transfers(struct findings *findings)
{
    static const char *const inputs[] = {"wq_input_time", "vine_input_time", "time_input_mgr",
                                         NULL};
    static const char *const outputs[] = {"wq_output_time", "vine_output_time", "time_output_mgr",
                                          NULL};
    const struct resources_rows resources = resources_rows(findings->tables);
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    if (!resources.rows || !campaign.rows)
        return;
    double input_s = sum_of(&resources, inputs), output_s = sum_of(&resources, outputs);
    double elapsed_s = number_of(campaign.table, "elapsed_s"), all_s = input_s + output_s;
    double share = all_s / (all_s + elapsed_s);
    struct rule_finding made = rule_begin(findings, "workers.transfers");
    rule_number(&made, "share", share);
    rule_number(&made, "transfers", all_s);
    rule_number(&made, "elapsed", elapsed_s);
    rule_number(&made, "input", input_s > output_s);
    rule_number(&made, "output", !(input_s > output_s));
    rule_add(&made);
}

void findings_of_workers(struct findings *findings)
{
    if (!tables_find(findings->tables, "tasks"))
        return;
    add_shortages(findings);
    add_transfers(findings);
}
