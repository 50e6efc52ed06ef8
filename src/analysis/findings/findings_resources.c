/* What a campaign's tasks did with what they were given: memory and time requested and not used or
 * passed, memory that differs much among tasks of a kind. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/memory_need.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

static const char memory_varies[] = "tasks.memory-varies";

/* ---- what was requested ---- */

/* Attempts of the same kind, the only one, failed at that limit: one cause, one finding. */
static bool is_reported_by_limits(const struct findings *findings,
                                  const struct requested_rows *table, double above, size_t kind)
{
    return table->above[kind] == above &&
           attempts_at_limit(findings, table->task[kind], "memory") > 0;
}

/* What the total of a job passed, some node passed, too. */
static double least_of_node(const struct findings *findings, size_t row)
{
    const struct node_memory_rows table = node_memory_rows(findings->tables);
    return fmax(table.used_least_B[row], table.lost_least_B[row]);
}

/* Slurm adds what is resident of all processes of a job: of 64 that share 8 GiB it counts 512. What
 * ran to its end beyond its request was held by no limit, which counts it once. */
static void say_more_memory(struct rule_finding *made, const char *kind)
{
    const struct findings *findings = made->findings;
    double peak_B = finding_needed_peak(findings, kind);
    size_t node_row = finding_node_row(findings, kind);
    rule_number(made, "shared", finding_has_queue(findings));
    if (finding_is_session(findings, kind)) {
        made->advice_variant = "session";
    } else if (finding_kind_is_work(findings, kind) && node_row != FINDING_NO_ROW) {
        made->advice_variant = "node";
        rule_number(made, "node_least", least_of_node(findings, node_row));
    } else if (number_is_missing(peak_B) || !finding_kind_is_work(findings, kind)) {
        made->advice_variant = "any";
    } else if (memory_need_was_too_little(findings, kind)) {
        made->advice_variant = "was too little";
    } else {
        made->advice_variant = "peak";
        rule_number(made, "peak", peak_B);
    }
}

/* Of the kind; of all batch jobs where it is one. */
static double highest_ratio(const struct findings *findings, const struct requested_rows *table,
                            size_t kind)
{
    const double *ratios = table->ratio_max;
    size_t judged = finding_row_to_judge(findings, table, "memory", kind);
    double highest = ratios[judged < table->rows ? judged : kind];
    bool is_part = judged == kind && !finding_is_session(findings, table->task[kind]);
    for (size_t row = 0; is_part && row < table->rows; row++) {
        const char *task = table->task[row];
        if (texts_equal(table->quantity[row], "memory") && !texts_equal(task, "*") &&
            !finding_is_session(findings, task))
            highest = fmax(highest, ratios[row]);
    }
    return highest;
}

/* The only task, or some of so many. */
static void say_above(struct rule_finding *made, double above, double tasks)
{
    bool are_some = finding_some_did_not_succeed(made->findings);
    bool is_only = tasks == 1 && !are_some;
    rule_number(made, "above", above);
    rule_number(made, "tasks", tasks);
    rule_number(made, "share", above / tasks);
    rule_number(made, "only", is_only);
    rule_number(made, "some", !is_only);
    rule_number(made, "succeeded", are_some && !(finding_unrecorded(made->findings) > 0));
}

static void add_above(struct findings *findings, const struct requested_rows *table)
{
    size_t kind = finding_most_but_sessions(findings, table->table, "memory", "above");
    if (kind >= table->rows)
        return;
    bool is_session = finding_is_session(findings, table->task[kind]);
    double above = is_session ? table->above[kind]
                              : finding_without_sessions(findings, table->table, "memory", "above");
    double tasks = is_session ? table->tasks[kind]
                              : finding_without_sessions(findings, table->table, "memory", "tasks");
    if (!(above > 0) || is_reported_by_limits(findings, table, above, kind))
        return;
    const char *task = table->task[kind];
    double ratio = highest_ratio(findings, table, kind);
    struct rule_finding made = rule_begin(findings, "tasks.memory-above-request");
    say_above(&made, above, tasks);
    rule_number(&made, ratio < 2 ? "part" : "times", ratio);
    rule_text(&made, "kind", finding_kind(findings, task));
    if (finding_has_kinds(findings))
        rule_number(&made, "above_of_kind", table->above[kind]);
    say_more_memory(&made, task);
    made.finding.unit = "tasks";
    rule_add(&made);
}

