/* When a campaign's tasks ran: a long end with few tasks running, tasks that waited while workers
 * had none; and what is said when nothing stands out. */
#include "analysis/findings/task_words.h"

#include <math.h>
#include <string.h>

#include "analysis/findings/attempt_rows.h"
#include "util/number.h"

static const double LONG_TAIL = 0.2, SHORTEST_TAIL_S = 60; /* of the run; of any */
static const double MUCH_SAVED = 0.1,
                    OF_STAGES = 0.5;    /* of the run; of the time of the last stages */
static const double MOST_OF_TAIL = 0.5; /* of its time */
static const double WIDE_SPREAD = 1.2, MUCH_LONGER = 3;  /* longest ÷ median */
static const double MUCH_WAITING = 0.1, MANY_IDLE = 0.1; /* of time; of workers */

enum { MOST_NAMED = 2, FEWEST_AT_ONCE = 4, TEXT_SIZE = 64 };

/* ---- words ---- */

/* ---- over time ---- */

static double said(const struct table *summary, const char *column)
{
    return table_numbers(summary, column)[0];
}

/* Then no order of tasks makes the campaign better. */
static bool all_failed(const struct findings *findings)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    return campaign && said(campaign, "failed") >= said(campaign, "tasks");
}

/* "4.8", "13"; and "4", not "4.0", which no count is. */
static const char *mean_count(double mean, char *text, size_t size)
{
    bool is_whole = round(10 * mean) == 10 * round(mean);
    return is_whole ? quantity_format_fixed(mean, 0, text, size)
                    : quantity_format_number(mean, 2, text, size);
}

/* NaN where nothing is said of the tail. */
static double of_tail(const struct findings *findings, const char *column)
{
    const struct table *tail = tables_find(findings->tables, "tail");
    return tail ? said(tail, column) : NUMBER_MISSING;
}

/* Workers that have nothing to do may go, whatever made the tail; jobs hold nodes of their own. */
static const char *tail_advice(const struct findings *findings, const struct table *summary,
                               double saved_s)
{
    bool has_workers = !finding_has_queue(findings) && said(summary, "workers_max") > 0;
    if (!(saved_s > 0))
        return has_workers ? "release workers earlier" : "";
    return arena_format(findings->arena, "%s first, to end up to %s earlier%s",
                        finding_has_queue(findings) ? "submit the longest jobs"
                                                    : "start the longest tasks",
                        finding_quantity(findings, saved_s, "s"),
                        has_workers ? "; or release workers earlier" : "");
}

/* "run"; of several periods the one that is meant. */
static const char *whole_words(const struct findings *findings, const struct table *summary)
{
    const struct table *periods = tables_find(findings->tables, "task_periods");
    if (!periods)
        return "run";
    double from = said(summary, "ran_from");
    return arena_format(findings->arena, "period %s",
                        finding_span(findings, from, from + said(summary, "ran_s")));
}

/* "6.2 tasks running on average during the last 32 min (35 % of the run); half of …" */
static const char *tail_words(const struct findings *findings, const struct table *summary)
{
    char text[TEXT_SIZE];
    double length_s = said(summary, "tail_s");
    const char *mean = mean_count(said(summary, "tail_running_mean"), text, sizeof text);
    return arena_format(findings->arena,
                        "%s %s running on average during the last %s (%s of the %s); half of the "
                        "task time was spent with %s or more",
                        mean, strcmp(mean, "1") == 0 ? "task" : "tasks",
                        finding_quantity(findings, length_s, "s"),
                        finding_percent(findings, length_s / said(summary, "ran_s")),
                        whole_words(findings, summary),
                        finding_quantity(findings, said(summary, "running_usual"), ""));
}

