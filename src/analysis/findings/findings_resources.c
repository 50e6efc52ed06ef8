/* What a campaign's tasks did with what they were given: memory and time requested and not used or
 * passed, memory that differs much among tasks of a kind. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/memory_need.h"
#include "analysis/findings/task_words.h"
#include "util/number.h"
#include "util/texts.h"

static const double LITTLE_TIME_USED = 0.25;
static const double WIDE = 1.5, WIDE_B = 1e9; /* p95 ÷ p5; p95 − median */

/* ---- what was requested ---- */

static const char *ratio_words(const struct findings *findings, double ratio)
{
    return ratio < 2 ? arena_format(findings->arena, "%s of", finding_percent(findings, ratio))
                     : finding_share(findings, ratio);
}

/* Attempts of the same kind, the only one, failed at that limit: one cause, one finding. */
static bool is_reported_by_limits(const struct findings *findings, const struct table *table,
                                  double above, size_t kind)
{
    return table_numbers(table, "above")[kind] == above &&
           attempts_at_limit(findings, table_texts(table, "task")[kind], "memory") > 0;
}

/* Slurm adds what is resident of all processes of a job: of 64 that share 8 GiB it counts 512. What
 * ran to its end beyond its request was held by no limit, which counts it once. */
static const char *unless_shared(const struct findings *findings)
{
    return finding_has_queue(findings)
               ? "; less if its processes share memory, which Slurm counts in each"
               : "";
}

/* What the total of a job passed, some node passed, too. */
static const char *more_per_node(const struct findings *findings, const char *kind, size_t row)
{
    const struct table *table = tables_find(findings->tables, "node_memory");
    double least =
        fmax(table_numbers(table, "used_least_B")[row], table_numbers(table, "lost_least_B")[row]);
    return arena_format(
        findings->arena,
        "request more than %s per node for %s: its fullest node used at least that%s",
        finding_request(findings, least, "B"), finding_kind(findings, kind),
        unless_shared(findings));
}

static const char *more_memory(const struct findings *findings, const char *kind)
{
    if (finding_is_session(findings, kind))
        return arena_format(findings->arena, "request for %s what is planned",
                            finding_kind(findings, kind));
    double peak_B = finding_needed_peak(findings, kind);
    size_t node_row = finding_node_row(findings, kind);
    if (finding_kind_is_named(kind) && node_row != FINDING_NO_ROW)
        return more_per_node(findings, kind, node_row);
    if (number_is_missing(peak_B) || !finding_kind_is_named(kind))
        return "request more, before a limit ends them";
    if (memory_need_was_too_little(findings, kind))
        return arena_format(findings->arena, "request more for %s, before a limit ends its tasks",
                            finding_kind(findings, kind));
    return arena_format(findings->arena,
                        "request at least %s plus a margin for %s: its highest peak, rounded up%s",
                        finding_request(findings, peak_B, "B"), finding_kind(findings, kind),
                        unless_shared(findings));
}

/* Of the kind; of all batch jobs where it is one. */
static double highest_ratio(const struct findings *findings, const struct table *table, size_t kind)
{
    const double *ratios = table_numbers(table, "ratio_max");
    size_t judged = finding_row_to_judge(findings, table, "memory", kind);
    double highest = ratios[judged < table->rows ? judged : kind];
    bool is_part =
        judged == kind && !finding_is_session(findings, table_texts(table, "task")[kind]);
    for (size_t row = 0; is_part && row < table->rows; row++) {
        const char *task = table_texts(table, "task")[row];
        if (texts_equal(table_texts(table, "quantity")[row], "memory") && !texts_equal(task, "*") &&
            !finding_is_session(findings, task))
            highest = fmax(highest, ratios[row]);
    }
    return highest;
}

/* "The task", "2 of 100 tasks (2.0 %)" */
static const char *above_words(const struct findings *findings, double above, double tasks)
{
    bool is_some = finding_some_did_not_succeed(findings);
    if (tasks == 1 && !is_some)
        return "The task";
    return arena_format(findings->arena, "%s of %s (%s)", finding_quantity(findings, above, ""),
                        is_some ? finding_succeeded_tasks(findings, tasks)
                                : finding_count(findings, tasks, "task", "tasks"),
                        finding_percent(findings, above / tasks));
}

