/* Findings about traces of programs: what takes the time, and which workers wait. */
#include <math.h>
#include <string.h>

#include "analysis/findings/input_wait.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/slow_rank.h"
#include "analysis/findings/start_up.h"
#include "analysis/findings/straggler.h"
#include "analysis/findings/whole_run.h"
#include "analysis/findings/worker_group.h"
#include "analysis/traces/quiet_time.h"
#include "analysis/traces/wait_names.h"
#include "table/rows.h"

/* ---- input data ---- */

static void add_input_wait(struct findings *findings)
{
    struct input_wait wait;
    if (!input_wait_find(findings, &wait))
        return;
    struct rule_finding made = rule_begin(findings, input_wait_rule);
    const struct functions_rows functions = functions_rows(findings->tables);
    double elapsed_s = trace_rows(findings->tables).elapsed_s[0], share = wait.worker_s / elapsed_s;
    double workers = functions.workers[wait.row];
    rule_text(&made, "loader", wait.loader);
    rule_number(&made, "share", share);
    rule_number(&made, "wait", wait.worker_s);
    rule_number(&made, "elapsed", elapsed_s);
    if (workers > 1)
        rule_number(&made, "workers", workers);
    rule_number(&made, "saved", wait.saved_s / elapsed_s);
    rule_add(&made);
}

/* ---- functions ---- */

/* How many runs of how many workers took how long. */
static void give_function(struct rule_finding *made, const struct functions_rows *functions,
                          size_t row, double share)
{
    const char *name = functions->function[row];
    rule_text(made, "function", finding_name(made->findings, name));
    rule_number(made, "share", share);
    rule_number(made, "own", functions->self_s[row]);
    rule_number(made, "runs", functions->tasks[row]);
    rule_number(made, "workers", functions->workers[row]);
}

/* Twice as fast, the worker on which it ran longest has half of that time less; no run gets shorter
 * by more than half. Not advised where that is little, or a slow rank is to be seen to first. */
static bool give_speed_up(struct rule_finding *made, const struct functions_rows *functions,
                          size_t row)
{
    const struct findings *findings = made->findings;
    double elapsed_s = trace_rows(findings->tables).elapsed_s[0];
    double saved = fmin(functions->worker_self_s[row], elapsed_s) / 2 / elapsed_s;
    struct input_wait wait;
    struct slow_rank slow;
    rule_number(made, "saved", saved);
    return saved >= rule_limit(made, "worth_it") && !finding_times_are_apart(findings) &&
           !input_wait_find(findings, &wait) && !slow_rank_find(findings, &slow);
}

/* What waits for a GPU or other ranks adds to the time of what it waits for. */
static double share_of_waits(const struct functions_rows *functions)
{
    const double *shares = functions->share;
    double sum = 0;
    for (size_t row = 0; row < functions->rows; row++)
        sum += is_wait_for_others(functions->function[row]) ? shares[row] : 0;
    return sum;
}

/* The function of the most own time that neither waits nor encloses the run. */
static size_t first_at_work(const struct findings *findings, const struct functions_rows *functions)
{
    double elapsed_s = trace_rows(findings->tables).elapsed_s[0];
    size_t row = 0;
    while (row < functions->rows && (input_loader(functions->function[row]) ||
                                     is_wait_for_others(functions->function[row]) ||
                                     is_whole_run(functions, row, elapsed_s)))
        row++;
    return row;
}

static void add_function(struct findings *findings)
{
    const struct functions_rows functions = functions_rows(findings->tables);
    size_t row = functions.rows ? first_at_work(findings, &functions) : 0;
    if (!functions.rows || functions.rows < 2 || row == functions.rows)
        return;
    struct rule_finding made = rule_begin(findings, "traces.dominant-function");
    double waits = share_of_waits(&functions);
    double share = functions.share[row] / (1 - waits);
    bool is_start_up = start_up_of(&functions, row) != START_UP_NONE;
    give_function(&made, &functions, row, share);
    rule_number(&made, "of_all", functions.share[row]);
    rule_number(&made, "without_waits", waits > 0.001);
    rule_number(&made, "has_inner", functions.self_s[row] < 0.999 * functions.duration_s[row]);
    if (share >= rule_limit(&made, "very_large") && !is_start_up)
        made.more_weight = rule_limit(&made, "very_large_weight");
    made.advice_variant =
        !is_start_up && give_speed_up(&made, &functions, row) ? "speed up" : "none";
    rule_add(&made);
}

