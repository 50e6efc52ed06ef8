/* Limits that attempts hit, and tasks that wait for what never comes. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/finding.h"
#include "analysis/findings/findings_kills.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/lost_core_time.h"
#include "analysis/findings/memory_need.h"
#include "analysis/findings/task_words.h"
#include "util/quantity.h"
#include "util/texts.h"

static const double VERY_MANY_HITS = 0.1, FEW_HITS = 0.05; /* of the attempts */
static const double MUCH_TIME = 0.05;                      /* of all attempts */

/* " for fit", or nothing for tasks without a name. */
static const char *for_kind(const struct findings *findings, const char *kind)
{
    return finding_kind_is_named(kind)
               ? arena_format(findings->arena, " for %s", finding_kind(findings, kind))
               : "";
}

/* What is judged: batch jobs, sessions only where nothing else hit the limit. */
struct judged {
    size_t all, kind; /* rows; the kind with most hits */
    bool is_part, of_sessions;
    double hits, attempts;
};

/* Whether there is anything to judge. */
static bool judge(const struct findings *findings, const struct table *table, const char *quantity,
                  struct judged *judged)
{
    size_t all = table_find_row(table, 0, "task", "*", "quantity", quantity);
    size_t kind = finding_most_but_sessions(findings, table, quantity, "hits");
    if (all >= table->rows || kind >= table->rows)
        return false;
    *judged = (struct judged){.all = all,
                              .kind = kind,
                              .is_part = finding_mixes_sessions(findings),
                              .of_sessions =
                                  finding_is_session(findings, table_texts(table, "task")[kind]),
                              .hits = finding_without_sessions(findings, table, quantity, "hits"),
                              .attempts = table_numbers(table, "attempts")[all]};
    /* The table has no kinds without hits. */
    if (judged->is_part)
        judged->attempts = (double)finding_totals_of(findings, judged->of_sessions).attempts;
    return true;
}

static bool is_judged(const struct findings *findings, const struct judged *judged,
                      const char *kind)
{
    return !judged->is_part || finding_is_session(findings, kind) == judged->of_sessions;
}

/* "fit failed at its memory limit in 2 of 30 attempts", "3 of 40 attempts failed at their memory
 * limit, 2 of them of fit". */
static const char *hits_text(const struct findings *findings, const struct table *table,
                             const struct judged *judged, const char *what, const char *limit)
{
    size_t kind = judged->kind;
    const double *hits = table_numbers(table, "hits");
    const char *name = finding_kind(findings, table_texts(table, "task")[kind]);
    bool alone = hits[kind] == judged->hits;
    double attempts = alone ? table_numbers(table, "attempts")[kind] : judged->attempts;
    const char *of = finding_count(findings, attempts, "attempt", "attempts");
    const char *count = finding_quantity(findings, judged->hits, "");
    const char *their = finding_plural(judged->hits, "its", "their");
    if (!alone && judged->is_part)
        of = arena_format(findings->arena, "%s of %s", of,
                          judged->of_sessions ? "sessions" : "batch jobs");
    if (alone && !finding_kind_is_named(table_texts(table, "task")[kind]))
        return arena_format(findings->arena, "%s of %s %s %s %s limit", count, of, what, their,
                            limit);
    if (alone)
        return arena_format(findings->arena, "%s %s its %s limit in %s of %s", name, what, limit,
                            count, of);
    return arena_format(findings->arena, "%s of %s %s %s %s limit, %s of them of %s", count, of,
                        what, their, limit, finding_quantity(findings, hits[kind], ""), name);
}

/* A first allocation that suits most tasks is too small for some, which succeed with a larger one.
 */
static bool are_few_and_mended(const struct findings *findings, const struct judged *judged)
{
    const struct table *campaign = tables_find(findings->tables, "campaign");
    if (!campaign || judged->hits > FEW_HITS * judged->attempts)
        return false;
    if (!judged->is_part)
        return table_numbers(campaign, "succeeded")[0] >= table_numbers(campaign, "tasks")[0] &&
               table_numbers(campaign, "repeated")[0] >= judged->hits;
    struct task_totals totals = finding_totals_of(findings, judged->of_sessions);
    size_t tasks = 0;
    for (int i = 0; i < OUTCOMES; i++)
        tasks += totals.tasks[i];
    return totals.tasks[OUTCOME_SUCCEEDED] == tasks && (double)totals.repeated >= judged->hits;
}

/* The time of the attempts judged that ended for that reason, and of all; it is 0 where these are
 * not those that hit the limit, or their time is not known. */
struct cost {
    double elapsed_s, share;
};

