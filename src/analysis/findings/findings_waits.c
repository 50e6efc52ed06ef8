/* Jobs that waited in a queue for longer than they ran. */
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"

static const char rule[] = "jobs.queue-wait";

/* The kind with most unused, and the row that says how much is; NULL: none, or attempts of that row
 * hit the limit. */
struct judged {
    const char *kind;
    size_t row;
};

static struct judged judge(const struct findings *findings, const struct requested_rows *table,
                           const char *quantity)
{
    size_t kind = finding_most_but_sessions(findings, table->table, quantity, "wasted_time");
    size_t row = finding_row_to_judge(findings, table, quantity, kind);
    if (kind >= table->rows || row >= table->rows ||
        attempts_at_limit(findings, table->task[row], quantity) > 0)
        return (struct judged){0};
    return (struct judged){table->task[kind], row};
}

/* What lets such jobs start earlier: a smaller request, where most of it was not used
 * and less would do; else "". Why there is no number is said where memory and time are. */
static const char *request_advice(const struct findings *findings)
{
    const struct requested_rows table = requested_rows(findings->tables);
    if (!table.rows)
        return "";
    struct judged time = judge(findings, &table, "time");
    struct judged memory = judge(findings, &table, "memory");
    if (time.kind && table.ratio_p95[time.row] < finding_limit(findings, rule, "little_time"))
        return finding_can_lower(findings, "time") ? finding_less_time(findings, time.kind) : "";
    if (memory.kind &&
        table.used_time[memory.row] <
            finding_limit(findings, rule, "little_memory") * table.requested_time[memory.row])
        return finding_can_lower(findings, "memory") ? finding_less_memory(findings, memory.kind)
                                                     : "";
    return "";
}

/* Which jobs waited for others to end is known where the source has the moment of that. While none
 * of them ran, they waited for none of them. */
static const char *variant_of(const struct rule_finding *made, const struct queue_waits_rows *table,
                              size_t all)
{
    if (made->level == RULE_WARN)
        return "none ran";
    return table->eligible[all] >= table->attempts[all] ? "queue" : "queue or other jobs";
}

static void say_advice(struct rule_finding *made)
{
    const char *advice = request_advice(made->findings);
    rule_text(made, "advice", advice);
    if (*advice)
        made->advice_variant = "request";
    else
        made->advice_variant =
            strcmp(made->variant, "queue or other jobs") == 0 ? "dependencies" : "none";
}

void findings_of_waits(struct findings *findings)
{
    const struct queue_waits_rows table = queue_waits_rows(findings->tables);
    size_t all = rows_find(table.rows, 0, table.task, "*", NULL, NULL);
    struct rule_finding made = rule_begin(findings, rule);
    if (!table.rows || all >= table.rows)
        return;
    double attempts = table.attempts[all];
    double share = table.wait_share[all];
    double median_s = table.wait_p50_s[all];
    double alone_s = table.none_ran_s[all];
    double alone_share = alone_s / table.span_s[all];
    if (!(share >= rule_limit(&made, "note")) || !(median_s >= rule_limit(&made, "median_s")) ||
        attempts < rule_limit(&made, "attempts"))
        return;
    rule_number(&made, "share", share);
    rule_number(&made, "attempts", attempts);
    rule_number(&made, "median", median_s);
    rule_number(&made, "alone", alone_s);
    rule_number(&made, "alone_share", alone_share);
    made.level = RULE_NOTE;
    if (alone_share >= rule_limit(&made, "alone_share")) {
        made.level = RULE_WARN;
        made.value = alone_share;
        made.threshold = rule_limit(&made, "alone_share");
    }
    made.variant = variant_of(&made, &table, all);
    say_advice(&made);
    rule_add(&made);
}
