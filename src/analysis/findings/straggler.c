#include "analysis/findings/straggler.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/worker_group.h"

const char straggler_rule[] = "traces.straggler";

/* Moments of hosts whose clocks differ are not compared. */
static bool is_one_clock(const struct findings *findings)
{
    const char *clock = trace_rows(findings->tables).clock[0];
    return !clock || strcmp(clock, "hosts") != 0;
}

bool straggler_find(const struct findings *findings, struct straggler *straggler)
{
    struct worker_group group = worker_group_main(findings);
    if (!group.workers.rows || group.count < 2 || !is_one_clock(findings) ||
        finding_times_are_apart(findings))
        return false;
    const double *last = group.workers.last;
    const double *busy = group.workers.busy_s;
    const double *tasks = group.workers.tasks;
    double latest = -INFINITY, before = -INFINITY, all_tasks = 0;
    size_t others = group.count - 1;
    *straggler = (struct straggler){.row = group.busiest, .others = others};
    for (size_t row = 0; row < group.workers.rows; row++) {
        if (!worker_group_has(&group, row))
            continue;
        all_tasks += tasks[row];
        before = fmax(before, fmin(last[row], latest));
        straggler->row = last[row] > latest ? row : straggler->row;
        latest = fmax(latest, last[row]);
    }
    straggler->tail_s = latest - before;
    straggler->others_s = (group.busy_s - busy[straggler->row]) / (double)others;
    straggler->others_tasks = (all_tasks - tasks[straggler->row]) / (double)others;
    return straggler->tail_s / trace_rows(findings->tables).elapsed_s[0] >=
           finding_limit(findings, straggler_rule, "warn");
}

bool straggler_explains_idle(const struct findings *findings, double share)
{
    struct straggler straggler;
    if (!straggler_find(findings, &straggler))
        return false;
    const struct trace_rows trace = trace_rows(findings->tables);
    double counted_s = isnan(trace.counted_s[0]) ? trace.compared_s[0] : trace.counted_s[0];
    double until_s = counted_s - straggler.tail_s;
    return straggler.others_s > (1 - share) * until_s;
}
