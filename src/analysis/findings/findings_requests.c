#include "analysis/findings/findings_requests.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/memory_need.h"
#include "analysis/findings/task_words.h"
#include "table/accounting.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/quantity.h"
#include "util/texts.h"

static const double WORTH_WHILE = 0.1; /* of all that is unused */
static const double MOSTLY = 0.5;      /* of the idle core time, of a kind's jobs */
static const double LEAST_WORK = 0.02; /* of the cores of one node, by a script at work */
static const double NEARLY_ALL = 0.9;  /* of the time of a job */
static const double TIME_MARGIN = 1.5; /* × the longest task */

const char *finding_succeeded_tasks(const struct findings *findings, double tasks)
{
    return finding_unrecorded(findings) > 0
               ? finding_count(findings, tasks, "task", "tasks")
               : finding_count(findings, tasks, "succeeded task", "succeeded tasks");
}

/* What most tasks needed that ended otherwise is not known from the few that succeeded. */
static bool most_succeeded(const struct findings *findings, const char *kind)
{
    return !(finding_failed(findings, kind) + finding_of_kind(findings, kind, "cancelled") >
             finding_succeeded(findings, kind));
}

/* ---- why there is no number ---- */

static const char *limit_words(const struct findings *findings, const char *kind,
                               const char *quantity)
{
    const struct limits_rows limits = limits_rows(findings->tables);
    size_t row = rows_find(limits.rows, 0, limits.task, kind, limits.quantity, quantity);
    return arena_format(findings->arena,
                        "do not lower the request of %s: %s of its %s hit the %s limit",
                        finding_kind(findings, kind),
                        finding_quantity(findings, limits.hits[row], ""),
                        finding_count(findings, limits.attempts[row], "attempt", "attempts"),
                        quantity);
}

/* More memory that helped says that it was short; of a kill alone nobody knows. */
static const char *killed_words(const struct findings *findings, const char *kind)
{
    const struct kills_rows kills = kills_rows(findings->tables);
    size_t row = memory_kills_row(findings, kind);
    const char *name = finding_kind(findings, kind);
    double killed = memory_kills(findings, kind);
    const char *attempts = finding_count(findings, kills.attempts[row], "attempt", "attempts");
    const char *were = finding_plural(killed, "was", "were");
    return kills.repeated[row] > 0
               ? arena_format(findings->arena,
                              "do not lower the memory request of %s: %s of its %s %s killed "
                              "(signal 9), and repetitions with more memory succeeded",
                              name, finding_quantity(findings, killed, ""), attempts, were)
               : arena_format(findings->arena,
                              "find why %s of %s of %s %s killed (signal 9) before requesting less "
                              "memory for it",
                              finding_quantity(findings, killed, ""), attempts, name, were);
}

/* Whether no node needed more than what is known, and that is less than what was requested. */
static bool nodes_are_known(const struct findings *findings, size_t row)
{
    const struct node_memory_rows table = node_memory_rows(findings->tables);
    double lost = table.lost[row];
    double most = table.used_most_B[row];
    double lost_most = table.lost_most_B[row];
    return (lost > 0 ? fmax(most, lost_most) : most) <= table.requested_max_B[row] &&
           !isnan(most) && (!(lost > 0) || !isnan(lost_most));
}

/* In jobs of the kind that succeeded themselves. */
static bool some_steps_failed(const struct findings *findings, const char *kind)
{
    const struct failed_steps_rows steps = failed_steps_rows(findings->tables);
    return steps.rows && rows_find(steps.rows, 0, steps.task, kind, NULL, NULL) < steps.rows;
}