/* "The last stages, merge and plot, ran"; NULL: for most of the tail other kinds ran. */
static const char *stages_words(const struct findings *findings, const struct table *summary)
{
    const struct table *stages = tables_find(findings->tables, "tail_stages");
    if (!stages || !(of_tail(findings, "stages_s") >= MOST_OF_TAIL * said(summary, "tail_s")))
        return NULL;
    if (stages->rows > MOST_NAMED)
        return arena_format(findings->arena, "The last %zu stages ran", stages->rows);
    const char *names[MOST_NAMED];
    for (size_t i = 0; i < stages->rows; i++)
        names[i] = finding_kind(findings, table_texts(stages, "task")[i]);
    return arena_format(findings->arena, "The last %s, %s, ran",
                        finding_plural((double)stages->rows, "stage", "stages"),
                        finding_list(findings, names, stages->rows));
}

/* Of a tail that no order of tasks makes shorter: what started only then, or took long. */
struct tail_reason {
    const char *text, *advice; /* advice: NULL for none of its own */
    bool is_much;
};

static struct tail_reason tail_reason(const struct findings *findings, const struct table *summary)
{
    double elapsed_s = said(summary, "tail_running_mean") * said(summary, "tail_s");
    double ratio = of_tail(findings, "longest_s") / of_tail(findings, "median_s");
    double started = of_tail(findings, "started");
    if (of_tail(findings, "started_elapsed_s") >= MOST_OF_TAIL * elapsed_s)
        return (struct tail_reason){
            .text = arena_format(findings->arena, "; %s only then",
                                 finding_count(findings, started, "attempt started",
                                               "attempts started"))};
    if (!(ratio >= WIDE_SPREAD))
        return (struct tail_reason){.text = ""};
    const char *task = table_texts(tables_find(findings->tables, "tail"), "longest_task")[0];
    const char *kind = task ? finding_kind(findings, task) : NULL;
    char text[TEXT_SIZE];
    return (struct tail_reason){
        .text =
            arena_format(findings->arena, "; the longest%s%s took %s times the median of its kind",
                         kind ? ", of " : "",
                         kind ? arena_format(findings->arena, "%s,", kind) : "",
                         quantity_format_number(ratio, 2, text, sizeof text)),
        .advice = ratio >= MUCH_LONGER && kind
                      ? arena_format(findings->arena,
                                     "compare the longest %s with the others: its node, the cores "
                                     "it used, its input",
                                     kind)
                      : NULL,
        .is_much = ratio >= MUCH_LONGER,
    };
}

static void add_tail(struct findings *findings, const struct table *summary)
{
    double length_s = said(summary, "tail_s"), share = length_s / said(summary, "ran_s");
    double usual = said(summary, "running_usual"), saved_s = of_tail(findings, "saved_s");
    if (!(usual >= FEWEST_AT_ONCE) || !(share >= LONG_TAIL) || length_s < SHORTEST_TAIL_S ||
        all_failed(findings))
        return;
    bool has_order = saved_s >= MUCH_SAVED * said(summary, "ran_s") &&
                     !(saved_s < OF_STAGES * of_tail(findings, "stages_s"));
    const char *words = tail_words(findings, summary), *stages = stages_words(findings, summary);
    struct tail_reason reason = {.text = ""};
    if (!has_order && !stages)
        reason = tail_reason(findings, summary);
    bool is_much = has_order || reason.is_much;
    const char *text =
        stages && !has_order
            ? arena_format(findings->arena, "%s few tasks at a time: %s.", stages, words)
            : arena_format(findings->arena, "Long tail: %s%s.", words, reason.text);
    finding_add(findings, (struct finding){
                              .id = "tasks.long-tail",
                              .weight = is_much ? 52 : 18,
                              .level = is_much ? "warn" : "note",
                              .section = "tasks-over-time",
                              .text = text,
                              .value = share,
                              .unit = "",
                              .threshold = LONG_TAIL,
                              .advice = reason.advice ? reason.advice
                                                      : tail_advice(findings, summary,
                                                                    has_order ? saved_s : 0),
                          });
}

bool finding_tells_idle_workers(const struct findings *findings)
{
    const struct table *summary = tables_find(findings->tables, "concurrency_summary");
    return summary && !finding_times_are_apart(findings) &&
           said(summary, "waiting_beside_idle_s") >= MUCH_WAITING * said(summary, "busy_s") &&
           said(summary, "idle_workers_meanwhile") >= MANY_IDLE * said(summary, "workers_max");
}

