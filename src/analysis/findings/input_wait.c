#include "analysis/findings/input_wait.h"

#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/start_up.h"
#include "analysis/traces/wait_names.h"
#include "table/rows.h"

const char input_wait_rule[] = "traces.input-wait";

bool input_wait_find(const struct findings *findings, struct input_wait *wait)
{
    const struct functions_rows functions = functions_rows(findings->tables);
    const struct trace_rows trace = trace_rows(findings->tables);
    if (!functions.rows || !trace.rows || finding_times_are_apart(findings))
        return false;
    double elapsed_s = trace.elapsed_s[0];
    *wait = (struct input_wait){.row = functions.rows};
    for (size_t row = 0; row < functions.rows; row++) {
        const char *loader = input_loader(functions.function[row]);
        if (!loader || start_up_of(&functions, row) != START_UP_NONE)
            continue;
        double others_s = functions.others_busy_s[row];
        double worker_s = functions.duration_s[row] / functions.workers[row];
        double saved_s = fmin(worker_s, elapsed_s - (isnan(others_s) ? 0 : others_s));
        if (saved_s > wait->saved_s)
            *wait = (struct input_wait){row, loader, worker_s, saved_s};
    }
    return wait->row < functions.rows &&
           wait->saved_s / elapsed_s >= finding_limit(findings, input_wait_rule, "warn");
}