/* NULL when nothing stands against a number. */
static const char *objection(const struct findings *findings, const char *kind,
                             const char *quantity, double tasks)
{
    if (!finding_kind_is_named(kind))
        return "add the names of the tasks to the input: a request is recommended per task kind";
    if (finding_is_session(findings, kind))
        return arena_format(findings->arena,
                            "request for %s what is planned, and end sessions that nobody uses",
                            finding_kind(findings, kind));
    if (attempts_at_limit(findings, kind, quantity) > 0)
        return limit_words(findings, kind, quantity);
    if (strcmp(quantity, "memory") == 0 && memory_need_was_too_little(findings, kind))
        return killed_words(findings, kind);
    if (strcmp(quantity, "memory") == 0 && accounting_misses_memory(findings->tables, kind))
        return arena_format(findings->arena,
                            "do not request less memory for %s: the accounting missed some of it",
                            finding_kind(findings, kind));
    if (strcmp(quantity, "memory") == 0 && finding_tells_node_memory(findings))
        return "see the finding about the memory of the nodes before you request less";
    if (!most_succeeded(findings, kind))
        return arena_format(findings->arena,
                            "request less only once most tasks of %s succeed: what the others need "
                            "is not known",
                            finding_kind(findings, kind));
    if (some_steps_failed(findings, kind))
        return arena_format(findings->arena,
                            "request less only once all steps of %s succeed: what the others need "
                            "is not known",
                            finding_kind(findings, kind));
    size_t row =
        strcmp(quantity, "memory") == 0 ? finding_node_row(findings, kind) : FINDING_NO_ROW;
    if (row != FINDING_NO_ROW && !nodes_are_known(findings, row))
        return arena_format(findings->arena,
                            "measure memory per node before requesting less for %s: its tasks ran "
                            "on several nodes, and what each node needed is not known",
                            finding_kind(findings, kind));
    if (tasks < FINDING_FEWEST_TASKS)
        return arena_format(findings->arena,
                            "request less once %d tasks of %s confirm it; %s so far",
                            FINDING_FEWEST_TASKS, finding_kind(findings, kind),
                            finding_quantity(findings, tasks, ""));
    return NULL;
}

/* ---- memory ---- */

/* " (1 GiB per CPU)" where memory is requested so. */
static const char *per_cpu_text(const struct findings *findings, const struct memory_need *need)
{
    double node_B = quantity_to_request(need->most, "B", findings->request->units);
    return need->cpus > 0 ? arena_format(findings->arena, " (%s per CPU)",
                                         finding_request(findings, node_B / need->cpus, "B"))
                          : "";
}

/* Nobody knows how processes were spread, other than by the layouts of the batch system. */
static const char *node_request_text(const struct findings *findings, const char *kind,
                                     const struct memory_need *need)
{
    const char *name = finding_kind(findings, kind);
    if (memory_need_keeps_request(findings, need))
        return arena_format(findings->arena,
                            "keep the memory request of %s: a node may have needed %s", name,
                            finding_quantity(findings, need->most, "B"));
    return arena_format(findings->arena,
                        "request at least %s per node%s plus a margin for %s: the most that a node "
                        "needed in its %s with processes spread evenly, rounded up",
                        finding_request(findings, need->most, "B"), per_cpu_text(findings, need),
                        name, finding_count(findings, need->tasks, "task", "tasks"));
}

/* A smaller request ends tasks that need more: it is advised together with what these need. */
static const char *request_text(const struct findings *findings, const char *kind,
                                const struct memory_need *need)
{
    const char *name = finding_kind(findings, kind);
    const char *tasks = finding_count(findings, need->tasks, "task", "tasks");
    const char *retries = finding_quantity(findings, need->retries, "");
    const char *first = finding_request(findings, need->first, "B");
    const char *most = finding_request(findings, need->most, "B");
    if (memory_need_keeps_request(findings, need))
        return arena_format(findings->arena,
                            "keep the memory request of %s: its highest peak was %s", name,
                            finding_quantity(findings, need->most, "B"));
    if (need->most > need->succeeded) /* what these need was not enough for all */
        return arena_format(findings->arena,
                            "request at least %s plus a margin for %s: the highest peak of its "
                            "attempts that failed, rounded up",
                            most, name);
    if (memory_need_fits_all(findings, need))
        return arena_format(findings->arena,
                            "request %s first for %s, and %s as now for those that need more, at "
                            "most %s of %s",
                            first, name, finding_requested(findings, need->requested, "B"), retries,
                            tasks);
    /* Peaks are sampled, and not every system repeats what needed more. What is requested is
     * rounded up: fewer tasks may need more than that. */
    if (!(need->retries > 0) || strcmp(first, most) == 0)
        return arena_format(findings->arena,
                            "request at least %s plus a margin for %s: the highest peak of its %s, "
                            "rounded up",
                            most, name, tasks);
    return arena_format(findings->arena,
                        "request %s for %s, or %s first and %s for those that need more, at most "
                        "%s of %s",
                        most, name, first, most, retries, tasks);
}

static const char *number_text(const struct findings *findings, const char *kind)
{
    struct memory_need need;
    if (!memory_need_of(findings, kind, &need))
        return NULL;
    return need.per_node ? node_request_text(findings, kind, &need)
                         : request_text(findings, kind, &need);
}

static const char *memory_objection(const struct findings *findings, const char *kind)
{
    return objection(findings, kind, "memory", finding_succeeded(findings, kind));
}

const char *finding_memory_number(const struct findings *findings, const char *kind)
{
    return memory_objection(findings, kind) ? NULL : number_text(findings, kind);
}

