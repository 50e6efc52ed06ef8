/* Jobs that waited in a queue for longer than they ran. */
#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/task_words.h"

static const double MOSTLY = 0.5; /* of the time from submission to end */
static const double LONG_WAIT_S = 600, FEWEST = 5;
static const double MUCH_ALONE = 0.25;                /* of the span, in which none ran */
static const double LITTLE_TIME = 0.25, LITTLE = 0.5; /* of a request that was used */

/* The kind with most unused, and the row that says how much is; NULL: none, or attempts of that row
 * hit the limit. */
struct judged {
    const char *kind;
    size_t row;
};

static struct judged judge(const struct findings *findings, const struct table *table,
                           const char *quantity)
{
    size_t kind = finding_most_but_sessions(findings, table, quantity, "wasted_time");
    size_t row = finding_row_to_judge(findings, table, quantity, kind);
    if (kind >= table->rows || row >= table->rows ||
        attempts_at_limit(findings, table_texts(table, "task")[row], quantity) > 0)
        return (struct judged){0};
    return (struct judged){table_texts(table, "task")[kind], row};
}

/* What lets such jobs start earlier: a smaller request, where most of it was not used
 * and less would do; else "". Why there is no number is said where memory and time are. */
static const char *request_advice(const struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "requested");
    if (!table)
        return "";
    struct judged time = judge(findings, table, "time");
    struct judged memory = judge(findings, table, "memory");
    if (time.kind && table_numbers(table, "ratio_p95")[time.row] < LITTLE_TIME)
        return finding_can_lower(findings, "time") ? finding_less_time(findings, time.kind) : "";
    if (memory.kind && table_numbers(table, "used_time")[memory.row] <
                           LITTLE * table_numbers(table, "requested_time")[memory.row])
        return finding_can_lower(findings, "memory") ? finding_less_memory(findings, memory.kind)
                                                     : "";
    return "";
}

/* Which jobs waited for others to end is known where the source has the moment of that. While none
 * of them ran, they waited for none of them. */
static const char *waits_text(const struct findings *findings, const struct table *table,
                              size_t all, bool is_much, bool may_depend)
{
    double attempts = table_numbers(table, "attempts")[all];
    double alone_s = table_numbers(table, "none_ran_s")[all];
    double alone = alone_s / table_numbers(table, "span_s")[all];
    const char *more = may_depend ? ", in the queue or for other jobs" : "";
    if (is_much)
        more = arena_format(findings->arena, "; none ran for %s (%s of the run)",
                            finding_quantity(findings, alone_s, "s"),
                            finding_percent(findings, alone));
    return arena_format(findings->arena,
                        "%s%s waited %s of the time from submission to end, median %s%s.",
                        may_depend ? "" : "Queue waits dominate: ",
                        finding_count(findings, attempts, "attempt", "attempts"),
                        finding_percent(findings, table_numbers(table, "wait_share")[all]),
                        finding_quantity(findings, table_numbers(table, "wait_p50_s")[all], "s"),
                        more);
}

void findings_of_waits(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "queue_waits");
    size_t all = table ? table_find_row(table, 0, "task", "*", NULL, NULL) : 0;
    if (!table || all >= table->rows)
        return;
    double attempts = table_numbers(table, "attempts")[all];
    double share = table_numbers(table, "wait_share")[all];
    double alone = table_numbers(table, "none_ran_s")[all] / table_numbers(table, "span_s")[all];
    if (!(share >= MOSTLY) || !(table_numbers(table, "wait_p50_s")[all] >= LONG_WAIT_S) ||
        attempts < FEWEST)
        return;
    bool is_much = alone >= MUCH_ALONE;
    bool may_depend = !is_much && !(table_numbers(table, "eligible")[all] >= attempts);
    const char *advice = request_advice(findings);
    finding_add(findings,
                (struct finding){
                    .id = "jobs.queue-wait",
                    .weight = is_much ? 65 : 41,
                    .level = is_much ? "warn" : "note",
                    .section = "tasks-over-time",
                    .text = waits_text(findings, table, all, is_much, may_depend),
                    .value = share,
                    .unit = "",
                    .threshold = MOSTLY,
                    .advice = *advice || !may_depend
                                  ? advice
                                  : "add Eligible to the fields of sacct, to leave out waits for "
                                    "dependencies",
                });
}
