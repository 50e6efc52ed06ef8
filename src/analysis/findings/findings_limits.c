/* Limits that attempts hit, and tasks that wait for what never comes. */
#include <math.h>
#include <string.h>
#include <strings.h>

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_kills.h"
#include "analysis/findings/findings_requests.h"
#include "analysis/findings/kind_rows.h"
#include "analysis/findings/lost_core_time.h"
#include "analysis/findings/memory_need.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "analysis/tasks/attempt_limits.h"
#include "analysis/tasks/waiting_rows.h"
#include "table/rows.h"
#include "util/quantity.h"
#include "util/texts.h"

static const char memory_limit[] = "attempts.memory-limit";

/* What is judged: batch jobs, sessions only where nothing else hit the limit. */
struct judged {
    size_t all, kind; /* rows; the kind with most hits */
    bool is_part, of_sessions;
    double hits, attempts;
};

/* Whether there is anything to judge. */
static bool judge(const struct findings *findings, const struct limits_rows *table,
                  const char *quantity, struct judged *judged)
{
    size_t all = rows_find(table->rows, 0, table->task, "*", table->quantity, quantity);
    size_t kind = finding_most_but_sessions(findings, table->table, quantity, "hits");
    if (all >= table->rows || kind >= table->rows)
        return false;
    *judged =
        (struct judged){.all = all,
                        .kind = kind,
                        .is_part = finding_mixes_sessions(findings),
                        .of_sessions = finding_is_session(findings, table->task[kind]),
                        .hits = finding_without_sessions(findings, table->table, quantity, "hits"),
                        .attempts = table->attempts[all]};
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

static bool is_at_limit(const struct attempt_limits *limits, const struct grouped_record *at,
                        enum attempt_limit limit)
{
    return attempt_failed_at(limits, at->block, at->row, limit) ||
           (limit == MEMORY_LIMIT && attempt_ran_out_in_step(at->block, at->row));
}

/* The id of the first attempt of the kind that ended at the limit; NULL: it has none. */
static const char *id_at_limit(const struct findings *findings, const char *kind,
                               enum attempt_limit limit)
{
    const struct task_groups *groups = findings->request->tasks;
    const char *id = NULL;
    if (!groups)
        return NULL;
    struct attempt_limits limits = attempt_limits_of(groups->records);
    for (struct grouped_record at = task_records(groups); !id && task_records_next(&at);)
        if (task_is_attempt(at.block, at.row) && texts_equal(groups->kinds[at.kind].task, kind) &&
            is_at_limit(&limits, &at, limit))
            id = interner_text(&groups->records->texts,
                               records_text_at(at.block, RECORD_ID_COLUMN, at.row));
    attempt_limits_release(&limits);
    return id && *id ? id : NULL;
}

/* Of tasks without names the only one that hit the limit is named by its id. */
static void say_id(struct rule_finding *made, const struct limits_rows *table,
                   const struct judged *judged, enum attempt_limit limit)
{
    const struct findings *findings = made->findings;
    const char *kind = table->task[judged->kind];
    if (finding_kind_is_named(kind) || judged->hits != 1)
        return;
    const char *id = id_at_limit(findings, kind, limit);
    rule_text(made, "id", id ? finding_name(findings, id) : NULL);
    rule_number(made, finding_has_queue(findings) ? "is_job" : "is_task", id != NULL);
}

/* Which attempts hit the limit: of the only kind, which may have no name, or most of one. */
static void say_hits(struct rule_finding *made, const struct limits_rows *table,
                     const struct judged *judged)
{
    const char *task = table->task[judged->kind];
    bool is_named = finding_kind_is_named(task);
    bool is_alone = table->hits[judged->kind] == judged->hits;
    const char *kind = finding_kind(made->findings, task);
    rule_number(made, "count", judged->hits);
    rule_number(made, "attempts", is_alone ? table->attempts[judged->kind] : judged->attempts);
    rule_number(made, "of_most", table->hits[judged->kind]);
    rule_number(made, "sessions", judged->is_part && judged->of_sessions);
    rule_number(made, "batch", judged->is_part && !judged->of_sessions);
    rule_text(made, "kind", kind);
    rule_text(made, "named", is_named ? kind : NULL);
    made->variant = is_named ? "one task kind" : "tasks without a name";
    if (!is_alone)
        made->variant = "several task kinds";
}

/* A first allocation that suits most tasks is too small for some, which succeed with a larger one.
 */
static bool are_few_and_mended(const struct findings *findings, const struct judged *judged)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    if (!campaign.rows ||
        judged->hits > finding_limit(findings, memory_limit, "few_hits") * judged->attempts)
        return false;
    if (!judged->is_part)
        return campaign.succeeded[0] >= campaign.tasks[0] && campaign.repeated[0] >= judged->hits;
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
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    double sum_s = 0, all = 0, count = 0;
    for (size_t row = 0; row < attempts.rows; row++) {
        const char *own = attempts.reason[row];
        double elapsed_s = attempts.elapsed_s[row];
        bool is_of_it =
            own && strcmp(own, reason) == 0 && is_judged(findings, judged, attempts.task[row]);
        bool ended = !attempts_ended(&attempts, row, "unfinished");
        all += isnan(elapsed_s) || !ended ? 0 : elapsed_s;
        sum_s += is_of_it ? elapsed_s : 0;
        count += is_of_it ? attempts.attempts[row] : 0;
    }
    if (count != judged->hits || !(sum_s > 0))
        return (struct cost){0};
    return (struct cost){sum_s, sum_s / all};
}