static void add_waiting(struct findings *findings, const struct table *summary)
{
    double length_s = said(summary, "waiting_beside_idle_s");
    double share = length_s / said(summary, "busy_s");
    double workers = said(summary, "workers_max"), idle = said(summary, "idle_workers_meanwhile");
    if (!finding_tells_idle_workers(findings))
        return;
    char idle_text[TEXT_SIZE], waited[TEXT_SIZE];
    finding_add(
        findings,
        (struct finding){
            .id = "workers.idle-while-tasks-wait",
            .weight = 66,
            .level = "warn",
            .section = "tasks-over-time",
            .text = arena_format(
                findings->arena,
                "Tasks waited beside idle workers for %s (%s of the time): on average %s waiting, "
                "%s of at most %s idle.",
                finding_quantity(findings, length_s, "s"), finding_percent(findings, share),
                mean_count(said(summary, "waiting_meanwhile"), waited, sizeof waited),
                mean_count(idle, idle_text, sizeof idle_text),
                finding_count(findings, workers, "worker", "workers")),
            .value = share,
            .unit = "",
            .threshold = MUCH_WAITING,
            .advice = "check whether the manager or what tasks request holds them back",
        });
}

void findings_of_tasks(struct findings *findings)
{
    const struct table *summary = tables_find(findings->tables, "concurrency_summary");
    if (!tables_find(findings->tables, "tasks"))
        return;
    if (summary && !finding_times_are_apart(findings)) {
        add_tail(findings, summary);
        add_waiting(findings, summary);
    }
}

/* ---- nothing ---- */

static bool has_failed(const struct findings *findings)
{
    const struct table *attempts = tables_find(findings->tables, "attempts");
    return attempts &&
           (table_find_row(attempts, 0, "ended", "failed", NULL, NULL) < attempts->rows ||
            table_find_row(attempts, 0, "ended", "cancelled", NULL, NULL) < attempts->rows);
}

/* Of elapsed time; NaN when attempts were lost and no record has how long they took. */
static double lost_share(const struct findings *findings, const struct table *campaign)
{
    double lost_s = table_numbers(campaign, "lost_elapsed_s")[0];
    double kept_s = table_numbers(campaign, "elapsed_s")[0];
    if (lost_s > 0)
        return lost_s / (lost_s + fmax(kept_s, 0));
    return isnan(lost_s) && has_failed(findings) ? NUMBER_MISSING : 0;
}

static const char *lost_words(const struct findings *findings, double share)
{
    if (isnan(share))
        return "; the records do not say how long other attempts took";
    if (share > 0)
        return arena_format(findings->arena, "; other attempts took %s of elapsed time",
                            finding_share(findings, share));
    return "";
}

double finding_unrecorded(const struct findings *findings)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    return campaign ? fmax(table_numbers(campaign, "unrecorded")[0], 0) : 0;
}

/* Formats without outcomes cannot be given any. */
static bool campaign_has_outcomes(const struct findings *findings)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    return finding_unrecorded(findings) < table_numbers(campaign, "tasks")[0];
}

void findings_of_unrecorded(struct findings *findings)
{
    double unrecorded = finding_unrecorded(findings);
    if (!(unrecorded > 0))
        return;
    finding_add(findings,
                (struct finding){
                    .id = "tasks.outcome-unrecorded",
                    .weight = 10,
                    .level = "note",
                    .section = "tasks-attempts",
                    .text = arena_format(findings->arena,
                                         "%s %s no recorded outcome: whether %s failed is unknown.",
                                         finding_count(findings, unrecorded, "task", "tasks"),
                                         unrecorded > 1 ? "have" : "has",
                                         unrecorded > 1 ? "any of them" : "it"),
                    .value = unrecorded,
                    .unit = "tasks",
                    .threshold = 0,
                    .advice = campaign_has_outcomes(findings)
                                  ? "add the status or the exit code of each task to the input"
                                  : "",
                });
}