const char *finding_memory_request(const struct findings *findings, const char *kind)
{
    const char *against = memory_objection(findings, kind);
    const char *number = against ? NULL : number_text(findings, kind);
    return against ? against : number ? number : "request less";
}

/* Whether less cannot be requested, rounded up. */
static bool keeps_request(const struct findings *findings, const char *kind, const char *quantity)
{
    struct memory_need need;
    return strcmp(quantity, "memory") == 0 && memory_need_of(findings, kind, &need) &&
           memory_need_keeps_request(findings, &need);
}

/* The kind with most unused for which a number can be given, of not too little; NULL: none. */
static const char *kind_to_lower(const struct findings *findings, const char *quantity)
{
    const struct requested_rows table = requested_rows(findings->tables);
    const double *wasted = table.wasted_time;
    double all = finding_without_sessions(findings, table.table, quantity, "wasted_time");
    size_t best = table.rows;
    for (size_t row = 0; row < table.rows; row++) {
        const char *kind = table.task[row];
        if (texts_equal(kind, "*") || strcmp(table.quantity[row], quantity) != 0 ||
            !(wasted[row] >= WORTH_WHILE * all) ||
            (best < table.rows && wasted[row] <= wasted[best]) ||
            objection(findings, kind, quantity, table.tasks[row]) ||
            keeps_request(findings, kind, quantity))
            continue;
        best = row;
    }
    return best < table.rows ? table.task[best] : NULL;
}

const char *finding_less_memory(const struct findings *findings, const char *kind)
{
    const char *lower = kind_to_lower(findings, "memory");
    return finding_memory_request(findings, lower ? lower : kind);
}

/* ---- time ---- */

/* What the longest task of the kind took, in seconds; NaN when not known. */
static double longest_task(const struct findings *findings, const char *kind)
{
    const struct boxplots_rows boxes = boxplots_rows(findings->tables);
    size_t box = rows_find(boxes.rows, 0, boxes.task, kind, boxes.quantity, "elapsed");
    return box < boxes.rows ? boxes.q4[box] : NUMBER_MISSING;
}

static bool time_can_fall(const struct findings *findings, const char *kind)
{
    const struct requested_rows table = requested_rows(findings->tables);
    size_t row = finding_requested_row(&table, kind, "time");
    double limit = TIME_MARGIN * longest_task(findings, kind);
    return quantity_to_request(limit, "s", findings->request->units) < table.requested_p50[row];
}

bool finding_can_lower(const struct findings *findings, const char *quantity)
{
    const char *kind = kind_to_lower(findings, quantity);
    return kind && (strcmp(quantity, "time") != 0 || time_can_fall(findings, kind));
}

const char *finding_less_time(const struct findings *findings, const char *kind)
{
    const struct requested_rows table = requested_rows(findings->tables);
    const char *lower = kind_to_lower(findings, "time");
    size_t row = finding_requested_row(&table, lower ? lower : kind, "time");
    double tasks = row < table.rows ? table.tasks[row] : 0;
    const char *against = lower ? NULL : objection(findings, kind, "time", tasks);
    double longest = lower ? longest_task(findings, lower) : NUMBER_MISSING;
    double limit = TIME_MARGIN * longest;
    if (against)
        return against;
    if (number_is_missing(limit))
        return "request less time: jobs start earlier";
    if (!time_can_fall(findings, lower))
        return arena_format(findings->arena, "keep the time limit of %s: its longest task took %s",
                            finding_kind(findings, lower),
                            finding_quantity(findings, longest, "s"));
    return arena_format(findings->arena,
                        "request %s for %s, %g times the longest of its %s rounded up: jobs start "
                        "earlier",
                        finding_request(findings, limit, "s"), finding_kind(findings, lower),
                        TIME_MARGIN, finding_count(findings, tasks, "task", "tasks"));
}

/* ---- cores ---- */

static bool explains_idle_cores(const struct findings *findings, const struct step_use_rows *use,
                                size_t row, const char *kind, double used_share)
{
    return use->jobs[row] >= MOSTLY * finding_succeeded(findings, kind) &&
           use->idle_share[row] >= MOSTLY * (1 - used_share);
}

/* What ssh starts is no step, and Slurm counts none of it: where the script itself did hardly
 * anything, that is where the work was, or there was none. */
static const char *batch_alone_text(const struct findings *findings, double nodes,
                                    double used_share, const char *of_job, const char **advice)
{
    const char *all = finding_quantity(findings, nodes, "");
    bool works = used_share * nodes >= LEAST_WORK;
    *advice = works ? arena_format(findings->arena,
                                   "request 1 node, or start the program on all %s with srun; "
                                   "Slurm does not count what ssh starts",
                                   all)
                    : "start ranks with srun: Slurm does not count what ssh starts; if there were "
                      "none, request 1 node";
    return arena_format(findings->arena, "; %s one of %s nodes%s: batch step alone",
                        works ? "work ran on" : "Slurm saw only", all, of_job);
}

