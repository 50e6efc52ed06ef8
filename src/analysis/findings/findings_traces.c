/* Findings about traces of programs: what takes the time, and which workers wait. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/input_wait.h"
#include "analysis/findings/slow_rank.h"
#include "analysis/findings/start_up.h"
#include "analysis/findings/straggler.h"
#include "analysis/findings/whole_run.h"
#include "analysis/findings/worker_group.h"
#include "analysis/traces/quiet_time.h"
#include "analysis/traces/wait_names.h"

static const double LARGE_SHARE = 0.25, VERY_LARGE_SHARE = 0.6; /* of the time of all tasks */
static const double MUCH_IDLE = 0.3, VERY_MUCH_IDLE = 0.7;      /* of the time */
static const double MOSTLY_RESUMED = 0.5;                       /* of the time behind a pause */
static const double STARTUP = 0.2;        /* of the time of the run without its longest pause */
static const double VERY_LONG_WAIT = 0.6; /* for input, of the elapsed time */
static const double WORTH_IT = 0.05;      /* that much of the elapsed time saved */
static const double UNEVEN = 0.2;         /* busiest over mean, less 1 */
static const double UNUSED_GPU = 0.05, MATTERS = 0.1; /* share of a function's time */

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

/* ---- input data ---- */

static void add_input_wait(struct findings *findings)
{
    struct input_wait wait;
    if (!input_wait_find(findings, &wait))
        return;
    const struct table *functions = tables_find(findings->tables, "functions");
    double elapsed_s = trace_number(findings, "elapsed_s"), share = wait.worker_s / elapsed_s;
    double workers = table_numbers(functions, "workers")[wait.row];
    const char *each = workers > 1 ? arena_format(findings->arena, " on each of %s, on average",
                                                  counted(findings, workers, "worker", "workers"))
                                   : "";
    bool is_very = share >= VERY_LONG_WAIT;
    finding_add(
        findings,
        (struct finding){
            .id = "traces.input-wait",
            .weight = is_very ? 89 : 76,
            .level = is_very ? "bad" : "warn",
            .section = "traces-functions",
            .text =
                arena_format(findings->arena,
                             "Waiting for input data (%s) takes %s of elapsed time: %s of %s%s.",
                             wait.loader, finding_percent(findings, share),
                             finding_quantity(findings, wait.worker_s, "s"),
                             finding_quantity(findings, elapsed_s, "s"), each),
            .value = share,
            .unit = "",
            .threshold = INPUT_WAIT_LONG,
            .advice = arena_format(findings->arena,
                                   "raise the loader's workers (num_workers) or prefetch: without "
                                   "this wait the run is up to %s shorter",
                                   finding_percent(findings, wait.saved_s / elapsed_s)),
        });
}

/* ---- functions ---- */

/* Twice as fast, the worker on which it ran longest has half of that time less; no run gets shorter
 * by more than half. "" where that is little, or a slow rank is to be seen to first. */
static const char *speed_up_advice(const struct findings *findings, const struct table *functions,
                                   size_t row)
{
    double elapsed_s = trace_number(findings, "elapsed_s");
    double saved = fmin(table_numbers(functions, "worker_self_s")[row], elapsed_s) / 2 / elapsed_s;
    struct input_wait wait;
    struct slow_rank slow;
    if (!(saved >= WORTH_IT) || finding_times_are_apart(findings) ||
        input_wait_find(findings, &wait) || slow_rank_find(findings, &slow))
        return "";
    return arena_format(findings->arena,
                        "speed it up first: twice as fast saves up to %s of elapsed time",
                        finding_percent(findings, saved));
}

/* What waits for a GPU or other ranks adds to the time of what it waits for. */
static double share_of_waits(const struct table *functions)
{
    const double *shares = table_numbers(functions, "share");
    double sum = 0;
    for (size_t row = 0; row < functions->rows; row++)
        sum += is_wait_for_others(table_texts(functions, "function")[row]) ? shares[row] : 0;
    return sum;
}

/* The function of the most own time that neither waits nor encloses the run. */
static size_t first_at_work(const struct findings *findings, const struct table *functions)
{
    double elapsed_s = trace_number(findings, "elapsed_s");
    size_t row = 0;
    while (row < functions->rows && (input_loader(table_texts(functions, "function")[row]) ||
                                     is_wait_for_others(table_texts(functions, "function")[row]) ||
                                     is_whole_run(functions, row, elapsed_s)))
        row++;
    return row;
}