/* Where it is not little, and known. */
static void say_cost(struct rule_finding *made, struct cost cost)
{
    made->finding.cost = cost.share;
    if (!(cost.share >= rule_limit(made, "much_time")))
        return;
    rule_number(made, "elapsed", cost.elapsed_s);
    rule_number(made, "elapsed_share", cost.share);
}

/* Whether all tasks of the kinds that hit the limit succeeded, some with a larger allocation. */
static bool all_are_mended(const struct findings *findings, const struct limits_rows *table,
                           const char *quantity, const struct judged *judged)
{
    for (size_t row = 0; row < table->rows; row++)
        if (row != judged->all && is_judged(findings, judged, table->task[row]) &&
            strcmp(table->quantity[row], quantity) == 0 &&
            !finding_all_succeeded(findings, table->task[row]))
            return false;
    return true;
}

/* A row of the table: what attempts requested that hit the limit, and the most they used of it. */
struct limit {
    double requested_min, requested_max, used_max, enough;
    bool per_node;
};

/* Tasks without names are any, which says nothing of each other, unless all of them succeeded in
 * the end. */
static bool tell_of_each_other(const struct findings *findings, const char *kind)
{
    return finding_kind_is_named(kind) || finding_all_succeeded(findings, kind);
}

static struct limit limit_of(const struct findings *findings, const struct limits_rows *table,
                             size_t row)
{
    bool is_compared = tell_of_each_other(findings, table->task[row]);
    return (struct limit){table->requested_min[row], table->requested_max[row],
                          table->used_max[row], is_compared ? table->enough[row] : NUMBER_MISSING,
                          texts_equal(table->per[row], "node")};
}

/* What was requested that was too little, and what was enough for tasks that succeeded. */
static void say_limit(struct rule_finding *made, const struct limit *limit)
{
    if (limit->enough > 0)
        rule_number(made, "enough", limit->enough);
    if (!(limit->requested_max > 0))
        return;
    rule_number(made, "limit", limit->requested_max);
    if (limit->requested_min < limit->requested_max)
        rule_number(made, "limit_min", limit->requested_min);
}

/* What tasks needed that succeeded with more than the limit and what was used by others, at least
 * that where some failed; or, exactly, the request with which they succeeded, also where that is
 * less than their peak rounded up: more may fit on no node; else more than was too little. */
static void say_more_memory(struct rule_finding *made, const char *kind, const struct limit *limit)
{
    const struct findings *findings = made->findings;
    double peak = finding_highest_peak(findings, kind);
    double killed = limit->per_node ? NAN : memory_killed_request(findings, kind);
    double too_little = fmax(fmax(limit->requested_max, limit->used_max), killed);
    double rounded = quantity_to_request(peak, "B", findings->request->units);
    bool is_known = finding_all_succeeded(findings, kind) && peak > too_little &&
                    !(peak < finding_needed_peak(findings, kind)) &&
                    !(peak <= limit->enough && rounded > limit->enough);
    made->advice_variant = "more";
    /* What a person ran there says nothing of the next session, nor one program of another. */
    if (finding_is_session(findings, kind) || finding_grouped_by(findings))
        return;
    if (!limit->per_node && tell_of_each_other(findings, kind) &&
        (is_known || (peak > 0 && !(fmax(too_little, limit->enough) >= peak)))) {
        made->advice_variant = finding_kind_is_named(kind) ? "peak" : "peak of all";
        rule_number(made, "peak", peak);
    } else if (limit->enough >= too_little) {
        made->advice_variant = "enough";
    } else if (too_little > 0) {
        made->advice_variant = "more than";
        rule_number(made, "too_little", too_little);
    }
}

