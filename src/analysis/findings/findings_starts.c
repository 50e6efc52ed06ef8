/* Workers of a trace that begin long after the others: what is set aside before idle time is told.
 */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/worker_group.h"
#include "analysis/traces/quiet_time.h"
#include "table/rows.h"

/* When the first of all began; behind a pause of all that is start-up, when that ended. */
static double begin_of_run(const struct findings *findings)
{
    const struct trace_rows trace = trace_rows(findings->tables);
    double before_s = trace.quiet_from[0] - trace.start[0];
    bool is_long = trace.compared_s[0] < trace.elapsed_s[0];
    return is_long && quiet_is_start_up(findings->request->rules, before_s, trace.compared_s[0],
                                        trace.quiet_resumed[0])
               ? trace.quiet_until[0]
               : trace.start[0];
}

/* Moments of hosts whose clocks differ are not compared. */
static bool is_one_clock(const struct findings *findings)
{
    const char *clock = trace_rows(findings->tables).clock[0];
    return !clock || strcmp(clock, "hosts") != 0;
}

void findings_of_starts(struct findings *findings)
{
    struct worker_group group = worker_group_main(findings);
    if (!group.workers.rows || group.count < 2 || !is_one_clock(findings) ||
        finding_times_are_apart(findings))
        return;
    double begin = begin_of_run(findings), sum_s = 0, most_s = 0, begun = 0;
    size_t latest = group.workers.rows;
    for (size_t row = 0; row < group.workers.rows; row++) {
        double late_s = fmax(0, group.workers.first[row] - begin);
        if (!worker_group_has(&group, row) || isnan(group.workers.first[row]))
            continue;
        begun++;
        sum_s += late_s;
        latest = latest == group.workers.rows || late_s > most_s ? row : latest;
        most_s = fmax(most_s, late_s);
    }
    if (begun < 2)
        return;
    struct rule_finding made = rule_begin(findings, "traces.late-start");
    rule_number(&made, "share", sum_s / begun / trace_rows(findings->tables).elapsed_s[0]);
    rule_number(&made, "mean", sum_s / begun);
    rule_number(&made, "most", most_s);
    rule_number(&made, "workers", begun);
    rule_text(&made, "latest", finding_name(findings, group.workers.worker[latest]));
    rule_add(&made);
}
