/* Single runs that take much of the run: those that could be split, and costs of start-up. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/start_up.h"
#include "analysis/findings/whole_run.h"
#include "analysis/traces/wait_names.h"
#include "table/rows.h"

static size_t function_row(const struct findings *findings, const char *name)
{
    const struct functions_rows functions = functions_rows(findings->tables);
    for (size_t row = 0; row < functions.rows; row++)
        if (strcmp(functions.function[row], name) == 0)
            return row;
    return SIZE_MAX;
}

/* ---- start-up ---- */

/* Of a function that has more runs than those of its start-up. */
static void give_others(struct rule_finding *made, double others, double others_s)
{
    if (others > 1)
        rule_number(made, "others", others);
    if (others > 0)
        rule_number(made, others == 1 ? "other_time" : "others_time", fmax(others_s, 0));
}

static void give_start_up(struct rule_finding *made, const struct functions_rows *functions,
                          size_t row, enum start_up kind, double elapsed_s)
{
    const char *name = functions->function[row];
    double workers = functions->workers[row];
    double tasks = functions->tasks[row];
    bool is_call = kind == START_UP_CALL;
    double longest_s = functions->q4[row];
    double seconds = is_call ? longest_s : functions->first_runs_s[row];
    double each_s = is_call ? seconds : seconds / workers;
    rule_text(made, "function", finding_name(made->findings, name));
    rule_number(made, "longest", longest_s / elapsed_s);
    rule_number(made, "each", each_s);
    rule_number(made, "share", each_s / elapsed_s);
    rule_number(made, "only", !(tasks > 1));
    if (workers > 1)
        rule_number(made, "workers", workers);
    give_others(made, tasks - (is_call ? 1 : workers), functions->duration_s[row] - seconds);
    made->variant = is_call ? "call" : "first run";
}

static void add_start_up(struct findings *findings, double elapsed_s)
{
    struct rule_finding made = rule_begin(findings, "traces.long-start-up");
    const struct functions_rows functions = functions_rows(findings->tables);
    double least_s = rule_limit(&made, "note") * elapsed_s;
    for (size_t row = 0; row < functions.rows; row++) {
        enum start_up kind = start_up_of(&functions, row);
        if (kind == START_UP_NONE || functions.q4[row] < least_s || functions.self_s[row] < least_s)
            continue;
        give_start_up(&made, &functions, row, kind, elapsed_s);
        made.level = RULE_NOTE;
        rule_add(&made);
        return;
    }
}

/* ---- long tasks ---- */

/* At most what its function took without what ran inside; nothing of start-up, of waits for input,
 * of what encloses the run. A task of a key of its own has no such function. */
static double own_time_at_most(const struct findings *findings, const char *task, double duration)
{
    const struct functions_rows functions = functions_rows(findings->tables);
    size_t row = function_row(findings, task);
    if (row == SIZE_MAX)
        return duration;
    double elapsed_s = table_numbers(tables_find(findings->tables, "trace"), "elapsed_s")[0];
    return start_up_of(&functions, row) == START_UP_NONE && !input_loader(task) &&
                   !is_whole_run(&functions, row, elapsed_s)
               ? fmin(duration, functions.self_s[row])
               : 0;
}

/* The first row of the slowest tasks that takes so long, what ran inside it left out. */
static bool find_long_task(const struct findings *findings, double least_s, size_t *row)
{
    const struct task_bottleneck_rows tasks = task_bottleneck_rows(findings->tables);
    const double *durations = tasks.rows ? tasks.duration_s : NULL;
    for (*row = 0; tasks.rows && *row < tasks.rows && durations[*row] >= least_s; (*row)++)
        if (own_time_at_most(findings, tasks.task[*row], durations[*row]) >= least_s)
            return true;
    return false;
}

static void add_long_task(struct findings *findings, const struct trace_rows *trace)
{
    struct rule_finding made = rule_begin(findings, "traces.long-task");
    const struct task_bottleneck_rows tasks = task_bottleneck_rows(findings->tables);
    double elapsed_s = trace->elapsed_s[0];
    size_t row;
    if (trace->tasks[0] < rule_limit(&made, "least_tasks") ||
        !find_long_task(findings, rule_limit(&made, "warn") * elapsed_s, &row))
        return;
    const char *task = tasks.task[row];
    double duration = tasks.duration_s[row];
    rule_text(&made, "task", finding_name(findings, task));
    rule_text(&made, "host", finding_name(findings, tasks.host[row]));
    rule_number(&made, "share", duration / elapsed_s);
    rule_number(&made, "duration", duration);
    made.advice_variant = is_gpu_call(task) ? "GPU" : "task";
    made.level = RULE_WARN;
    rule_add(&made);
}

void findings_of_runs(struct findings *findings)
{
    const struct trace_rows trace = trace_rows(findings->tables);
    if (!trace.rows)
        return;
    add_start_up(findings, trace.elapsed_s[0]);
    add_long_task(findings, &trace);
}
