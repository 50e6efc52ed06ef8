/* What a campaign's tasks did with the cores that they were given. */
#include <math.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/lost_core_time.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/accounting.h"
#include "table/rows.h"

static const char rule[] = "tasks.cores-idle";

struct idleness {
    double allotted_s, used_s; /* of all kinds */
    size_t kinds, known, worst;
    double worst_idle_s, kinds_idle_s; /* of kinds below the threshold */
    double worst_share;                /* of the worst kind's core time that was used */
    bool has_cores;                    /* the source gives those of the worst kind */
    bool is_of_lost;                   /* the worst kind has attempts alone that did not succeed */
};

struct kind_time {
    double allotted_s, used_s; /* NaN or 0: not known */
    bool has_cores, is_of_lost;
};

/* None of those that waited until a limit of time: findings_limits.c reports them. */
static struct kind_time time_of_lost(const struct findings *findings,
                                     const struct tasks_rows *kinds, size_t row,
                                     const struct lost_core_times *times)
{
    const struct lost_core_time *time = &times->lost[row];
    if (!(time->used_s > 0) || kind_waited_to_limit(findings, kinds, row, &times->at_limit[row]))
        return (struct kind_time){0};
    return (struct kind_time){time->allotted_s, time->used_s, true, true};
}

/* Where the source gives no cores a task is taken to have one. */
static struct kind_time time_of_kind(const struct findings *findings,
                                     const struct tasks_rows *kinds, size_t row,
                                     const struct lost_core_times *times)
{
    bool is_known = kinds->cpu_efficiency[row] >= 0;
    if (!is_known && kinds->succeeded[row] > 0)
        return (struct kind_time){0};
    if (!is_known)
        return time_of_lost(findings, kinds, row, times);
    double core_s = kinds->core_s[row];
    double cpu_s = kinds->cpu_s[row];
    double efficiency = kinds->cpu_efficiency[row];
    if (core_s > 0)
        return (struct kind_time){core_s, kinds->core_cpu_s[row], true, false};
    double allotted_s = efficiency > 0 ? cpu_s / efficiency : kinds->elapsed_s[row];
    return (struct kind_time){allotted_s, cpu_s, false, false};
}

/* Of sessions, or of all other kinds; what is allotted is of both. */
static struct idleness find_idleness(const struct findings *findings,
                                     const struct tasks_rows *kinds, bool of_sessions)
{
    struct idleness sum = {0};
    double low = finding_limit(findings, rule, "low_efficiency");
    struct lost_core_times times = core_times_of_kinds(findings, kinds);
    for (size_t row = 0; row < kinds->rows; row++) {
        struct kind_time time = time_of_kind(findings, kinds, row, &times);
        /* What was not counted may have kept the cores busy. */
        if (accounting_misses_cpu(findings->tables, kinds->task[row]))
            continue;
        if (!(time.allotted_s > 0) || !(time.used_s >= 0))
            continue;
        double idle_s = fmax(time.allotted_s - time.used_s, 0);
        sum.known++;
        sum.allotted_s += time.allotted_s;
        sum.used_s += time.used_s;
        /* Of the same tasks as the times, which the kind's efficiency may not be: some have no
         * count of cores. */
        double share = time.used_s / time.allotted_s;
        if (!(share < low) || finding_is_session(findings, kinds->task[row]) != of_sessions)
            continue;
        sum.kinds++;
        sum.kinds_idle_s += idle_s;
        if (idle_s > sum.worst_idle_s) {
            sum.worst_idle_s = idle_s;
            sum.worst = row;
            sum.worst_share = share;
            sum.has_cores = time.has_cores;
            sum.is_of_lost = time.is_of_lost;
        }
    }
    return sum;
}

/* What the sentence is about: attempts of the worst kind that were lost, or those of its tasks that
 * succeeded, where not all did. */
static void say_who(struct rule_finding *made, const struct tasks_rows *kinds,
                    const struct idleness *idleness)
{
    const struct findings *findings = made->findings;
    const char *kind = kinds->task[idleness->worst];
    if (!idleness->is_of_lost) {
        if (finding_some_did_not_succeed(findings))
            rule_number(made, "succeeded", kinds->succeeded[idleness->worst]);
        return;
    }
    double count = core_time_of_lost(findings, kind).attempts;
    double at_limit = core_time_at_limit(findings, kind).attempts;
    if (at_limit >= count)
        rule_number(made, "at_limit", count);
    else
        rule_number(made, at_limit > 0 ? "either" : "cancelled", count);
}

/* Whether the samples are of the only task, and outside of the stretches in which the load of its
 * nodes was low it used its cores well. */
static bool low_load_explains(const struct findings *findings, const struct tasks_rows *kinds,
                              const struct idleness *idleness)
{
    const struct load_drops_rows drops = load_drops_rows(findings->tables);
    double length_s = findings->time.end - findings->time.start;
    if (!drops.rows || kinds->rows != 1 || kinds->attempts[0] != 1 ||
        finding_times_are_apart(findings) || !finding_explains_low_load(findings) ||
        fabs(kinds->elapsed_s[0] / length_s - 1) > finding_limit(findings, rule, "same_time"))
        return false;
    double at_work = 1 - finding_sum_phases(drops.table).total_s / length_s;
    return idleness->worst_share >= finding_limit(findings, rule, "low_efficiency") * at_work;
}

