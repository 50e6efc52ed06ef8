/* Phases in which one core works while the others of all nodes wait. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"

static const char rule[] = "nodes.serial";

static bool covers(const struct findings *findings, const struct table *others,
                   const struct serial_phases_rows *phases, double total_s)
{
    double both_s = 0;
    for (size_t row = 0; row < phases->rows; row++)
        both_s += finding_phases_within(others, phases->start[row], phases->end[row]);
    return both_s >= finding_limit(findings, rule, "reported_otherwise") * total_s;
}

/* Whether it is reported already that all or most nodes were idle then. */
static bool is_reported(const struct findings *findings, const struct serial_phases_rows *phases,
                        double total_s)
{
    return covers(findings, tables_find(findings->tables, "phases"), phases, total_s) ||
           (finding_reports_few_at_work(findings) &&
            covers(findings, tables_find(findings->tables, "few_at_work"), phases, total_s));
}

/* "60 of 64 cores", or "97 % of the cores": busy in the rest of the run. */
static const char *rest_text(const struct findings *findings,
                             const struct serial_phases_rows *phases)
{
    double busy = phases->busy_otherwise[0];
    if (isnan(busy))
        return arena_format(findings->arena, "%s of the cores",
                            finding_percent(findings, phases->share_otherwise[0]));
    return arena_format(findings->arena, "%s of %s", finding_quantity(findings, busy, ""),
                        finding_processors(findings, busy, phases->cores[0],
                                           phases->physical_cores[0],
                                           phases->cores_estimated[0] > 0));
}

/* " on every node", " on one of 4 nodes"; "" of a job on one */
static const char *where_text(const struct findings *findings,
                              const struct serial_phases_rows *phases, size_t row)
{
    double nodes = finding_number(findings, phases->metric[0], "nodes");
    double busy = phases->busy_nodes[row];
    if (!(nodes > 1))
        return "";
    if (!(busy < nodes))
        return " on every node";
    return arena_format(findings->arena, " on %s of %s nodes",
                        busy == 1 ? "one" : finding_quantity(findings, busy, ""),
                        COUNT_TEXT(nodes));
}

void findings_of_serial(struct findings *findings)
{
    const struct serial_phases_rows phases = serial_phases_rows(findings->tables);
    double length_s = findings->time.end - findings->time.start;
    struct phase_sums sums = finding_sum_phases(phases.table);
    if (!phases.rows || !(sums.total_s >= finding_limit(findings, rule, "least_s")) ||
        is_reported(findings, &phases, sums.total_s) || finding_gpu_waiting_s(findings) > 0)
        return;
    struct rule_finding made = rule_begin(findings, rule);
    rule_text(&made, "metric", phases.metric[0]);
    rule_text(&made, "where", where_text(findings, &phases, sums.longest));
    rule_text(&made, "when", finding_phases_span(findings, phases.table, &sums));
    rule_text(&made, "rest", rest_text(findings, &phases));
    rule_number(&made, "share", sums.total_s / length_s);
    made.finding.explains_low_load = true;
    rule_add(&made);
}