/* The longest of what waits for GPUs or other ranks; where they wait for one rank, that is said
 * instead (findings_ranks.c). */
static void add_waits(struct findings *findings)
{
    struct rule_finding made = rule_begin(findings, "traces.device-waits");
    const struct functions_rows functions = functions_rows(findings->tables);
    struct slow_rank slow;
    size_t row = 0;
    while (row < functions.rows && !is_wait_for_others(functions.function[row]))
        row++;
    if (!functions.rows || row == functions.rows ||
        (wait_kind_of(functions.function[row]) != WAIT_NONE && slow_rank_find(findings, &slow)))
        return;
    give_function(&made, &functions, row, functions.share[row]);
    rule_add(&made);
}

/* ---- workers ---- */

/* Of the time in which nothing ran anywhere. */
static double quiet_seconds(const struct findings *findings)
{
    double seconds =
        trace_rows(findings->tables).quiet_until[0] - trace_rows(findings->tables).quiet_from[0];
    return isnan(seconds) ? 0 : seconds;
}

/* A long pause of all is one thing, and what workers did beside it another. */
static void add_quiet(struct findings *findings)
{
    double elapsed_s = trace_rows(findings->tables).elapsed_s[0], quiet_s = quiet_seconds(findings);
    double before_s =
        trace_rows(findings->tables).quiet_from[0] - trace_rows(findings->tables).start[0];
    if (!(trace_rows(findings->tables).compared_s[0] < elapsed_s) ||
        finding_times_are_apart(findings))
        return;
    struct rule_finding made = rule_begin(findings, "traces.quiet");
    bool is_startup = quiet_is_start_up(findings->request->rules, before_s,
                                        trace_rows(findings->tables).compared_s[0],
                                        trace_rows(findings->tables).quiet_resumed[0]);
    rule_number(&made, "share", quiet_s / elapsed_s);
    rule_number(&made, "length", quiet_s);
    rule_number(&made, "before", before_s);
    made.variant = is_startup ? "start-up" : "pause";
    made.level = is_startup ? RULE_NOTE : RULE_WARN;
    made.threshold = QUIET_LONG;
    rule_add(&made);
}

/* "w0 and w1", "such as w0": which ones of others besides. */
static const char *same_workers(const struct findings *findings, const struct worker_group *group)
{
    const char *names[2] = {NULL, NULL};
    size_t count = 0;
    for (size_t row = 0; row < group->workers.rows && count < 2; row++)
        if (worker_group_has(group, row))
            names[count++] = finding_name(findings, group->workers.worker[row]);
    return group->count == 2 && count == 2
               ? finding_list(findings, names, count)
               : arena_format(findings->arena, "such as %s", names[0] ? names[0] : "");
}

/* Which of the sentence's beginnings, and what it is the mean of. */
static void give_workers(struct rule_finding *made, const struct worker_group *group)
{
    double workers = trace_rows(made->findings->tables).workers[0];
    if (!group->workers.rows)
        rule_number(made, workers == 2 ? "both" : "all", workers);
    else
        rule_number(made, group->count == 1 ? "one" : "alike", 1);
    if (!group->workers.rows || group->count < 2)
        return;
    rule_number(made, "mean_of", (double)group->count);
    if (group->count < group->workers.rows)
        rule_text(made, "same", same_workers(made->findings, group));
}

/* Of workers that do the same, each one's idle time; where each does something else, and so may
 * wait for others without harm, the time in which all are idle. */