/* What attempts used, where that is more than they requested. */
static void say_used(struct rule_finding *made, const struct limit *limit, double used,
                     double requested)
{
    double ratio = used / requested;
    if (!(ratio > 1))
        return;
    rule_number(made, ratio < 2 ? "part" : "times", ratio);
    if (limit->per_node)
        rule_number(made, "node_used", used);
    else
        rule_number(made, used < limit->used_max ? "one_used" : "it_used", used);
}

static void add_memory(struct findings *findings, const struct limits_rows *table)
{
    struct judged judged;
    if (!judge(findings, table, "memory", &judged) ||
        finding_reports_kills(findings, table->task[judged.kind]))
        return;
    struct limit limit = limit_of(findings, table, judged.kind);
    struct rule_finding made = rule_begin(findings, memory_limit);
    say_hits(&made, table, &judged);
    say_id(&made, table, &judged, MEMORY_LIMIT);
    say_limit(&made, &limit);
    rule_number(&made, "per_node", limit.per_node);
    say_used(&made, &limit, table->used[judged.kind], table->requested[judged.kind]);
    say_cost(&made, cost_of(findings, &judged, "out of memory"));
    say_more_memory(&made, table->task[judged.kind], &limit);
    if (are_few_and_mended(findings, &judged))
        made.level = RULE_NOTE;
    else
        made.level = all_are_mended(findings, table, "memory", &judged) ? RULE_WARN : RULE_BAD;
    made.threshold = 0;
    made.finding.unit = "attempts";
    rule_add(&made);
}

/* With their cores used, with hardly any used, or so that more time would not help. */
enum work_to_limit { LIMIT_HIT_AT_WORK, LIMIT_HIT_IDLE, LIMIT_HIT_WAITING };

/* How little attempts used their cores that waited until the limit. */
static void say_waited(struct rule_finding *made, const struct limits_rows *table,
                       const struct judged *judged)
{
    struct lost_core_time time = core_time_at_limit(made->findings, table->task[judged->kind]);
    bool are_all = table->hits[judged->kind] == judged->hits;
    rule_number(made, are_all ? "using" : "used", time.used_s / time.allotted_s);
}

/* What attempts did until the limit; those that succeeded with more time show that it helps. */
static enum work_to_limit work_of(const struct findings *findings, const char *kind,
                                  const struct limit *limit)
{
    if (limit->enough > 0 || !attempts_hardly_used_cores(findings, kind))
        return LIMIT_HIT_AT_WORK;
    return attempts_waited_to_limit(findings, kind) ? LIMIT_HIT_WAITING : LIMIT_HIT_IDLE;
}

/* A job that stood still at its end needs no more time: a clue says so. Of several attempts nobody
 * knows which of them the nodes ran at the end. */
static void say_more_time(struct rule_finding *made, const struct limits_rows *table,
                          const struct judged *judged, const struct limit *limit,
                          enum work_to_limit work)
{
    const struct findings *findings = made->findings;
    const struct finding *clue =
        judged->attempts == 1 ? finding_find_clue(findings, FINDING_CLUE_NODE | FINDING_CLUE_HANG)
                              : NULL;
    rule_text(made, "clue", clue ? clue->clue_about : NULL);
    made->advice_variant = limit->enough > 0 ? "enough" : "more";
    if (work == LIMIT_HIT_WAITING)
        made->advice_variant = "waited";
    if (work == LIMIT_HIT_IDLE)
        made->advice_variant =
            finding_kind_is_named(table->task[judged->kind]) ? "idle" : "idle, no name";
    if (clue)
        made->advice_variant = "clue";
    /* A person's session ends with its time, and leaves nothing to resume. */
    if (judged->of_sessions)
        made->advice_variant = "session";
}

