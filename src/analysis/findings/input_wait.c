#include "analysis/findings/input_wait.h"

#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/start_up.h"
#include "analysis/traces/wait_names.h"

const char input_wait_rule[] = "traces.input-wait";

bool input_wait_find(const struct findings *findings, struct input_wait *wait)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    const struct table *trace = tables_find(findings->tables, "trace");
    if (!functions || !trace || finding_times_are_apart(findings))
        return false;
    double elapsed_s = table_numbers(trace, "elapsed_s")[0];
    *wait = (struct input_wait){.row = functions->rows};
    for (size_t row = 0; row < functions->rows; row++) {
        const char *loader = input_loader(table_texts(functions, "function")[row]);
        if (!loader || start_up_of(functions, row) != START_UP_NONE)
            continue;
        double others_s = table_numbers(functions, "others_busy_s")[row];
        double worker_s =
            table_numbers(functions, "duration_s")[row] / table_numbers(functions, "workers")[row];
        double saved_s = fmin(worker_s, elapsed_s - (isnan(others_s) ? 0 : others_s));
        if (saved_s > wait->saved_s)
            *wait = (struct input_wait){row, loader, worker_s, saved_s};
    }
    return wait->row < functions->rows &&
           wait->saved_s >= finding_limit(findings, input_wait_rule, "warn") * elapsed_s;
}
