#include "analysis/findings/findings_requests.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/memory_need.h"
#include "analysis/findings/rule_finding.h"
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
static const double HARDLY_ONE = 0.5;  /* core of a task, busy on average */
static const double TIME_MARGIN = 1.5; /* × the longest task */

static struct rule_finding begin(const struct findings *findings, const char *phrase,
                                 const char *kind)
{
    struct rule_finding made = phrase_begin(findings, phrase);
    rule_text(&made, "kind", finding_kind(findings, kind));
    return made;
}

/* What most tasks needed that ended otherwise is not known from the few that succeeded. */
static bool most_succeeded(const struct findings *findings, const char *kind)
{
    return !(finding_failed(findings, kind) + finding_of_kind(findings, kind, "cancelled") >
             finding_succeeded(findings, kind));
}

/* ---- why there is no number ---- */

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

/* More memory that helped says that it was short; of a kill alone nobody knows. */
static const char *killed_variant(const struct findings *findings, const char *kind)
{
    const struct kills_rows kills = kills_rows(findings->tables);
    return kills.repeated[memory_kills_row(findings, kind)] > 0 ? "killed, more was enough"
                                                                : "killed";
}

/* Of the phrase no-lower-request; NULL when nothing stands against a number. */
static const char *memory_objection(const struct findings *findings, const char *kind)
{
    if (memory_need_was_too_little(findings, kind))
        return killed_variant(findings, kind);
    if (accounting_misses_memory(findings->tables, kind))
        return "accounting";
    return finding_reports_node_memory(findings) ? "node memory" : NULL;
}

static const char *objection(const struct findings *findings, const char *kind,
                             const char *quantity, double tasks)
{
    bool is_memory = strcmp(quantity, "memory") == 0;
    size_t node_row = is_memory ? finding_node_row(findings, kind) : FINDING_NO_ROW;
    const char *of_memory;
    if (!finding_kind_is_named(kind))
        return "no names";
    if (finding_grouped_by(findings))
        return "grouped";
    if (finding_is_session(findings, kind))
        return "session";
    if (attempts_at_limit(findings, kind, quantity) > 0)
        return is_memory ? "memory limit" : "time limit";
    if (is_memory && (of_memory = memory_objection(findings, kind)))
        return of_memory;
    if (!most_succeeded(findings, kind))
        return "few succeeded";
    if (some_steps_failed(findings, kind))
        return "steps failed";
    if (node_row != FINDING_NO_ROW && !nodes_are_known(findings, node_row))
        return "nodes unknown";
    if (tasks < FINDING_FEWEST_TASKS)
        return "few tasks";
    return is_memory && memory_need_holds_more(findings, kind) ? "holds more" : NULL;
}

static const char *objection_text(const struct findings *findings, const char *kind,
                                  const char *quantity, double tasks, const char *objection)
{
    const struct limits_rows limits = limits_rows(findings->tables);
    const struct kills_rows kills = kills_rows(findings->tables);
    size_t limit = rows_find(limits.rows, 0, limits.task, kind, limits.quantity, quantity);
    size_t kill = memory_kills_row(findings, kind);
    struct rule_finding made = begin(findings, "no-lower-request", kind);
    rule_number(&made, "tasks", tasks);
    rule_number(&made, "fewest", FINDING_FEWEST_TASKS);
    rule_text(&made, "by", finding_grouped_by(findings));
    if (limit < limits.rows) {
        rule_number(&made, "hits", limits.hits[limit]);
        rule_number(&made, "attempts", limits.attempts[limit]);
    }
    if (kill != FINDING_NO_ROW) {
        rule_number(&made, "killed", memory_kills(findings, kind));
        rule_number(&made, "killed_of", kills.attempts[kill]);
    }
    made.advice_variant = objection;
    return phrase_advice(&made);
}

/* ---- memory ---- */

/* A smaller request ends tasks that need more: it is advised together with what these need. Peaks
 * are sampled, and not every system repeats what needed more. Nobody knows how processes were
 * spread on nodes, other than by the layouts of the batch system. */