static void add_time(struct findings *findings, const struct limits_rows *table)
{
    struct judged judged;
    if (!judge(findings, table, "time", &judged))
        return;
    const char *name = table->task[judged.kind];
    struct limit limit = limit_of(findings, table, judged.kind);
    struct rule_finding made = rule_begin(findings, "attempts.time-limit");
    enum work_to_limit work = work_of(findings, name, &limit);
    say_hits(&made, table, &judged);
    say_id(&made, table, &judged, TIME_LIMIT);
    say_limit(&made, &limit);
    if (work != LIMIT_HIT_AT_WORK)
        say_waited(&made, table, &judged);
    say_cost(&made, cost_of(findings, &judged, "time limit"));
    say_more_time(&made, table, &judged, &limit, work);
    made.level =
        judged.hits >= rule_limit(&made, "very_many_hits") * judged.attempts ? RULE_BAD : RULE_WARN;
    if (judged.of_sessions)
        made.level = RULE_NOTE;
    made.threshold = 0;
    made.finding.unit = "attempts";
    rule_add(&made);
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

static struct held find_held(const struct waiting_rows *table, const char *hold, bool for_job)
{
    const double *tasks = table->tasks;
    struct held held = {.most = table->rows};
    for (size_t row = 0; row < table->rows; row++) {
        if (strcmp(table->hold[row], hold) != 0 || waits_for_job(table->reason[row]) != for_job)
            continue;
        held.tasks += tasks[row];
        if (held.most == table->rows || tasks[row] > tasks[held.most])
            held.most = row;
    }
    return held;
}

enum { MOST_IDS = 3 };

static bool is_held_so(const struct findings *findings, uint32_t reason, const char *hold,
                       bool for_job)
{
    const char *words = records_text(findings->request->tasks->records, reason);
    return reason && waits_for_job(words) == for_job && strcmp(task_hold_of(words), hold) == 0;
}

/* "Jobs 731200, 731201, 731202 and 1 more"; NULL: the source gives none. */
static const char *held_ids(const struct findings *findings, const char *hold, bool for_job,
                            double tasks)
{
    const struct task_groups *groups = findings->request->tasks;
    struct arena *arena = findings->arena;
    const char *ids = NULL;
    double named = 0;
    int column =
        groups ? records_find_attribute(groups->records, "reason", RECORD_TEXT) : RECORDS_NO_COLUMN;
    if (column == RECORDS_NO_COLUMN)
        return NULL;
    for (struct grouped_record at = task_records(groups);
         named < MOST_IDS && task_records_next(&at);) {
        uint32_t id = records_text_at(at.block, RECORD_ID_COLUMN, at.row);
        if (!id || !task_is_waiting(at.block, at.row) ||
            !is_held_so(findings, records_text_at(at.block, column, at.row), hold, for_job))
            continue;
        const char *name = finding_name(findings, records_text(groups->records, id));
        ids = ids ? arena_format(arena, "%s, %s", ids, name) : name;
        named++;
    }
    if (!ids)
        return NULL;
    const char *more = tasks > named ? arena_format(arena, " and %.0f more", tasks - named) : "";
    const char *what = finding_has_queue(findings) ? "Job" : "Task";
    return arena_format(arena, "%s%s %s%s", what, tasks > 1 ? "s" : "", ids, more);
}

static void add_held(struct findings *findings, const struct waiting_rows *table, const char *rule,
                     const char *hold, bool for_job)
{
    struct held held = find_held(table, hold, for_job);
    if (!(held.tasks > 0))
        return;
    double most = table->tasks[held.most];
    struct rule_finding made = rule_begin(findings, rule);
    rule_number(&made, "tasks", held.tasks);
    rule_number(&made, "most", most);
    rule_text(&made, most < held.tasks ? "most_kind" : "kind",
              finding_kind(findings, table->task[held.most]));
    rule_text(&made, "reason", finding_name(findings, table->reason[held.most]));
    rule_text(&made, "ids", held_ids(findings, hold, for_job, held.tasks));
    made.finding.unit = "tasks";
    rule_add(&made);
}

void findings_of_limits(struct findings *findings)
{
    const struct limits_rows limits = limits_rows(findings->tables);
    const struct waiting_rows waiting = waiting_rows(findings->tables);
    if (limits.rows) {
        add_memory(findings, &limits);
        add_time(findings, &limits);
    }
    if (waiting.rows) {
        add_held(findings, &waiting, "tasks.dependency-never-satisfied", "never", true);
        add_held(findings, &waiting, "tasks.can-never-start", "never", false);
        add_held(findings, &waiting, "tasks.held", "held", false);
        add_held(findings, &waiting, "tasks.nodes-not-available", "nodes", false);
        add_held(findings, &waiting, "tasks.held-by-limit", "limit", false);
    }
}
