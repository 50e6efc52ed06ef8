/* Memory that was requested and not used (what tasks used beyond their requests counts as neither):
 * of all tasks, or, where these used most of theirs, of
 * kinds that hold much of it. */
#include <string.h>

#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/accounting.h"
#include "table/rows.h"

static const char all_rule[] = "tasks.memory-unused", kinds_rule[] = "tasks.memory-unused-by-kinds";

static double GB_s(double byte_s)
{
    return byte_s / 1e9;
}

/* ---- of all tasks ---- */

/* What so many tasks are called, of all that have memory requested. */
static const char *who_used(const struct findings *findings, double tasks, double all)
{
    if (tasks < all)
        return "batch";
    if (tasks >= FINDING_FEWEST_TASKS && !finding_some_did_not_succeed(findings))
        return "all";
    return finding_unrecorded(findings) > 0 ? "some" : "succeeded";
}

static void add_wasted(struct findings *findings, const struct requested_rows *table)
{
    size_t row = finding_requested_row(table, "*", "memory");
    size_t kind = finding_most_but_sessions(findings, table->table, "memory", "wasted_time");
    if (row >= table->rows || kind >= table->rows ||
        accounting_misses_memory(findings->tables, "*"))
        return;
    double requested = finding_without_sessions(findings, table->table, "memory", "requested_time");
    double wasted = finding_without_sessions(findings, table->table, "memory", "wasted_time");
    double used = 1 - wasted / requested;
    struct rule_finding made = rule_begin(findings, all_rule);
    if (!(wasted >= rule_limit(&made, "least_unused_Bs")))
        return;
    const char *name = table->task[kind];
    double tasks = finding_without_sessions(findings, table->table, "memory", "tasks");
    rule_number(&made, who_used(findings, tasks, table->tasks[row]), tasks);
    rule_number(&made, "unused", GB_s(wasted));
    rule_number(&made, "requested", GB_s(requested));
    rule_text(&made, "kind", finding_has_kinds(findings) ? finding_kind(findings, name) : NULL);
    rule_text(&made, "request", finding_less_memory(findings, name));
    rule_number(&made, "used", used);
    rule_number(&made, "tasks", tasks);
    rule_number(&made, "of_kind", table->wasted_time[kind] / wasted);
    rule_add_little_use(&made, name);
}

/* ---- of kinds ---- */

struct unused {
    size_t known, kinds, worst; /* kinds: those that used little; worst: a row */
    double byte_s, worst_byte_s;
};

static double used_of(const struct requested_rows *table, size_t row)
{
    return 1 - table->wasted_time[row] / table->requested_time[row];
}

static struct unused find_unused(const struct findings *findings,
                                 const struct requested_rows *table, size_t all)
{
    const double *wasted = table->wasted_time;
    struct unused unused = {.worst = table->rows};
    double little = finding_limit(findings, all_rule, "note");
    for (size_t row = 0; row < table->rows; row++) {
        if (row == all || strcmp(table->quantity[row], "memory") != 0 ||
            finding_is_session(findings, table->task[row]) ||
            accounting_misses_memory(findings->tables, table->task[row]))
            continue;
        unused.known++;
        if (!(used_of(table, row) < little))
            continue;
        unused.kinds++;
        unused.byte_s += wasted[row];
        if (wasted[row] > unused.worst_byte_s) {
            unused.worst_byte_s = wasted[row];
            unused.worst = row;
        }
    }
    return unused;
}

static void add_of_kinds(struct findings *findings, const struct requested_rows *table)
{
    size_t all = finding_requested_row(table, "*", "memory");
    double used =
        1 - finding_without_sessions(findings, table->table, "memory", "wasted_time") /
                finding_without_sessions(findings, table->table, "memory", "requested_time");
    bool is_reported = used < finding_limit(findings, all_rule, "note") &&
                       !accounting_misses_memory(findings->tables, "*");
    if (all >= table->rows || !finding_has_kinds(findings) || is_reported)
        return;
    struct unused unused = find_unused(findings, table, all);
    double requested = table->requested_time[all];
    struct rule_finding made = rule_begin(findings, kinds_rule);
    if (!unused.kinds ||
        !(unused.worst_byte_s >= finding_limit(findings, all_rule, "least_unused_Bs")))
        return;
    const char *name = table->task[unused.worst];
    rule_text(&made, "kind", finding_kind(findings, name));
    rule_number(&made, "unused", GB_s(unused.worst_byte_s));
    rule_text(&made, "request", finding_less_memory(findings, name));
    rule_number(&made, "share", unused.byte_s / requested);
    rule_number(&made, "kinds", (double)unused.kinds);
    rule_number(&made, "of", (double)unused.known);
    rule_number(&made, "little", finding_limit(findings, all_rule, "note"));
    rule_number(&made, "used", used_of(table, unused.worst));
    rule_number(&made, "of_all", unused.worst_byte_s / requested);
    made.variant = unused.kinds == 1 ? "one task kind" : "several task kinds";
    rule_add(&made);
}

void findings_of_unused(struct findings *findings)
{
    const struct requested_rows requested = requested_rows(findings->tables);
    if (!requested.rows || !tables_find(findings->tables, "tasks"))
        return;
    add_wasted(findings, &requested);
    add_of_kinds(findings, &requested);
}
