/* Single runs that take much of the run: those that could be split, and costs of start-up. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/start_up.h"
#include "analysis/findings/whole_run.h"
#include "analysis/traces/wait_names.h"

static const double LONG_RUN = 0.2; /* of the time of the run */

enum { LEAST_TASKS = 3 };

static size_t function_row(const struct findings *findings, const char *name)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    for (size_t row = 0; functions && row < functions->rows; row++)
        if (strcmp(table_texts(functions, "function")[row], name) == 0)
            return row;
    return SIZE_MAX;
}

/* ---- start-up ---- */

static const char *others_text(const struct findings *findings, const char *word, double others,
                               double others_s)
{
    const char *seconds = finding_quantity(findings, fmax(others_s, 0), "s");
    if (!(others > 0))
        return "";
    if (others == 1)
        return arena_format(findings->arena, "; the other %s takes %s", word, seconds);
    return arena_format(findings->arena, "; the other %s %ss take %s together",
                        finding_quantity(findings, others, ""), word, seconds);
}

static const char *start_up_text(const struct findings *findings, const struct table *functions,
                                 size_t row, enum start_up kind, double elapsed_s)
{
    struct arena *arena = findings->arena;
    const char *name = finding_name(findings, table_texts(functions, "function")[row]);
    double workers = table_numbers(functions, "workers")[row];
    double tasks = table_numbers(functions, "tasks")[row];
    double all_s = table_numbers(functions, "duration_s")[row];
    bool is_call = kind == START_UP_CALL;
    double seconds = is_call ? table_numbers(functions, "q4")[row]
                             : table_numbers(functions, "first_runs_s")[row];
    double each_s = is_call ? seconds : seconds / workers;
    const char *which = !is_call ? "the first run" : tasks > 1 ? "one call" : "the only call";
    const char *where = !is_call && workers > 1
                            ? arena_format(arena, " on each of %s workers on average",
                                           finding_quantity(findings, workers, ""))
                            : "";
    return arena_format(arena, "Start-up: %s of %s takes %s%s, %s of the run%s.", which, name,
                        finding_quantity(findings, each_s, "s"), where,
                        finding_percent(findings, each_s / elapsed_s),
                        others_text(findings, is_call ? "call" : "run",
                                    tasks - (is_call ? 1 : workers), all_s - seconds));
}

static void add_start_up(struct findings *findings, double elapsed_s)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    for (size_t row = 0; functions && row < functions->rows; row++) {
        enum start_up kind = start_up_of(functions, row);
        double longest_s = table_numbers(functions, "q4")[row];
        if (kind == START_UP_NONE || longest_s < LONG_RUN * elapsed_s ||
            table_numbers(functions, "self_s")[row] < LONG_RUN * elapsed_s)
            continue;
        finding_add(findings, (struct finding){
                                  .id = "traces.long-start-up",
                                  .weight = 57,
                                  .level = "note",
                                  .section = "traces-functions",
                                  .text = start_up_text(findings, functions, row, kind, elapsed_s),
                                  .value = longest_s / elapsed_s,
                                  .unit = "",
                                  .threshold = LONG_RUN,
                                  .advice = "warm up before you measure; a longer run hides it",
                              });
        return;
    }
}

/* ---- long tasks ---- */

/* At most what its function took without what ran inside; nothing of start-up, of waits for input,
 * of what encloses the run. A task of a key of its own has no such function. */
static double own_time_at_most(const struct findings *findings, const char *task, double duration)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    size_t row = function_row(findings, task);
    if (row == SIZE_MAX)
        return duration;
    double elapsed_s = table_numbers(tables_find(findings->tables, "trace"), "elapsed_s")[0];
    return start_up_of(functions, row) == START_UP_NONE && !input_loader(task) &&
                   !is_whole_run(functions, row, elapsed_s)
               ? fmin(duration, table_numbers(functions, "self_s")[row])
               : 0;
}

/* The first row of the slowest tasks that takes so long, what ran inside it left out. */
static bool find_long_task(const struct findings *findings, double least_s, size_t *row)
{
    const struct table *tasks = tables_find(findings->tables, "task_bottleneck");
    const double *durations = tasks ? table_numbers(tasks, "duration_s") : NULL;
    for (*row = 0; tasks && *row < tasks->rows && durations[*row] >= least_s; (*row)++)
        if (own_time_at_most(findings, table_texts(tasks, "task")[*row], durations[*row]) >=
            least_s)
            return true;
    return false;
}

static void add_long_task(struct findings *findings, double elapsed_s)
{
    const struct table *tasks = tables_find(findings->tables, "task_bottleneck");
    size_t row;
    if (!find_long_task(findings, LONG_RUN * elapsed_s, &row))
        return;
    double duration = table_numbers(tasks, "duration_s")[row];
    finding_add(findings,
                (struct finding){
                    .id = "traces.long-task",
                    .weight = 66,
                    .level = "warn",
                    .section = "traces-tasks",
                    .text = arena_format(findings->arena,
                                         "One task alone takes %s of the run: %s, %s on %s.",
                                         finding_percent(findings, duration / elapsed_s),
                                         finding_name(findings, table_texts(tasks, "task")[row]),
                                         finding_quantity(findings, duration, "s"),
                                         finding_name(findings, table_texts(tasks, "host")[row])),
                    .value = duration / elapsed_s,
                    .unit = "",
                    .threshold = LONG_RUN,
                    .advice = is_gpu_call(table_texts(tasks, "task")[row])
                                  ? "look at what the GPU did meanwhile: the call waits for it"
                                  : "the run cannot be shorter than it; split it",
                });
}

void findings_of_runs(struct findings *findings)
{
    const struct table *trace = tables_find(findings->tables, "trace");
    if (!trace)
        return;
    double elapsed_s = table_numbers(trace, "elapsed_s")[0];
    add_start_up(findings, elapsed_s);
    if (table_numbers(trace, "tasks")[0] >= LEAST_TASKS)
        add_long_task(findings, elapsed_s);
}