static const char *need_variant(const struct findings *findings, const char *kind,
                                const struct memory_need *need)
{
    enum unit_system units = findings->request->units;
    bool keeps = memory_need_keeps_request(findings, need);
    if (need->per_node)
        return keeps ? "keep per node" : "per node";
    if (keeps)
        return "keep";
    if (need->most > need->succeeded) /* what these need was not enough for all */
        return "failed attempts";
    if (memory_need_fits_all(findings, need))
        return "as now";
    /* What is requested is rounded up: fewer tasks may need more than that. */
    bool are_same =
        quantity_to_request(need->first, "B", units) >= quantity_to_request(need->most, "B", units);
    if (!(need->retries > 0) || are_same)
        return "all";
    return memory_need_most_holds_more(findings, kind) ? "first alone" : "first";
}

static const char *number_text(const struct findings *findings, const char *kind)
{
    struct memory_need need;
    if (!memory_need_of(findings, kind, &need))
        return NULL;
    struct rule_finding made = begin(findings, "memory-request", kind);
    rule_number(&made, "first", need.first);
    rule_number(&made, "most", need.most);
    rule_number(&made, "requested", need.requested);
    rule_number(&made, "tasks", need.tasks);
    rule_number(&made, "retries", need.retries);
    if (need.cpus > 0) /* memory is requested so */
        rule_number(&made, "per_cpu",
                    quantity_to_request(need.most, "B", findings->request->units) / need.cpus);
    made.advice_variant = need_variant(findings, kind, &need);
    return phrase_advice(&made);
}

const char *finding_memory_number(const struct findings *findings, const char *kind)
{
    return objection(findings, kind, "memory", finding_succeeded(findings, kind))
               ? NULL
               : number_text(findings, kind);
}

static const char *memory_request(const struct findings *findings, const char *kind,
                                  const char *without_number)
{
    double tasks = finding_succeeded(findings, kind);
    const char *against = objection(findings, kind, "memory", tasks);
    const char *number = against ? objection_text(findings, kind, "memory", tasks, against)
                                 : number_text(findings, kind);
    struct rule_finding unknown = begin(findings, "memory-request", kind);
    unknown.advice_variant = without_number;
    return number ? number : phrase_advice(&unknown);
}

const char *finding_memory_request(const struct findings *findings, const char *kind)
{
    return memory_request(findings, kind, "unknown");
}

