/* Cores of the connected workers of a task queue on which nothing ran. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"

enum { WHOLE = 10 /* from so many on fractions of a core do not matter */ };

static double said(const struct worker_cores_rows *table, const char *column)
{
    return table_numbers(table->table, column)[0];
}

void findings_of_pool(struct findings *findings)
{
    const struct worker_cores_rows table = worker_cores_rows(findings->tables);
    if (!table.rows || !tables_find(findings->tables, "tasks") || finding_times_are_apart(findings))
        return;
    struct rule_finding made = rule_begin(findings, "workers.cores-idle");
    double cores = said(&table, "cores"), busy = said(&table, "busy"), share = busy / cores;
    double idle_s = said(&table, "idle_s"), waited = said(&table, "waited_idle_s") / idle_s;
    double never_started = said(&table, "never_started");
    bool is_waiting = waited >= rule_limit(&made, "waited");
    if (!(share < rule_limit(&made, "note")) ||
        (is_waiting &&
         (finding_reports_idle_workers(findings) || finding_reports_starved_workers(findings))))
        return;
    rule_number(&made, "share", share);
    rule_number(&made, "busy", busy);
    rule_number(&made, "cores", cores >= WHOLE ? round(cores) : cores);
    rule_number(&made, "waited", waited);
    rule_number(&made, "free", 1 - waited);
    rule_number(&made, "waiting", said(&table, "waiting"));
    rule_number(&made, "never_started", never_started);
    made.variant = "nothing waited";
    if (waited > 0)
        made.variant =
            waited < rule_limit(&made, "hardly_waited") ? "hardly waited" : "little waited";
    if (is_waiting)
        made.variant = "tasks waited";
    /* Fewer workers are no advice for those. */
    if (never_started > 0)
        made.variant = waited > 0 ? "never started" : "left too early";
    made.level = share < rule_limit(&made, "warn") && idle_s >= rule_limit(&made, "idle_s")
                     ? RULE_WARN
                     : RULE_NOTE;
    rule_add(&made);
}