static void add_idle(struct findings *findings)
{
    struct rule_finding made = rule_begin(findings, "traces.workers-idle");
    struct worker_group group = worker_group_main(findings);
    double elapsed_s = trace_rows(findings->tables).elapsed_s[0];
    double much = rule_limit(&made, "warn");
    double counted_s = trace_rows(findings->tables).compared_s[0];
    double begun_s = trace_rows(findings->tables).counted_s[0];
    double start_up_s = trace_rows(findings->tables).start_up_s[0];
    double idle = trace_rows(findings->tables).idle_share[0];
    struct input_wait wait;
    if (!group.workers.rows)
        idle = (trace_rows(findings->tables).quiet_s[0] - (elapsed_s - counted_s)) / counted_s;
    if (!(idle >= much) || input_wait_find(findings, &wait) ||
        straggler_explains_idle(findings, much) || finding_times_are_apart(findings))
        return;
    give_workers(&made, &group);
    rule_number(&made, "share", idle);
    rule_number(&made, "time", group.workers.rows && !isnan(begun_s) ? begun_s : counted_s);
    rule_number(&made, "without_pause", counted_s < elapsed_s);
    if (group.workers.rows && start_up_s >= rule_limit(&made, "long_start_up") * elapsed_s)
        rule_number(&made, "start_up", start_up_s);
    rule_add(&made);
}

/* A worker that began later had less time: how much busier than the others the busiest was in the
 * time since its start-up. Missing where idle time is not known. */
static double excess_since_start_up(const struct worker_group *group)
{
    const double *busy_s = group->workers.busy_s, *idle_s = group->workers.idle_s;
    double all_s = 0;
    for (size_t row = 0; row < group->workers.rows; row++)
        all_s += worker_group_has(group, row) ? busy_s[row] + idle_s[row] : 0;
    double own_s = busy_s[group->busiest] + idle_s[group->busiest];
    return busy_s[group->busiest] / own_s / (group->busy_s / all_s) - 1;
}

static void add_imbalance(struct findings *findings)
{
    struct worker_group group = worker_group_main(findings);
    if (!group.workers.rows || group.count < 2)
        return;
    const double *busy = group.workers.busy_s;
    double mean = group.busy_s / (double)group.count, excess = busy[group.busiest] / mean - 1;
    struct straggler straggler;
    bool is_reported = straggler_find(findings, &straggler) && straggler.row == group.busiest;
    if (is_reported)
        return;
    struct rule_finding made = rule_begin(findings, "traces.work-uneven");
    if (excess_since_start_up(&group) < rule_limit(&made, "warn"))
        return;
    const char *const *names = group.workers.worker;
    rule_text(&made, "busiest", finding_name(findings, names[group.busiest]));
    rule_text(&made, "laziest", finding_name(findings, names[group.laziest]));
    rule_number(&made, "excess", excess);
    rule_number(&made, excess < 1 ? "over" : "times", excess < 1 ? excess : excess + 1);
    rule_number(&made, "most", busy[group.busiest]);
    rule_number(&made, "least", busy[group.laziest]);
    rule_number(&made, "workers", (double)group.count);
    rule_add(&made);
}

static void add_unused_gpu(struct findings *findings)
{
    const struct functions_rows functions = functions_rows(findings->tables);
    if (!functions.rows)
        return;
    const double *use = functions.gpu_utilization_mean;
    const double *share = functions.share;
    struct rule_finding made = rule_begin(findings, "traces.gpu-idle");
    double least_share = rule_limit(&made, "share_of_function"), unused = rule_limit(&made, "warn");
    const char *names[3];
    size_t count = 0;
    double highest = 0, all = 0;
    for (size_t row = 0; row < functions.rows && share[row] >= least_share && count < 3; row++) {
        if (!(use[row] < unused))
            continue;
        names[count++] = finding_name(findings, functions.function[row]);
        highest = fmax(highest, use[row]);
        all += share[row];
    }
    if (!count)
        return;
    rule_text(&made, "names", finding_list(findings, names, count));
    rule_number(&made, "use", highest);
    rule_number(&made, "functions", (double)count);
    rule_number(&made, "share", all);
    rule_add(&made);
}

static void add_clocks(struct findings *findings)
{
    const struct trace_rows trace = trace_rows(findings->tables);
    const char *clock = trace.clock[0];
    if (!clock || strcmp(clock, "hosts") != 0)
        return;
    struct rule_finding made = rule_begin(findings, "traces.clocks-differ");
    made.level = RULE_NOTE;
    rule_add(&made);
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