static struct cost cost_of(const struct findings *findings, const struct judged *judged,
                           const char *reason)
{
    const struct table *attempts = tables_find(findings->tables, "attempts");
    double sum_s = 0, all = 0, count = 0;
    for (size_t row = 0; attempts && row < attempts->rows; row++) {
        const char *own = table_texts(attempts, "reason")[row];
        double elapsed_s = table_numbers(attempts, "elapsed_s")[row];
        bool is_of_it = own && strcmp(own, reason) == 0 &&
                        is_judged(findings, judged, table_texts(attempts, "task")[row]);
        bool ended = !attempts_ended(attempts, row, "unfinished");
        all += isnan(elapsed_s) || !ended ? 0 : elapsed_s;
        sum_s += is_of_it ? elapsed_s : 0;
        count += is_of_it ? table_numbers(attempts, "attempts")[row] : 0;
    }
    if (count != judged->hits || !(sum_s > 0))
        return (struct cost){0};
    return (struct cost){sum_s, sum_s / all};
}

/* "; they took 74.1 h, 86 % of elapsed time"; "" where that is little, or not known. */
static const char *cost_text(const struct findings *findings, double hits, struct cost cost)
{
    if (!(cost.share >= MUCH_TIME))
        return "";
    return arena_format(findings->arena, "; %s took %s, %s of elapsed time",
                        finding_plural(hits, "it", "they"), finding_hours(findings, cost.elapsed_s),
                        finding_percent(findings, cost.share));
}

/* Whether all tasks of the kinds that hit the limit succeeded, some with a larger allocation. */
static bool all_are_mended(const struct findings *findings, const struct table *table,
                           const char *quantity, const struct judged *judged)
{
    for (size_t row = 0; row < table->rows; row++)
        if (row != judged->all && is_judged(findings, judged, table_texts(table, "task")[row]) &&
            strcmp(table_texts(table, "quantity")[row], quantity) == 0 &&
            !finding_all_succeeded(findings, table_texts(table, "task")[row]))
            return false;
    return true;
}

/* A row of the table: what attempts requested that hit the limit, and the most they used of it. */
struct limit {
    double requested_min, requested_max, used_max, enough;
    const char *per; /* " per node" or "" */
};

static struct limit limit_of(const struct table *table, size_t row)
{
    return (struct limit){table_numbers(table, "requested_min")[row],
                          table_numbers(table, "requested_max")[row],
                          table_numbers(table, "used_max")[row],
                          table_numbers(table, "enough")[row],
                          texts_equal(table_texts(table, "per")[row], "node") ? " per node" : ""};
}

/* "2 GiB", "2 GiB to 4 GiB" */
static const char *requested_text(const struct findings *findings, const struct limit *limit,
                                  const char *unit)
{
    const char *least = finding_quantity(findings, limit->requested_min, unit);
    const char *most = finding_quantity(findings, limit->requested_max, unit);
    return strcmp(least, most) == 0
               ? arena_format(findings->arena, "%s%s", most, limit->per)
               : arena_format(findings->arena, "%s to %s%s", least, most, limit->per);
}

/* "; tasks with 4 GiB succeeded" */
static const char *enough_text(const struct findings *findings, const struct limit *limit,
                               const char *unit)
{
    return limit->enough > 0
               ? arena_format(findings->arena, "; tasks with %s%s succeeded",
                              finding_requested(findings, limit->enough, unit), limit->per)
               : "";
}

/* What tasks needed that succeeded with more than the limit and what was used by others, at least
 * that where some failed; or, exactly, the request with which they succeeded, also where that is
 * less than their peak rounded up: more may fit on no node; else more than was too little. */
static const char *mending_request(const struct findings *findings, const char *kind,
                                   const struct limit *limit, const char *whom)
{
    /* What a person ran there says nothing of the next session. */
    if (finding_is_session(findings, kind))
        return arena_format(findings->arena, "request more memory%s", whom);
    double peak = finding_highest_peak(findings, kind);
    double killed = *limit->per ? NAN : memory_killed_request(findings, kind);
    double too_little = fmax(fmax(limit->requested_max, limit->used_max), killed);
    double rounded = quantity_to_request(peak, "B", findings->request->units);
    bool is_known = finding_all_succeeded(findings, kind) && peak > too_little &&
                    !(peak < finding_needed_peak(findings, kind)) &&
                    !(peak <= limit->enough && rounded > limit->enough);
    if (!*limit->per && (is_known || (peak > 0 && !(fmax(too_little, limit->enough) >= peak))))
        return arena_format(findings->arena,
                            "request at least %s plus a margin%s: the highest peak of %s that "
                            "succeeded, rounded up",
                            finding_request(findings, peak, "B"), whom,
                            *whom ? "its tasks" : "tasks");
    if (limit->enough >= too_little)
        return arena_format(findings->arena, "request %s%s%s, with which tasks succeeded",
                            finding_requested(findings, limit->enough, "B"), limit->per, whom);
    return too_little > 0
               ? arena_format(findings->arena, "request more than %s%s%s",
                              finding_request(findings, too_little, "B"), limit->per, whom)
               : arena_format(findings->arena, "request more memory%s", whom);
}