static size_t kinds_at_time_limit(const struct limits_rows *limits)
{
    size_t kinds = 0;
    for (size_t row = 0; row < limits->rows; row++)
        kinds += limits->hits[row] > 0 && texts_equal(limits->quantity[row], "time") &&
                 !texts_equal(limits->task[row], "*");
    return kinds;
}

/* Of all task kinds: those that hit the limit may be other ones than those that used little. */
static void say_time_hits(struct rule_finding *made, const char *judged)
{
    const struct findings *findings = made->findings;
    const struct limits_rows limits = limits_rows(findings->tables);
    double hits = attempts_at_limit(findings, judged, "time");
    rule_number(made, "hits", hits);
    if (!(hits > 0) || !texts_equal(judged, "*") || !finding_has_kinds(findings))
        return;
    size_t most = finding_most_but_sessions(findings, limits.table, "time", "hits");
    if (most >= limits.rows)
        return;
    rule_text(made, "hit_kind", finding_kind(findings, limits.task[most]));
    rule_number(made, "more_kinds", (double)kinds_at_time_limit(&limits) - 1);
}

/* A quantile of few is none. Tasks that a limit ended are reported apart: these succeeded. */
static void add_time(struct findings *findings, const struct requested_rows *table)
{
    struct rule_finding made = rule_begin(findings, "tasks.time-limit-unused");
    size_t most = finding_most_but_sessions(findings, table->table, "time", "wasted_time"),
           row = finding_row_to_judge(findings, table, "time", most);
    if (row >= table->rows)
        return;
    double tasks = table->tasks[row];
    bool are_few = tasks < rule_limit(&made, "few");
    const char *kind = most < table->rows ? table->task[most] : "*";
    const char *judged = table->task[row];
    rule_number(&made, "used",
                table_numbers(table->table, are_few ? "ratio_max" : "ratio_p95")[row]);
    rule_number(&made, "tasks", tasks);
    rule_number(&made, "median", table->used_p50[row]);
    rule_number(&made, "limit", table->requested_p50[row]);
    say_time_hits(&made, judged);
    rule_number(&made, "succeeded", !(finding_unrecorded(findings) > 0));
    if (!texts_equal(judged, "*"))
        rule_text(&made, "kind", finding_kind(findings, judged));
    rule_text(&made, "advice", finding_less_time(findings, kind));
    made.variant = tasks == 1 ? "one" : are_few ? "all" : "most";
    rule_add(&made);
}

/* ---- memory that spreads ---- */

/* The column of a kind with the value that outliers have most beyond the others; else its first. */
static size_t telling_column(const struct outlier_columns_rows *table, const char *kind)
{
    const double *outliers = table->outliers_share, *others = table->others_share;
    size_t best = table->rows;
    for (size_t row = 0; row < table->rows; row++) {
        const char *task = table->task[row];
        if (!texts_equal(task, kind))
            continue;
        if (best == table->rows || isnan(outliers[best]) ||
            outliers[row] - others[row] > outliers[best] - others[best])
            best = best < table->rows && isnan(outliers[row]) ? best : row;
    }
    return best;
}

/* Tasks without a name are of many programs. Of fewer tasks p5 and p95 are next to the least and
 * the most, and two tasks lie outside whatever they need. */
static bool can_spread(const struct findings *findings, const char *kind)
{
    return finding_kind_is_named(kind) &&
           !(finding_succeeded(findings, kind) < FINDING_FEWEST_TASKS);
}

/* In which column those outside of p5 to p95 are not like the others; in none, nothing is said: so
 * many lie outside whatever they need. */