static void add_function(struct findings *findings)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    size_t row = functions ? first_at_work(findings, functions) : 0;
    if (!functions || functions->rows < 2 || row == functions->rows)
        return;
    double self_s = table_numbers(functions, "self_s")[row], waits = share_of_waits(functions);
    double share = table_numbers(functions, "share")[row] / (1 - waits);
    bool has_waits = waits > 0.001;
    if (!(share >= LARGE_SHARE))
        return;
    bool is_start_up = start_up_of(functions, row) != START_UP_NONE;
    bool is_very = share >= VERY_LARGE_SHARE && !is_start_up;
    finding_add(findings,
                (struct finding){
                    .id = "traces.dominant-function",
                    .weight = is_very ? 72 : 56,
                    .level = "note",
                    .section = "traces-functions",
                    .text = arena_format(
                        findings->arena, "%s accounts for %s of task time%s: %s%s in %s on %s.",
                        finding_name(findings, table_texts(functions, "function")[row]),
                        finding_percent(findings, share),
                        has_waits ? " without waits for GPUs and other ranks" : "",
                        finding_quantity(findings, self_s, "s"),
                        self_s < 0.999 * table_numbers(functions, "duration_s")[row]
                            ? " without what ran inside it,"
                            : "",
                        counted(findings, table_numbers(functions, "tasks")[row], "run", "runs"),
                        counted(findings, table_numbers(functions, "workers")[row], "worker",
                                "workers")),
                    .value = share,
                    .unit = "",
                    .threshold = LARGE_SHARE,
                    .advice = is_start_up ? "" : speed_up_advice(findings, functions, row),
                });
}

/* The longest of what waits for GPUs or other ranks; where they wait for one rank, that is said
 * instead (findings_ranks.c). */
static void add_waits(struct findings *findings)
{
    const struct table *functions = tables_find(findings->tables, "functions");
    struct slow_rank slow;
    size_t row = 0;
    while (functions && row < functions->rows &&
           !is_wait_for_others(table_texts(functions, "function")[row]))
        row++;
    if (!functions || row == functions->rows ||
        !(table_numbers(functions, "share")[row] >= LARGE_SHARE) ||
        (wait_kind_of(table_texts(functions, "function")[row]) != WAIT_NONE &&
         slow_rank_find(findings, &slow)))
        return;
    double share = table_numbers(functions, "share")[row];
    finding_add(findings,
                (struct finding){
                    .id = "traces.device-waits",
                    .weight = 55,
                    .level = "note",
                    .section = "traces-functions",
                    .text = arena_format(
                        findings->arena,
                        "%s waits for GPUs or other ranks: %s of task time, %s in %s on "
                        "%s.",
                        finding_name(findings, table_texts(functions, "function")[row]),
                        finding_percent(findings, share),
                        finding_quantity(findings, table_numbers(functions, "self_s")[row], "s"),
                        counted(findings, table_numbers(functions, "tasks")[row], "run", "runs"),
                        counted(findings, table_numbers(functions, "workers")[row], "worker",
                                "workers")),
                    .value = share,
                    .unit = "",
                    .threshold = LARGE_SHARE,
                    .advice = "find what it waits for: a GPU, or the slowest of the ranks",
                });
}

/* ---- workers ---- */

/* Of the time in which nothing ran anywhere. */
static double quiet_seconds(const struct findings *findings)
{
    double seconds = trace_number(findings, "quiet_until") - trace_number(findings, "quiet_from");
    return isnan(seconds) ? 0 : seconds;
}

/* A long pause of all is one thing, and what workers did beside it another. */
static void add_quiet(struct findings *findings)
{
    double elapsed_s = trace_number(findings, "elapsed_s"), quiet_s = quiet_seconds(findings);
    double before_s = trace_number(findings, "quiet_from") - trace_number(findings, "start");
    if (!(trace_number(findings, "compared_s") < elapsed_s) || finding_times_are_apart(findings))
        return;
    bool is_startup = before_s <= STARTUP * trace_number(findings, "compared_s") &&
                      !(trace_number(findings, "quiet_resumed") >= MOSTLY_RESUMED);
    const char *place = is_startup
                            ? arena_format(findings->arena, ", from %s after the start: start-up",
                                           finding_quantity(findings, before_s, "s"))
                            : arena_format(findings->arena, ", from %s after the start on",
                                           finding_quantity(findings, before_s, "s"));
    finding_add(findings,
                (struct finding){
                    .id = "traces.quiet",
                    .weight = is_startup ? 55 : 75,
                    .level = is_startup ? "note" : "warn",
                    .section = "traces-workers",
                    .text = arena_format(findings->arena,
                                         "Nothing ran on any worker for %s (%s of the run)%s.",
                                         finding_quantity(findings, quiet_s, "s"),
                                         finding_percent(findings, quiet_s / elapsed_s), place),
                    .value = quiet_s / elapsed_s,
                    .unit = "",
                    .threshold = QUIET_LONG,
                    .advice = is_startup ? "" : "find what all workers waited for",
                });
}