static void add_above(struct findings *findings, const struct table *table)
{
    size_t kind = finding_most_but_sessions(findings, table, "memory", "above");
    if (kind >= table->rows)
        return;
    bool is_session = finding_is_session(findings, table_texts(table, "task")[kind]);
    double above = is_session ? table_numbers(table, "above")[kind]
                              : finding_without_sessions(findings, table, "memory", "above");
    double tasks = is_session ? table_numbers(table, "tasks")[kind]
                              : finding_without_sessions(findings, table, "memory", "tasks");
    if (!(above > 0) || is_reported_by_limits(findings, table, above, kind))
        return;
    finding_add(findings,
                (struct finding){
                    .id = "tasks.memory-above-request",
                    .weight = 76,
                    .level = "warn",
                    .section = "tasks-resources",
                    .text = arena_format(
                        findings->arena,
                        "%s used more memory than %s requested%s; the most was %s the request.",
                        above_words(findings, above, tasks), above == 1 ? "it" : "they",
                        finding_has_kinds(findings)
                            ? arena_format(findings->arena, ", %s of %s",
                                           finding_quantity(
                                               findings, table_numbers(table, "above")[kind], ""),
                                           finding_kind(findings, table_texts(table, "task")[kind]))
                            : "",
                        ratio_words(findings, highest_ratio(findings, table, kind))),
                    .value = above,
                    .unit = "tasks",
                    .threshold = 0,
                    .advice = more_memory(findings, table_texts(table, "task")[kind]),
                });
}

/* ", except for those that hit it": how many attempts that was, of a kind or of all. */
static const char *exception(const struct findings *findings, const char *kind)
{
    double hits = attempts_at_limit(findings, kind, "time");
    if (!(hits > 0))
        return "";
    return arena_format(findings->arena, "; %s hit the limit",
                        finding_count(findings, hits, "attempt", "attempts"));
}

/* A quantile of few is none. Tasks that a limit ended are reported apart: these succeeded. */
static void add_time(struct findings *findings, const struct table *table)
{
    const double few = 20;
    size_t most = finding_most_but_sessions(findings, table, "time", "wasted_time"),
           row = finding_row_to_judge(findings, table, "time", most);
    if (row >= table->rows)
        return;
    double tasks = table_numbers(table, "tasks")[row];
    double used = table_numbers(table, tasks < few ? "ratio_max" : "ratio_p95")[row];
    if (!(used < LITTLE_TIME_USED))
        return;
    const char *kind = most < table->rows ? table_texts(table, "task")[most] : "*";
    const char *succeeded = finding_succeeded_tasks(findings, tasks);
    const char *judged = table_texts(table, "task")[row];
    if (!texts_equal(judged, "*"))
        succeeded =
            arena_format(findings->arena, "%s of %s", succeeded, finding_kind(findings, judged));
    const char *who = tasks < few
                          ? arena_format(findings->arena, "%s used at most", succeeded)
                          : arena_format(findings->arena, "95 %% of %s used at most", succeeded);
    finding_add(findings,
                (struct finding){
                    .id = "tasks.time-limit-unused",
                    .weight = 32,
                    .level = "note",
                    .section = "tasks-resources",
                    .text = arena_format(
                        findings->arena, "%s %s of %s time limit: median %s of %s%s.", who,
                        finding_percent(findings, used), tasks == 1 ? "its" : "their",
                        finding_quantity(findings, table_numbers(table, "used_p50")[row], "s"),
                        finding_quantity(findings, table_numbers(table, "requested_p50")[row], "s"),
                        exception(findings, judged)),
                    .value = used,
                    .unit = "",
                    .threshold = LITTLE_TIME_USED,
                    .advice = finding_less_time(findings, kind),
                });
}

/* ---- memory that spreads ---- */