static void add_memory(struct findings *findings, const struct table *table)
{
    struct judged judged;
    if (!judge(findings, table, "memory", &judged) ||
        finding_tells_kills(findings, table_texts(table, "task")[judged.kind]))
        return;
    size_t kind = judged.kind;
    const char *whom = for_kind(findings, table_texts(table, "task")[kind]);
    double requested = table_numbers(table, "requested")[kind];
    double used = table_numbers(table, "used")[kind], ratio = used / requested;
    struct limit limit = limit_of(table, kind);
    const char *text = hits_text(findings, table, &judged, "failed at", "memory");
    const char *enough = enough_text(findings, &limit, "B");
    struct cost lost = cost_of(findings, &judged, "out of memory");
    const char *cost = cost_text(findings, judged.hits, lost);
    if (ratio > 1 && *limit.per)
        text = arena_format(findings->arena,
                            "%s: a node used %s or more, %s%s the %s%s requested%s%s.", text,
                            finding_quantity(findings, used, "B"), finding_share(findings, ratio),
                            ratio < 2 ? " of" : "", finding_quantity(findings, requested, "B"),
                            limit.per, cost, enough);
    else if (ratio > 1)
        text = arena_format(findings->arena, "%s: %s %s, %s%s the %s it requested%s%s.", text,
                            used < limit.used_max ? "one used" : "it used up to",
                            finding_quantity(findings, used, "B"), finding_share(findings, ratio),
                            ratio < 2 ? " of" : "", finding_quantity(findings, requested, "B"),
                            cost, enough);
    else if (requested > 0)
        text = arena_format(findings->arena, "%s, which requested %s%s%s.", text,
                            requested_text(findings, &limit, "B"), cost, enough);
    else
        text = arena_format(findings->arena, "%s%s.", text, cost);
    bool is_little = are_few_and_mended(findings, &judged);
    bool is_mended = all_are_mended(findings, table, "memory", &judged);
    finding_add(findings,
                (struct finding){.id = "attempts.memory-limit",
                                 .weight = is_little   ? 50
                                           : is_mended ? 78
                                                       : 84,
                                 .level = is_little   ? "note"
                                          : is_mended ? "warn"
                                                      : "bad",
                                 .cost = lost.share,
                                 .section = "tasks-resources",
                                 .text = text,
                                 .value = judged.hits,
                                 .unit = "attempts",
                                 .threshold = 0,
                                 .advice =
                                     mending_request(findings, table_texts(table, "task")[kind],
                                                     &limit, whom)});
}

/* ", using 0.04 % of the time of its cores", where these waited. */
static const char *waited_text(const struct findings *findings, const struct table *table,
                               const struct judged *judged)
{
    double hits = table_numbers(table, "hits")[judged->kind];
    const char *name = table_texts(table, "task")[judged->kind];
    struct lost_core_time time = core_time_at_limit(findings, name);
    bool is_one = judged->hits == 1 || (hits == judged->hits && finding_kind_is_named(name));
    return arena_format(findings->arena, ", %s %s of the time of %s cores",
                        hits == judged->hits ? "using" : "which used",
                        finding_percent(findings, time.used_s / time.allotted_s),
                        is_one ? "its" : "their");
}

/* "request 2 h for align, or save its state and resume". A job that stood still at its end needs no
 * more time: `clue` says so. */
static const char *mending_time(const struct findings *findings, const char *kind,
                                const struct limit *limit, bool waited, const struct finding *clue)
{
    if (clue)
        return arena_format(findings->arena,
                            "see the finding about %s before you request more time",
                            clue->clue_about);
    if (waited)
        return arena_format(findings->arena, "find what %s waited for; more time would not help",
                            finding_kind(findings, kind));
    return arena_format(findings->arena, "request %s%s, or save its state and resume",
                        limit->enough > 0 ? finding_requested(findings, limit->enough, "s")
                                          : "more time",
                        for_kind(findings, kind));
}