static const char *idle_workers(const struct findings *findings, const struct worker_group *group)
{
    double workers = trace_number(findings, "workers");
    if (group->workers)
        return group->count == 1 ? "The worker was idle" : "Workers were idle";
    return arena_format(findings->arena, "%s workers were idle at the same time",
                        workers == 2 ? "Both"
                                     : arena_format(findings->arena, "All %s",
                                                    finding_quantity(findings, workers, "")));
}

/* Of workers that do the same, each one's idle time; where each does something else, and so may
 * wait for others without harm, the time in which all are idle. */
static void add_idle(struct findings *findings)
{
    struct worker_group group = worker_group_main(findings);
    double elapsed_s = trace_number(findings, "elapsed_s");
    double counted_s = trace_number(findings, "compared_s");
    double idle = trace_number(findings, "idle_share");
    bool is_quiet = counted_s < elapsed_s;
    struct input_wait wait;
    if (!group.workers)
        idle = (trace_number(findings, "quiet_s") - (elapsed_s - counted_s)) / counted_s;
    if (!(idle >= MUCH_IDLE) || input_wait_find(findings, &wait) ||
        straggler_explains_idle(findings, MUCH_IDLE) || finding_times_are_apart(findings))
        return;
    bool is_very = idle >= VERY_MUCH_IDLE;
    finding_add(findings,
                (struct finding){
                    .id = "traces.workers-idle",
                    .weight = is_very ? 88 : 74,
                    .level = is_very ? "bad" : "warn",
                    .section = "traces-workers",
                    .text = arena_format(findings->arena, "%s for %s of %s%s%s.",
                                         idle_workers(findings, &group),
                                         finding_percent(findings, idle),
                                         finding_quantity(findings, counted_s, "s"),
                                         is_quiet ? " (the run without its longest pause)" : "",
                                         group.workers && group.count > 1
                                             ? arena_format(findings->arena,
                                                            ", the mean of %zu workers that run "
                                                            "the same functions",
                                                            group.count)
                                             : ""),
                    .value = idle,
                    .unit = "",
                    .threshold = MUCH_IDLE,
                    .advice = "find what they wait for: other tasks, data, or work at all",
                });
}

static void add_imbalance(struct findings *findings)
{
    struct worker_group group = worker_group_main(findings);
    if (!group.workers || group.count < 2)
        return;
    const double *busy = table_numbers(group.workers, "busy_s");
    double mean = group.busy_s / (double)group.count, excess = busy[group.busiest] / mean - 1;
    struct straggler straggler;
    bool is_reported = straggler_find(findings, &straggler) && straggler.row == group.busiest;
    if (!(excess >= UNEVEN) || is_reported)
        return;
    const char *const *names = table_texts(group.workers, "worker");
    finding_add(
        findings,
        (struct finding){
            .id = "traces.work-uneven",
            .weight = 70,
            .level = "warn",
            .section = "traces-workers",
            .text = arena_format(
                findings->arena,
                "Work is uneven: %s was busy for %s, %s the mean of the %zu workers that run the "
                "same functions; %s for %s.",
                finding_name(findings, names[group.busiest]),
                finding_quantity(findings, busy[group.busiest], "s"),
                excess < 1
                    ? arena_format(findings->arena, "%s over", finding_percent(findings, excess))
                    : finding_share(findings, excess + 1),
                group.count, finding_name(findings, names[group.laziest]),
                finding_quantity(findings, busy[group.laziest], "s")),
            .value = excess,
            .unit = "",
            .threshold = UNEVEN,
            .advice = "split the work into smaller pieces",
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
                    .id = "traces.gpu-idle",
                    .weight = 68,
                    .level = "warn",
                    .section = "traces-use",
                    .text =
                        arena_format(findings->arena,
                                     "The GPU is mostly idle (%s at most on average) while %s %s, "
                                     "%s of task time.",
                                     finding_quantity(findings, 100 * highest, "%"),
                                     finding_list(findings, names, count),
                                     count == 1 ? "runs" : "run", finding_percent(findings, all)),
                    .value = highest,
                    .unit = "",
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
                              .id = "traces.clocks-differ",
                              .weight = 60,
                              .level = "note",
                              .section = "traces",
                              .text = "The clocks of hosts differ by an unknown offset: hosts "
                                      "cannot be compared moment by moment.",
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
    add_input_wait(findings);
    add_function(findings);
    add_waits(findings);
    add_quiet(findings);
    add_idle(findings);
    add_imbalance(findings);
    add_unused_gpu(findings);
    add_clocks(findings);
}