/* The column of a kind with the value that outliers have most beyond the others; else its first. */
static size_t telling_column(const struct table *table, const char *kind)
{
    const double *outliers = table_numbers(table, "outliers_share"),
                 *others = table_numbers(table, "others_share");
    size_t best = table->rows;
    for (size_t row = 0; row < table->rows; row++) {
        const char *task = table_texts(table, "task")[row];
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

/* "11 tasks"; "100 most extreme of 1,200 tasks" where the others were not compared. */
static const char *compared_text(const struct findings *findings, double outside, double listed)
{
    const char *tasks = finding_count(findings, outside, "task", "tasks");
    return listed < outside ? arena_format(findings->arena, "%s most extreme of %s",
                                           finding_quantity(findings, listed, ""), tasks)
                            : tasks;
}

/* "; 60 % of the 11 tasks outside have band y, 20 % of the others"; "" when no column distinguishes
 * them: so many lie outside p5 to p95 whatever they need. */
static const char *contrast_text(const struct findings *findings, const char *kind, double outside,
                                 double listed)
{
    const struct table *table = tables_find(findings->tables, "outlier_columns");
    size_t row = table ? telling_column(table, kind) : 0;
    if (!table || row >= table->rows)
        return "";
    const char *column = finding_name(findings, table_texts(table, "column")[row]);
    const char *value = table_texts(table, "value")[row];
    const char *tasks = compared_text(findings, outside, listed);
    if (!value)
        return arena_format(findings->arena, "; the %s outside %s in %s", tasks,
                            finding_plural(outside, "differs", "differ"), column);
    return arena_format(findings->arena, "; %s of the %s outside have %s %s, %s of the others",
                        finding_percent(findings, table_numbers(table, "outliers_share")[row]),
                        tasks, column, finding_name(findings, value),
                        finding_percent(findings, table_numbers(table, "others_share")[row]));
}

/* Memory of a kind: quantiles, and its row among those whose IQR is large (rows: it is none). */
struct spread {
    const char *task;
    double p5, p50, p95;
    size_t outliers;
};

static struct spread spread_of(const struct table *kinds, size_t row, const struct table *outliers)
{
    const char *task = table_texts(kinds, "task")[row];
    return (struct spread){
        .task = task,
        .p5 = table_numbers(kinds, "memory_p05_B")[row],
        .p50 = table_numbers(kinds, "memory_p50_B")[row],
        .p95 = table_numbers(kinds, "memory_p95_B")[row],
        .outliers = outliers ? table_find_row(outliers, 0, "task", task, NULL, NULL) : SIZE_MAX,
    };
}

/* Some percent are no spread, however many bytes they are; a tenth of large tasks is one that the
 * IQR does not show. */
static bool is_wide(const struct spread *spread, const struct table *outliers)
{
    bool has_large_iqr = outliers && spread->outliers < outliers->rows;
    return spread->p95 >= WIDE * spread->p5 &&
           (has_large_iqr || spread->p95 - spread->p50 >= WIDE_B);
}

static const char *outside_text(const struct findings *findings, const struct spread *spread,
                                const struct table *outliers)
{
    if (!outliers || spread->outliers >= outliers->rows)
        return "";
    double outside = table_numbers(outliers, "below")[spread->outliers] +
                     table_numbers(outliers, "above")[spread->outliers];
    double listed = table_numbers(outliers, "listed")[spread->outliers];
    return outside > 0 ? contrast_text(findings, spread->task, outside, listed) : "";
}

static void add_spread(struct findings *findings, const struct table *kinds)
{
    const struct table *outliers = tables_find(findings->tables, "outlier_kinds");
    struct spread widest = {0};
    size_t count = 0;
    for (size_t row = 0; row < kinds->rows; row++) {
        struct spread spread = spread_of(kinds, row, outliers);
        if (can_spread(findings, spread.task) && is_wide(&spread, outliers) &&
            (!count++ || spread.p95 - spread.p5 > widest.p95 - widest.p5))
            widest = spread;
    }
    if (!count)
        return;
    const char *which = finding_kind(findings, widest.task);
    if (count > 1)
        which = arena_format(findings->arena, "%s, most of %s kinds,", which,
                             finding_quantity(findings, (double)count, ""));
    finding_add(findings,
                (struct finding){
                    .id = "tasks.memory-varies",
                    .weight = 30,
                    .level = "note",
                    .section = "tasks-memory",
                    .text = arena_format(findings->arena,
                                         "Peak memory of %s varies widely: p5 %s, median %s, p95 "
                                         "%s%s.",
                                         which, finding_quantity(findings, widest.p5, "B"),
                                         finding_quantity(findings, widest.p50, "B"),
                                         finding_quantity(findings, widest.p95, "B"),
                                         outside_text(findings, &widest, outliers)),
                    .value = widest.p95 / widest.p5,
                    .unit = "",
                    .threshold = WIDE,
                    .advice = finding_memory_request(findings, widest.task),
                });
}

void findings_of_resources(struct findings *findings)
{
    const struct table *kinds = tables_find(findings->tables, "tasks");
    const struct table *requested = tables_find(findings->tables, "requested");
    if (!kinds)
        return;
    if (requested) {
        add_above(findings, requested);
        add_time(findings, requested);
    }
    add_spread(findings, kinds);
}