const char *finding_varying_memory(const struct findings *findings, const char *kind)
{
    return memory_request(findings, kind, "varies");
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

static const char *time_variant(const struct findings *findings, const char *kind, double longest)
{
    if (number_is_missing(longest))
        return "unknown";
    return time_can_fall(findings, kind) ? "shorter" : "keep";
}

const char *finding_less_time(const struct findings *findings, const char *kind)
{
    const struct requested_rows table = requested_rows(findings->tables);
    const char *lower = kind_to_lower(findings, "time");
    size_t row = finding_requested_row(&table, lower ? lower : kind, "time");
    double tasks = row < table.rows ? table.tasks[row] : 0;
    const char *against = lower ? NULL : objection(findings, kind, "time", tasks);
    if (against)
        return objection_text(findings, kind, "time", tasks, against);
    double longest = lower ? longest_task(findings, lower) : NUMBER_MISSING;
    struct rule_finding made = begin(findings, "time-request", lower ? lower : kind);
    rule_number(&made, "longest", longest);
    rule_number(&made, "limit", TIME_MARGIN * longest);
    rule_number(&made, "margin", TIME_MARGIN);
    rule_number(&made, "tasks", tasks);
    made.advice_variant = time_variant(findings, lower, longest);
    return phrase_advice(&made);
}

/* ---- cores ---- */

static bool explains_idle_cores(const struct findings *findings, const struct step_use_rows *use,
                                size_t row, const char *kind, double used_share)
{
    return use->jobs[row] >= MOSTLY * finding_succeeded(findings, kind) &&
           use->idle_share[row] >= MOSTLY * (1 - used_share);
}

/* What ssh starts is no step, and Slurm counts none of it: where the script itself did hardly
 * anything, that is where the work was, or there was none. NULL: steps do not explain it. */
static const char *step_variant(const struct findings *findings, const struct step_use_rows *use,
                                size_t row, const char *kind, double used_share)
{
    double nodes = use->nodes[row];
    if (use->batch_alone[row] > 0)
        return used_share * nodes >= LEAST_WORK ? "batch step" : "idle batch step";
    if (finding_holds_gpus(findings, kind)) /* many systems allot cores with GPUs */
        return NULL;
    if (use->unused_nodes[row] / nodes >= MOSTLY * (1 - used_share))
        return "unused nodes";
    return use->share[row] >= NEARLY_ALL ? "one step throughout" : "one step";
}

/* Of one job that is all there is, nothing. */
static void say_jobs(struct rule_finding *made, double jobs, double alike)
{
    if (!(jobs > 1))
        return;
    if (alike >= jobs) {
        rule_number(made, "all_jobs", jobs);
        return;
    }
    rule_number(made, "alike", alike > 1 ? alike : 1);
    rule_number(made, "jobs", jobs);
}

bool finding_step_use(const struct findings *findings, const char *kind, double used_share,
                      struct step_use_words *words)
{
    const struct step_use_rows use = step_use_rows(findings->tables);
    size_t row = rows_find(use.rows, 0, use.task, kind, NULL, NULL);
    const char *variant = NULL;
    if (use.rows && row < use.rows && explains_idle_cores(findings, &use, row, kind, used_share))
        variant = step_variant(findings, &use, row, kind, used_share);
    if (!variant)
        return false;
    struct rule_finding made = phrase_begin(findings, "step-use");
    rule_number(&made, "nodes", use.nodes[row]);
    rule_number(&made, "unused", use.unused_nodes[row]);
    rule_number(&made, "used_nodes", use.nodes[row] - use.unused_nodes[row]);
    rule_number(&made, "step_cores", use.step_cores[row]);
    rule_number(&made, "cores", use.cores[row]);
    rule_number(&made, "share", use.share[row]);
    rule_number(&made, "up_to", use.alike[row] > 1);
    rule_text(&made, "step", finding_name(findings, use.step[row]));
    say_jobs(&made, finding_succeeded(findings, kind), use.alike[row]);
    made.variant = made.advice_variant = variant;
    *words = (struct step_use_words){phrase_text(&made), phrase_advice(&made)};
    return true;
}

/* Fewer cores do not help tasks that keep not even one of theirs busy. */
static const char *any_variant(double requested, double used_share)
{
    return requested <= 1 || used_share * requested < HARDLY_ONE ? "none busy" : "any";
}

static const char *cores_variant(struct rule_finding *made, const char *kind, double used_share)
{
    const struct findings *findings = made->findings;
    const struct requested_rows table = requested_rows(findings->tables);
    size_t row = table.rows ? finding_requested_row(&table, kind, "cores") : 0;
    if (finding_holds_gpus(findings, kind)) /* many systems allot cores with GPUs */
        return "GPUs";
    if (!table.rows || row >= table.rows)
        return "any";
    double requested = table.requested_p50[row], used = table.used_p95[row];
    double processes = table.processes_max[row];
    double needed = fmax(fmax(ceil(used), processes), 1);
    rule_number(made, "processes", processes);
    rule_number(made, "requested", requested);
    rule_number(made, "used", used);
    rule_number(made, "needed", needed);
    if (!finding_kind_is_work(findings, kind) || number_is_missing(used))
        return any_variant(requested, used_share);
    if (processes >= used && processes < requested && processes > 1)
        return "processes";
    if (table.tasks[row] < FINDING_FEWEST_TASKS)
        return any_variant(requested, used_share);
    return needed < requested ? "used" : "all are used";
}

const char *finding_fewer_cores(const struct findings *findings, const char *kind,
                                double used_share)
{
    struct rule_finding made = begin(findings, "cores-request", kind);
    made.advice_variant = cores_variant(&made, kind, used_share);
    return phrase_advice(&made);
}