/* " in all 12 jobs"; of one that is all there is, nothing. */
static const char *of_jobs_text(const struct findings *findings, const char *kind, double alike)
{
    double jobs = finding_succeeded(findings, kind);
    if (!(jobs > 1))
        return "";
    const char *all = finding_quantity(findings, jobs, "");
    if (alike >= jobs)
        return arena_format(findings->arena, " in all %s jobs", all);
    return arena_format(findings->arena, " in %s of %s jobs",
                        alike > 1 ? finding_quantity(findings, alike, "") : "one", all);
}

const char *finding_step_use(const struct findings *findings, const char *kind, double used_share,
                             const char **advice)
{
    const struct step_use_rows use = step_use_rows(findings->tables);
    size_t row = rows_find(use.rows, 0, use.task, kind, NULL, NULL);
    if (!use.rows || row >= use.rows || !explains_idle_cores(findings, &use, row, kind, used_share))
        return "";
    double alike = use.alike[row];
    const char *of_job = of_jobs_text(findings, kind, alike);
    double nodes = use.nodes[row];
    double unused = use.unused_nodes[row];
    if (use.batch_alone[row] > 0)
        return batch_alone_text(findings, nodes, used_share, of_job, advice);
    /* Many systems allot cores with GPUs. */
    if (finding_holds_gpus(findings, kind))
        return "";
    if (unused / nodes >= MOSTLY * (1 - used_share)) {
        *advice = arena_format(findings->arena, "request %s, or start the program on all %s",
                               finding_count(findings, nodes - unused, "node", "nodes"),
                               finding_quantity(findings, nodes, ""));
        return arena_format(findings->arena, "; %s of %s nodes%s %s never used by a step",
                            finding_quantity(findings, unused, ""),
                            finding_quantity(findings, nodes, ""), of_job,
                            finding_plural(unused, "was", "were"));
    }
    const char *step = finding_name(findings, use.step[row]);
    double cores = use.step_cores[row];
    double share = use.share[row];
    const char *its_cores = finding_count(findings, cores, "core", "cores");
    const char *all_cores = finding_quantity(findings, use.cores[row], "");
    *advice =
        share >= NEARLY_ALL
            ? arena_format(findings->arena, "request %s, or give %s all %s", its_cores, step,
                           all_cores)
            : arena_format(findings->arena, "run %s in a job of its own with %s", step, its_cores);
    return arena_format(findings->arena, "; %s%s of the time%s one step (%s) ran on %s of %s cores",
                        alike > 1 ? "up to " : "", finding_percent(findings, share), of_job, step,
                        finding_quantity(findings, cores, ""), all_cores);
}

const char *finding_fewer_cores(const struct findings *findings, const char *kind)
{
    static const char any[] =
        "request fewer cores per task, or find what the tasks wait for: GPU, files or network";
    if (finding_holds_gpus(findings, kind)) /* many systems allot cores with GPUs */
        return arena_format(findings->arena,
                            "find what %s waits for; before requesting fewer cores check how many "
                            "come with its GPUs",
                            finding_kind(findings, kind));
    const struct requested_rows table = requested_rows(findings->tables);
    size_t row = table.rows ? finding_requested_row(&table, kind, "cores") : 0;
    if (!table.rows || row >= table.rows || !finding_kind_is_named(kind))
        return any;
    double requested = table.requested_p50[row];
    double used = table.used_p95[row];
    double processes = table.processes_max[row];
    if (number_is_missing(used))
        return any;
    if (processes >= used && processes < requested && processes > 1)
        return arena_format(findings->arena,
                            "request %s instead of %s for %s, one for each of its processes, "
                            "unless several are threads of one core; or find what it waits for",
                            finding_quantity(findings, processes, ""),
                            finding_count(findings, requested, "CPU", "CPUs"),
                            finding_kind(findings, kind));
    if (table.tasks[row] < FINDING_FEWEST_TASKS)
        return any;
    double needed = fmax(fmax(ceil(used), processes), 1);
    if (!(needed < requested))
        return arena_format(findings->arena, "find what %s waits for",
                            finding_kind(findings, kind));
    return arena_format(
        findings->arena,
        "request %s instead of %s for %s (95 %% of its tasks use up to %s), or find "
        "what it waits for",
        finding_quantity(findings, needed, ""), finding_count(findings, requested, "core", "cores"),
        finding_kind(findings, kind), finding_quantity(findings, used, ""));
}