/* ", 60 were cancelled before they started", ", 20 were cancelled, 5 of them before they started":
 * of what was cancelled while it ran there are attempts. */
static const char *cancelled_words(const struct findings *findings, const struct table *campaign)
{
    const struct table *attempts = tables_find(findings->tables, "attempts");
    double cancelled = attempts_or_zero(table_numbers(campaign, "cancelled")[0]);
    double never = cancelled - (attempts ? attempts_sum(attempts, "cancelled").attempts : 0);
    const char *they = finding_plural(cancelled, "it", "they");
    if (!(cancelled > 0))
        return "";
    const char *count = arena_format(findings->arena, ", %s %s cancelled",
                                     finding_quantity(findings, cancelled, ""),
                                     finding_plural(cancelled, "was", "were"));
    if (!(never > 0))
        return count;
    return never < cancelled ? arena_format(findings->arena, "%s, %s of them before %s started",
                                            count, finding_quantity(findings, never, ""),
                                            finding_plural(never, "it", "they"))
                             : arena_format(findings->arena, "%s before %s started", count, they);
}

/* "all 568 tasks succeeded", "340 of 342 tasks succeeded, 2 were cancelled", "568 tasks, whose
 * outcomes …" */
static const char *outcome_words(const struct findings *findings, const struct table *campaign)
{
    double tasks = table_numbers(campaign, "tasks")[0], unrecorded = finding_unrecorded(findings);
    double succeeded = table_numbers(campaign, "succeeded")[0] - unrecorded;
    const char *count = finding_count(findings, tasks, "task", "tasks");
    if (unrecorded >= tasks)
        return arena_format(findings->arena, "%s, whose outcome%s not recorded", count,
                            tasks > 1 ? "s are" : " is");
    if (succeeded >= tasks)
        return arena_format(findings->arena, "%s%s succeeded", tasks > 1 ? "all " : "", count);
    double unfinished = attempts_or_zero(table_numbers(campaign, "unfinished")[0]);
    count = arena_format(findings->arena, "%s of %s succeeded%s%s",
                         finding_quantity(findings, succeeded, ""), count,
                         unfinished > 0 ? arena_format(findings->arena, ", %s %s unfinished",
                                                       finding_quantity(findings, unfinished, ""),
                                                       finding_plural(unfinished, "was", "were"))
                                        : "",
                         cancelled_words(findings, campaign));
    return unrecorded > 0
               ? arena_format(findings->arena, "%s, %s not recorded", count,
                              finding_count(findings, unrecorded, "outcome is", "outcomes are"))
               : count;
}

void findings_of_no_task(struct findings *findings)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    if (!campaign)
        return;
    double efficiency = table_numbers(campaign, "cpu_efficiency")[0];
    double share = lost_share(findings, campaign);
    double cpu_s = table_numbers(campaign, "cpu_s")[0];
    const char *used = "CPU time is not known";
    if (cpu_s > 0 && isnan(efficiency))
        used = arena_format(findings->arena, "CPU time %s, of an unknown number of cores",
                            finding_hours(findings, cpu_s));
    else if (efficiency > 1)
        used = arena_format(findings->arena, "CPU efficiency %s is implausible",
                            finding_percent(findings, efficiency));
    else if (!isnan(efficiency))
        used = arena_format(findings->arena, "CPU efficiency %s",
                            finding_percent(findings, efficiency));
    finding_add(findings, (struct finding){
                              .id = "tasks.no-findings",
                              .weight = 0,
                              .level = finding_unrecorded(findings) > 0 ? "note" : "good",
                              .section = "tasks",
                              .text = arena_format(findings->arena, "No findings: %s%s; %s.",
                                                   outcome_words(findings, campaign),
                                                   lost_words(findings, share), used),
                              .value = share,
                              .unit = "",
                              .threshold = 0.05,
                              .advice = "",
                          });
}