static void say_contrast(struct rule_finding *made, const char *kind, double outside, double listed)
{
    const struct findings *findings = made->findings;
    const struct outlier_columns_rows table = outlier_columns_rows(findings->tables);
    size_t row = table.rows ? telling_column(&table, kind) : 0;
    if (!table.rows || row >= table.rows)
        return;
    const char *column = finding_name(findings, table.column[row]);
    const char *cell = table.value[row];
    rule_number(made, "outside", outside);
    if (listed < outside) /* the others were not compared */
        rule_number(made, "listed", listed);
    rule_text(made, cell ? "column" : "only_column", column);
    if (!cell)
        return;
    rule_text(made, "cell", finding_name(findings, cell));
    rule_number(made, "outside_share", table.outliers_share[row]);
    rule_number(made, "others_share", table.others_share[row]);
}

/* Memory of a kind: quantiles, and its row among those whose outliers are listed (SIZE_MAX, or all
 * rows: it is none, or this is a merged report). */
struct spread {
    const char *task;
    double p5, p50, p95, iqr;
    size_t outliers;
};

static struct spread spread_of(const struct tasks_rows *kinds, size_t row,
                               const struct outlier_kinds_rows *outliers)
{
    const char *task = kinds->task[row];
    return (struct spread){
        .task = task,
        .p5 = kinds->memory_p05_B[row],
        .p50 = kinds->memory_p50_B[row],
        .p95 = kinds->memory_p95_B[row],
        .iqr = kinds->memory_iqr_B[row],
        .outliers = outliers->rows ? rows_find(outliers->rows, 0, outliers->task, task, NULL, NULL)
                                   : SIZE_MAX,
    };
}

/* Some percent are no spread, however many bytes they are; a tenth of large tasks is one that the
 * IQR does not show. */
static bool is_wide(const struct findings *findings, const struct spread *spread)
{
    return spread->p95 >= finding_limit(findings, memory_varies, "note") * spread->p5 &&
           (spread->iqr > task_limits_of(findings->request).outlier_iqr ||
            spread->p95 - spread->p50 >= finding_limit(findings, memory_varies, "wide_B"));
}

/* By what the rule compares, p95 ÷ p5, so that large tasks do not hide those of which nobody knows
 * what to request; of equal ones the wider. */
static bool is_wider(const struct spread *spread, const struct spread *other)
{
    double left = spread->p95 * other->p5, right = other->p95 * spread->p5;
    if (left > right || left < right)
        return left > right;
    return spread->p95 - spread->p5 > other->p95 - other->p5;
}

static void say_outside(struct rule_finding *made, const struct spread *spread,
                        const struct outlier_kinds_rows *outliers)
{
    if (!outliers->rows || spread->outliers >= outliers->rows)
        return;
    double outside = outliers->below[spread->outliers] + outliers->above[spread->outliers];
    if (outside > 0)
        say_contrast(made, spread->task, outside, outliers->listed[spread->outliers]);
}

static void add_spread(struct findings *findings, const struct tasks_rows *kinds)
{
    const struct outlier_kinds_rows outliers = outlier_kinds_rows(findings->tables);
    struct spread widest = {0};
    size_t count = 0;
    for (size_t row = 0; row < kinds->rows; row++) {
        struct spread spread = spread_of(kinds, row, &outliers);
        if (can_spread(findings, spread.task) && is_wide(findings, &spread) &&
            (!count++ || is_wider(&spread, &widest)))
            widest = spread;
    }
    if (!count)
        return;
    struct rule_finding made = rule_begin(findings, memory_varies);
    rule_number(&made, "ratio", widest.p95 / widest.p5);
    rule_number(&made, "p5", widest.p5);
    rule_number(&made, "median", widest.p50);
    rule_number(&made, "p95", widest.p95);
    rule_text(&made, count > 1 ? "kind" : "only_kind", finding_kind(findings, widest.task));
    rule_number(&made, "kinds", (double)count);
    say_outside(&made, &widest, &outliers);
    rule_text(&made, "advice", finding_varying_memory(findings, widest.task));
    made.level = RULE_NOTE;
    rule_add(&made);
}

void findings_of_resources(struct findings *findings)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    const struct requested_rows requested = requested_rows(findings->tables);
    if (!kinds.rows)
        return;
    if (requested.rows) {
        add_above(findings, &requested);
        add_time(findings, &requested);
    }
    add_spread(findings, &kinds);
}
