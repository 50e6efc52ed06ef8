/* Jobs that waited in a queue for longer than they ran. */
#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_requests.h"

static const double MOSTLY = 0.5; /* of the time from submission to end */
static const double LONG_WAIT_S = 600, FEWEST = 5;
static const double MUCH_ALONE = 0.25;                /* of the span, in which none ran */
static const double LITTLE_TIME = 0.25, LITTLE = 0.5; /* of a request that was used */

/* What lets such jobs start earlier: a smaller request, where most of it was not used
 * and less would do; else "". Why there is no number is said where memory and time are. */
static const char *request_advice(const struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "requested");
    size_t time = table ? finding_requested_row(table, "*", "time") : 0;
    size_t memory = table ? finding_requested_row(table, "*", "memory") : 0;
    const char *advice = "";
    if (table && time < table->rows && table_numbers(table, "ratio_p95")[time] < LITTLE_TIME &&
        !(attempts_at_limit(findings, "*", "time") > 0)) {
        size_t kind = finding_largest_kind(table, "time", "wasted_hours");
        if (kind < table->rows && finding_can_lower(findings, "time"))
            advice = finding_less_time(findings, table_texts(table, "task")[kind]);
    } else if (table && memory < table->rows &&
               table_numbers(table, "used_hours")[memory] <
                   LITTLE * table_numbers(table, "requested_hours")[memory] &&
               !(attempts_at_limit(findings, "*", "memory") > 0)) {
        size_t kind = finding_largest_kind(table, "memory", "wasted_hours");
        if (kind < table->rows && finding_can_lower(findings, "memory"))
            advice = finding_less_memory(findings, table_texts(table, "task")[kind]);
    }
    return advice;
}

void findings_of_waits(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "queue_waits");
    size_t all = table ? table_find_row(table, 0, "task", "*", NULL, NULL) : 0;
    if (!table || all >= table->rows)
        return;
    double attempts = table_numbers(table, "attempts")[all];
    double median_s = table_numbers(table, "wait_p50_s")[all];
    double share = table_numbers(table, "wait_share")[all];
    double alone_s = table_numbers(table, "none_ran_s")[all];
    double alone = alone_s / table_numbers(table, "span_s")[all];
    if (!(share >= MOSTLY) || !(median_s >= LONG_WAIT_S) || attempts < FEWEST)
        return;
    bool is_much = alone >= MUCH_ALONE;
    finding_add(findings,
                (struct finding){
                    .weight = is_much ? 65 : 41,
                    .level = is_much ? "warn" : "note",
                    .section = "tasks-over-time",
                    .text = arena_format(
                        findings->arena,
                        "Queue waits dominate: %s waited %s of the time from submission to end, "
                        "median %s%s.",
                        finding_count(findings, attempts, "attempt", "attempts"),
                        finding_percent(findings, share), finding_quantity(findings, median_s, "s"),
                        is_much ? arena_format(findings->arena, "; none ran for %s (%s of the run)",
                                               finding_quantity(findings, alone_s, "s"),
                                               finding_percent(findings, alone))
                                : ""),
                    .value = share,
                    .unit = "",
                    .threshold = MOSTLY,
                    .advice = request_advice(findings),
                });
}