static void add_time(struct findings *findings, const struct table *table)
{
    struct judged judged;
    if (!judge(findings, table, "time", &judged))
        return;
    const char *name = table_texts(table, "task")[judged.kind];
    struct limit limit = limit_of(table, judged.kind);
    struct cost lost = cost_of(findings, &judged, "time limit");
    const char *text = hits_text(findings, table, &judged, "hit", "time");
    /* Those that succeeded with more time show that it helps. */
    bool waited = !(limit.enough > 0) && attempts_waited_to_limit(findings, name);
    if (limit.requested_max > 0)
        text =
            arena_format(findings->arena, "%s (%s)", text, requested_text(findings, &limit, "s"));
    text = arena_format(findings->arena, "%s%s%s%s.", text,
                        waited ? waited_text(findings, table, &judged) : "",
                        cost_text(findings, judged.hits, lost), enough_text(findings, &limit, "s"));
    double share = judged.hits / judged.attempts;
    bool is_much = share >= VERY_MANY_HITS;
    /* Of several attempts nobody knows which of them the nodes ran at the end. */
    const struct finding *clue =
        judged.attempts == 1 ? finding_find_clue(findings, FINDING_CLUE_NODE | FINDING_CLUE_HANG)
                             : NULL;
    /* A person's session ends with its time, and leaves nothing to resume. */
    bool is_session = judged.of_sessions;
    finding_add(findings,
                (struct finding){.id = "attempts.time-limit",
                                 .weight = is_session ? 25
                                           : is_much  ? 85
                                                      : 77,
                                 .cost = lost.share,
                                 .level = is_session ? "note"
                                          : is_much  ? "bad"
                                                     : "warn",
                                 .section = "tasks-resources",
                                 .text = text,
                                 .value = judged.hits,
                                 .unit = "attempts",
                                 .threshold = 0,
                                 .advice = is_session ? ""
                                                      : mending_time(findings, name, &limit, waited,
                                                                     clue)});
}

/* ---- tasks that wait ---- */

struct held {
    double tasks;
    size_t most; /* row */
};

/* Of those that can never start: whether for another job, which can be mended without changing what
 * they request. */
static bool waits_for_job(const char *reason)
{
    static const char never[] = "Dependency";
    return reason && strncasecmp(reason, never, sizeof never - 1) == 0;
}

static struct held find_held(const struct table *table, const char *hold, bool for_job)
{
    const double *tasks = table_numbers(table, "tasks");
    struct held held = {.most = table->rows};
    for (size_t row = 0; row < table->rows; row++) {
        if (strcmp(table_texts(table, "hold")[row], hold) != 0 ||
            waits_for_job(table_texts(table, "reason")[row]) != for_job)
            continue;
        held.tasks += tasks[row];
        if (held.most == table->rows || tasks[row] > tasks[held.most])
            held.most = row;
    }
    return held;
}

static void add_held(struct findings *findings, const struct table *table, const char *id,
                     const char *hold, bool for_job, const char *what, const char *level,
                     double weight, const char *advice)
{
    struct held held = find_held(table, hold, for_job);
    if (!(held.tasks > 0))
        return;
    const char *reason = table_texts(table, "reason")[held.most];
    const char *name = finding_kind(findings, table_texts(table, "task")[held.most]);
    double most = table_numbers(table, "tasks")[held.most];
    finding_add(findings,
                (struct finding){
                    .id = id,
                    .weight = weight,
                    .level = level,
                    .section = "tasks-attempts",
                    .text = arena_format(
                        findings->arena, "%s %s: %s%s (%s).",
                        finding_count(findings, held.tasks, "waiting task", "waiting tasks"), what,
                        most < held.tasks ? arena_format(findings->arena, "%s of ",
                                                         finding_quantity(findings, most, ""))
                                          : "",
                        name, finding_name(findings, reason)),
                    .value = held.tasks,
                    .unit = "tasks",
                    .threshold = 0,
                    .advice = advice,
                });
}

void findings_of_limits(struct findings *findings)
{
    const struct table *limits = tables_find(findings->tables, "limits");
    const struct table *waiting = tables_find(findings->tables, "waiting");
    if (limits) {
        add_memory(findings, limits);
        add_time(findings, limits);
    }
    if (waiting) {
        add_held(findings, waiting, "tasks.dependency-never-satisfied", "never", true,
                 "can never start, as the dependency can no longer be satisfied", "bad", 83,
                 "cancel them (scancel) and submit them again, or change the dependency (scontrol "
                 "update)");
        add_held(findings, waiting, "tasks.can-never-start", "never", false,
                 "can never start as requested", "bad", 83,
                 "cancel them (scancel), or change what they request");
        add_held(findings, waiting, "tasks.held", "held", false, "held until released", "warn", 60,
                 "release them (scontrol release), or cancel them");
        add_held(findings, waiting, "tasks.held-by-limit", "limit", false,
                 "held back by a limit of the account or QOS", "note", 45,
                 "look at the limit (sacctmgr show association, show qos)");
    }
}