static void say_advice(struct rule_finding *made, const char *kind, const struct idleness *idleness,
                       bool is_explained)
{
    double used = idleness->worst_share;
    struct step_use_words steps = {0};
    finding_step_use(made->findings, kind, used, &steps);
    rule_text(made, "of_steps", steps.sentence);
    made->advice_variant = "request";
    if (is_explained)
        made->advice_variant = "low load";
    else if (!steps.advice && !idleness->has_cores)
        made->advice_variant = "no cores known";
    rule_text(made, "advice",
              steps.advice ? steps.advice : finding_fewer_cores(made->findings, kind, used));
}

static void add_idleness(struct findings *findings, const struct tasks_rows *kinds)
{
    struct idleness idleness = find_idleness(findings, kinds, false);
    double share = idleness.kinds_idle_s / idleness.allotted_s;
    struct rule_finding made = rule_begin(findings, rule);
    /* CPU time of 0 throughout was not measured. */
    if (!(share >= rule_limit(&made, "note")) || !(idleness.used_s > 0) ||
        !(idleness.kinds_idle_s >= rule_limit(&made, "least_idle_s")))
        return;
    const char *kind = kinds->task[idleness.worst];
    bool is_explained = low_load_explains(findings, kinds, &idleness);
    rule_number(&made, "share", share);
    rule_number(&made, "used", idleness.worst_share);
    rule_number(&made, "low", rule_limit(&made, "low_efficiency"));
    rule_number(&made, "allotted", idleness.allotted_s);
    rule_number(&made, "idle_time", idleness.worst_idle_s);
    rule_number(&made, "kinds", (double)idleness.kinds);
    rule_number(&made, "known", (double)idleness.known);
    rule_number(&made, "low_load", is_explained);
    rule_number(&made, "unmeasured", idleness.known < kinds->rows);
    rule_text(&made, "worst", finding_kind(findings, kind));
    say_who(&made, kinds, &idleness);
    say_advice(&made, kind, &idleness, is_explained);
    /* Of tasks that run on GPUs the cores wait for these. */
    bool is_much = share >= rule_limit(&made, "warn") &&
                   idleness.kinds_idle_s >= rule_limit(&made, "much_idle_s") &&
                   !finding_holds_gpus(findings, kind) && !is_explained;
    made.variant = kinds->rows == 1 ? "one kind" : "kinds";
    made.level = is_much ? RULE_WARN : RULE_NOTE;
    made.finding.cost = share;
    rule_add(&made);
}

static void add_idle_sessions(struct findings *findings, const struct tasks_rows *kinds)
{
    struct idleness idleness = find_idleness(findings, kinds, true);
    struct rule_finding made = rule_begin(findings, "sessions.cores-idle");
    if (!(idleness.used_s > 0) || !(idleness.worst_idle_s >= rule_limit(&made, "least_idle_s")))
        return;
    const char *kind = kinds->task[idleness.worst];
    rule_number(&made, "share", idleness.worst_idle_s / idleness.allotted_s);
    rule_number(&made, "used", idleness.worst_share);
    rule_number(&made, "idle_time", idleness.worst_idle_s);
    rule_text(&made, "kind", finding_kind(findings, kind));
    rule_add_little_use(&made, kind);
}

static void add_over_all(struct findings *findings, const struct tasks_rows *kinds)
{
    const double *share = kinds->elapsed_share, *efficiency = kinds->cpu_efficiency;
    double sum = 0;
    size_t count = 0, highest = 0;
    struct rule_finding made = rule_begin(findings, "tasks.cpu-efficiency-implausible");
    for (size_t row = 0; row < kinds->rows; row++) {
        if (!(efficiency[row] > rule_limit(&made, "note")))
            continue;
        if (!count || efficiency[row] > efficiency[highest])
            highest = row;
        sum += share[row] > 0 ? share[row] : 0;
        count++;
    }
    if (!count ||
        (sum < rule_limit(&made, "least_share") && efficiency[highest] < rule_limit(&made, "far")))
        return;
    rule_number(&made, "efficiency", efficiency[highest]);
    rule_number(&made, "limit", rule_limit(&made, "note"));
    rule_number(&made, "count", (double)count);
    rule_number(&made, "kinds", (double)kinds->rows);
    rule_text(&made, "kind", finding_kind(findings, kinds->task[highest]));
    made.variant = count == 1 ? "one" : "several";
    rule_add(&made);
}

void findings_of_efficiency(struct findings *findings)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    if (!kinds.rows)
        return;
    add_idleness(findings, &kinds);
    add_idle_sessions(findings, &kinds);
    add_over_all(findings, &kinds);
}
