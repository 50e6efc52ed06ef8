/* What the traces of programs tell: what takes the time, and which workers wait. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"

static const double LARGE_SHARE = 0.25, VERY_LARGE_SHARE = 0.6; /* of the time of all tasks */
static const double MUCH_IDLE = 0.3, VERY_MUCH_IDLE = 0.7;      /* of the time */
static const double UNEVEN = 0.2;                               /* busiest over mean, less 1 */
static const double LONG_TASK = 0.2;                            /* of the time of the run */
static const double UNUSED_GPU = 5, MATTERS = 0.1;              /* %; share of a function's time */

static double trace_number(const struct findings *findings, const char *column)
{
    return table_numbers(tables_find(findings->tables, "trace"), column)[0];
}

static const char *counted(const struct findings *findings, double count, const char *one,
                           const char *many)
{
    return arena_format(findings->arena, "%s %s", finding_quantity(findings, count, ""),
                        count == 1 ? one : many);
}

static void add_function(struct findings *findings)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    double share = functions ? table_numbers(functions, "share")[0] : NAN;
    if (!(share >= LARGE_SHARE) || functions->rows < 2)
        return;
    double self_s = table_numbers(functions, "self_s")[0];
    bool is_very = share >= VERY_LARGE_SHARE;
    finding_add(findings,
                (struct finding){
                    .weight = is_very ? 72 : 56,
                    .level = "note",
                    .section = "traces-functions",
                    .text = arena_format(
                        findings->arena, "%s takes %s of the time of all tasks: %s%s in %s on %s.",
                        finding_name(findings, table_texts(functions, "function")[0]),
                        finding_percent(findings, share), finding_quantity(findings, self_s, "s"),
                        self_s < 0.999 * table_numbers(functions, "duration_s")[0]
                            ? " without what ran inside it,"
                            : "",
                        counted(findings, table_numbers(functions, "tasks")[0], "run", "runs"),
                        counted(findings, table_numbers(functions, "workers")[0], "worker",
                                "workers")),
                    .value = share,
                    .unit = "",
                    .threshold = LARGE_SHARE,
                    .advice = "what makes it faster helps most",
                });
}

static void add_idle(struct findings *findings)
{
    double idle = trace_number(findings, "idle_share");
    if (!(idle >= MUCH_IDLE) || finding_times_are_apart(findings))
        return;
    bool is_very = idle >= VERY_MUCH_IDLE;
    finding_add(
        findings,
        (struct finding){
            .weight = is_very ? 88 : 74,
            .level = is_very ? "bad" : "warn",
            .section = "traces-workers",
            .text = arena_format(
                findings->arena,
                "Workers were idle for %s of the %s in which anything ran, as a mean of %s.",
                finding_percent(findings, idle),
                finding_quantity(findings, trace_number(findings, "elapsed_s"), "s"),
                counted(findings, trace_number(findings, "workers"), "worker", "workers")),
            .value = idle,
            .unit = "",
            .threshold = MUCH_IDLE,
            .advice = "look for what they wait for: other tasks, data, or work at all",
        });
}

static void add_imbalance(struct findings *findings)
{
    const struct table *workers = tables_find(findings->tables, "trace_workers");
    if (!workers || workers->rows < 2)
        return;
    const double *busy = table_numbers(workers, "busy_s");
    double sum = 0;
    size_t busiest = 0, laziest = 0;
    for (size_t row = 0; row < workers->rows; row++) {
        sum += busy[row];
        busiest = busy[row] > busy[busiest] ? row : busiest;
        laziest = busy[row] < busy[laziest] ? row : laziest;
    }
    double mean = sum / (double)workers->rows, excess = busy[busiest] / mean - 1;
    if (!(excess >= UNEVEN))
        return;
    const char *const *names = table_texts(workers, "worker");
    finding_add(
        findings,
        (struct finding){
            .weight = 70,
            .level = "warn",
            .section = "traces-workers",
            .text = arena_format(
                findings->arena,
                "Work is uneven: %s was busy for %s, %s the mean of %zu workers; %s for %s.",
                finding_name(findings, names[busiest]),
                finding_quantity(findings, busy[busiest], "s"),
                excess < 1
                    ? arena_format(findings->arena, "%s over", finding_percent(findings, excess))
                    : finding_share(findings, excess + 1),
                workers->rows, finding_name(findings, names[laziest]),
                finding_quantity(findings, busy[laziest], "s")),
            .value = excess,
            .unit = "",
            .threshold = UNEVEN,
            .advice = "smaller pieces of work share out better",
        });
}

/* At most what its function took without what ran inside; a task of a key of its own has no such
 * function. */
static double own_time_at_most(const struct findings *findings, const char *task, double duration)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    for (size_t row = 0; functions && row < functions->rows; row++)
        if (strcmp(table_texts(functions, "function")[row], task) == 0)
            return fmin(duration, table_numbers(functions, "self_s")[row]);
    return duration;
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

static void add_long_task(struct findings *findings)
{
    const struct table *tasks = tables_find(findings->tables, "task_bottleneck");
    double elapsed_s = trace_number(findings, "elapsed_s");
    size_t row;
    if (!find_long_task(findings, LONG_TASK * elapsed_s, &row) ||
        trace_number(findings, "tasks") < 3)
        return;
    double duration = table_numbers(tasks, "duration_s")[row];
    finding_add(findings,
                (struct finding){
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
                    .threshold = LONG_TASK,
                    .advice = "the run cannot be shorter than it; split it",
                });
}

static void add_unused_gpu(struct findings *findings)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    if (!functions)
        return;
    const double *use = table_numbers(functions, "gpu_utilization_mean");
    const double *share = table_numbers(functions, "share");
    const char *names[3];
    size_t count = 0;
    double highest = 0, all = 0;
    for (size_t row = 0; row < functions->rows && share[row] >= MATTERS && count < 3; row++) {
        if (!(use[row] < UNUSED_GPU))
            continue;
        names[count++] = finding_name(findings, table_texts(functions, "function")[row]);
        highest = fmax(highest, use[row]);
        all += share[row];
    }
    if (!count)
        return;
    finding_add(findings,
                (struct finding){
                    .weight = 68,
                    .level = "warn",
                    .section = "traces-use",
                    .text =
                        arena_format(findings->arena,
                                     "The GPU is hardly used (%s at the most on average) while "
                                     "%s %s, %s of the time of all tasks.",
                                     finding_quantity(findings, highest, "%"),
                                     finding_list(findings, names, count),
                                     count == 1 ? "runs" : "run", finding_percent(findings, all)),
                    .value = highest,
                    .unit = "%",
                    .threshold = UNUSED_GPU,
                    .advice = "check whether this work is done on the CPU",
                });
}

static void add_clocks(struct findings *findings)
{
    const struct table *trace = tables_find(findings->tables, "trace");
    const char *clock = table_texts(trace, "clock")[0];
    if (!clock || strcmp(clock, "hosts") != 0)
        return;
    finding_add(findings, (struct finding){
                              .weight = 60,
                              .level = "note",
                              .section = "traces",
                              .text = "The clocks of hosts differ and the traces do not tell how "
                                      "far: hosts cannot be compared moment by moment.",
                              .value = NAN,
                              .unit = "",
                              .threshold = NAN,
                              .advice = "",
                          });
}

void findings_of_traces(struct findings *findings)
{
    if (!tables_find(findings->tables, "trace"))
        return;
    add_function(findings);
    add_idle(findings);
    add_imbalance(findings);
    add_long_task(findings);
    add_unused_gpu(findings);
    add_clocks(findings);
}
