/* Where a campaign's time went: few kinds that make most of it. Where the cores of nearly all tasks
 * are known and not all have the same number, time is that of cores: a task on 64 cores takes as
 * much of the machine as 64 tasks on one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/kind_rows.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

static const double HALF = 0.03;       /* so near to half of the time */
static const double NEARLY_ALL = 0.95; /* of the elapsed time: cores are known */
static const double SAME_CORES = 0.01; /* so near to the mean of all kinds */

/* Sources name no kinds, so that the files they are in are taken as such. */
static bool kinds_are_files(const struct findings *findings)
{
    const struct task_groups *tasks = findings->request->tasks;
    bool are_files = tasks && tasks->records->source_count > 0;
    for (size_t i = 0; are_files && i < tasks->records->source_count; i++)
        are_files = tasks->records->sources[i].lacks_kinds;
    return are_files;
}

/* Whether kinds say nothing of tasks: then none of them is to be made faster. */
static bool add_ungrouped(struct findings *findings)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    double count = (double)kinds.rows;
    double tasks = campaign.rows ? campaign.tasks[0] : NUMBER_MISSING;
    struct rule_finding made = rule_begin(findings, "tasks.not-grouped");
    bool are_files = count >= rule_limit(&made, "fewest_files") && kinds_are_files(findings);
    bool are_tasks = count >= rule_limit(&made, "fewest_kinds") &&
                     count >= rule_limit(&made, "kinds_per_task") * tasks;
    if (!are_files && !are_tasks)
        return false;
    rule_number(&made, "kinds", count);
    rule_number(&made, "tasks", tasks);
    made.variant = are_files ? "files" : "tasks";
    made.level = RULE_NOTE;
    made.threshold = rule_limit(&made, are_files ? "fewest_files" : "fewest_kinds");
    made.finding.unit = "kinds";
    rule_add(&made);
    return true;
}

/* Names that were put together, without anybody having asked for it. */
static void add_regrouped(struct findings *findings)
{
    const struct kind_choice_rows choice = kind_choice_rows(findings->tables);
    struct rule_finding made = rule_begin(findings, "tasks.names-grouped");
    if (!choice.rows || !texts_equal(choice.chosen_by[0], "rule"))
        return;
    rule_number(&made, "names", choice.names[0]);
    rule_number(&made, "kinds", choice.kinds[0]);
    rule_number(&made, "kind_names", choice.kind_names[0]);
    rule_text(&made, "by", choice.by[0]);
    rule_text(&made, "kind", finding_kind(findings, choice.kind[0]));
    rule_text(&made, "example", finding_name(findings, choice.example[0]));
    made.variant = texts_equal(choice.by[0], "stem") ? "stems" : "holders";
    made.level = RULE_NOTE;
    made.finding.unit = "names";
    rule_add(&made);
}

/* Whether the longest kind may be of tasks that enclose those of the others, as totals do: as many
 * as of each of several others, and as long as all others together. */
static bool may_enclose(const struct tasks_rows *kinds)
{
    const double *tasks = kinds->succeeded;
    double share = kinds->elapsed_share[0];
    size_t as_many = 0;
    for (size_t row = 1; row < kinds->rows; row++)
        as_many += fabs(tasks[row] - tasks[0]) <= 0.01 * tasks[0];
    return as_many > 1 && fabs(share - 0.5) <= HALF;
}

/* ---- most of the time ---- */

/* What a kind has of the time of all; NaN: unknown. */
struct kind_share {
    const char *task;
    double share;
    size_t place;
};

struct kind_shares {
    struct kind_share *items; /* the largest first */
    size_t count;
    bool by_cores; /* of core-hours; else of elapsed time */
};

static struct task_totals totals_of(const struct task_groups *tasks)
{
    struct task_totals all = {0};
    task_totals_init(&all);
    for (size_t i = 0; i < tasks->kind_count; i++)
        task_totals_add(&all, &tasks->kinds[i].totals);
    return all;
}

static bool has_core_time(const struct task_groups *tasks, const struct task_totals *all)
{
    double cores = all->held_core_s / all->held_s;
    bool differ = false;
    for (size_t i = 0; i < tasks->kind_count; i++) {
        const struct task_totals *own = &tasks->kinds[i].totals;
        differ = differ || fabs(own->held_core_s / own->held_s - cores) > SAME_CORES * cores;
    }
    return differ && all->held_s >= NEARLY_ALL * all->elapsed_s;
}

/* Those of unknown time last. */
static int compare_shares(const void *left, const void *right)
{
    const struct kind_share *l = left, *r = right;
    double l_share = isnan(l->share) ? -1 : l->share, r_share = isnan(r->share) ? -1 : r->share;
    int order = (l_share < r_share) - (l_share > r_share);
    return order ? order : (l->place > r->place) - (l->place < r->place);
}

static struct kind_shares shares_of(const struct findings *findings)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    const struct task_groups *tasks = findings->request->tasks;
    struct kind_shares shares = {.count = kinds.rows};
    struct task_totals all = {0};
    if (tasks) {
        all = totals_of(tasks);
        shares.by_cores = has_core_time(tasks, &all);
    }
    if (shares.by_cores)
        shares.count = tasks->kind_count;
    shares.items = arena_alloc_array(findings->arena, shares.count, sizeof *shares.items);
    for (size_t i = 0; i < shares.count; i++) {
        const struct task_kind *kind = shares.by_cores ? &tasks->kinds[i] : NULL;
        shares.items[i] =
            kind ? (struct kind_share){kind->task, kind->totals.held_core_s / all.held_core_s, i}
                 : (struct kind_share){kinds.task[i], kinds.elapsed_share[i], i};
    }
    qsort(shares.items, shares.count, sizeof *shares.items, compare_shares);
    return shares;
}

/* The first two of so many. */
static void say_first(struct rule_finding *made, const struct kind_shares *shares, size_t count)
{
    const struct kind_share *kinds = shares->items;
    rule_text(made, "first", finding_kind(made->findings, kinds[0].task));
    rule_number(made, "first_share", kinds[0].share);
    rule_number(made, "more", count > 2 ? (double)count - 2 : 0);
    if (count < 2)
        return;
    rule_text(made, "second", finding_kind(made->findings, kinds[1].task));
    rule_number(made, "second_share", kinds[1].share);
}

/* Where it is known which tasks wait for which, a kind of which the critical path has little may
 * take most of the time of all tasks: the run gets no shorter by it. */
static bool is_off_the_path(const struct findings *findings, const char *kind)
{
    const struct critical_path_summary_rows path = critical_path_summary_rows(findings->tables);
    const struct critical_path_kinds_rows kinds = critical_path_kinds_rows(findings->tables);
    return path.rows && kinds.rows && texts_equal(path.of[0], "tasks") && path.path_tasks[0] > 1 &&
           !texts_equal(kinds.task[0], kind);
}

/* Tasks that hardly used a core wait, or sleep: their program gets no faster by another algorithm.
 * What keeps a GPU busy may use as little. */
static bool waits(const struct findings *findings, const char *kind, double least)
{
    double busy =
        finding_of_kind(findings, kind, "cpu_s") / finding_of_kind(findings, kind, "elapsed_s");
    return !number_is_missing(finding_of_kind(findings, kind, "cpu_efficiency")) && busy < least &&
           !finding_holds_gpus(findings, kind);
}

/* Of a run that took results of an earlier one the times of those are among the sums of kinds: what
 * took them is over. */
static bool has_cached(const struct findings *findings)
{
    const struct campaign_rows campaign = campaign_rows(findings->tables);
    return campaign.rows && campaign.cached[0] > 0;
}

/* What to do about the first of them that is no session, which lasts as long as its person works:
 * make it faster, with the share of all that it saves when it is twice as fast, or find out what it
 * waits for. Nothing, where another one bounds the run. */
static void say_advice(struct rule_finding *made, const struct kind_shares *shares, size_t count)
{
    const struct findings *findings = made->findings;
    size_t i = 0;
    while (i < count && finding_is_session(findings, shares->items[i].task))
        i++;
    made->advice_variant = "none";
    if (i == count || is_off_the_path(findings, shares->items[i].task) ||
        finding_reports_waits(findings) || has_cached(findings))
        return;
    const char *task = shares->items[i].task;
    bool is_waiting = waits(findings, task, rule_limit(made, "busy"));
    made->advice_variant = is_waiting ? "waits" : "faster";
    rule_text(made, made->advice_variant, finding_kind(findings, task));
    rule_number(made, "saved", shares->items[i].share / 2);
    rule_number(made, "efficiency", finding_of_kind(findings, task, "cpu_efficiency"));
}

static void add_cover(struct findings *findings)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    struct kind_shares shares = shares_of(findings);
    struct rule_finding made = rule_begin(findings, "tasks.dominant-kinds");
    double covered = 0, cover = rule_limit(&made, "share");
    size_t count = 0;
    while (count < shares.count && covered < cover && !isnan(shares.items[count].share))
        covered += shares.items[count++].share;
    if (!(covered >= cover) || (double)shares.count < rule_limit(&made, "fewest_kinds") ||
        may_enclose(&kinds) || (double)count > rule_limit(&made, "few") * (double)shares.count)
        return;
    say_first(&made, &shares, count);
    rule_number(&made, "time", !shares.by_cores);
    rule_number(&made, "cores", shares.by_cores);
    rule_number(&made, "succeeded", finding_some_did_not_succeed(findings));
    rule_number(&made, "count", (double)count);
    rule_number(&made, "kinds", (double)shares.count);
    rule_number(&made, "share", covered);
    made.variant = count == 1 ? "one task kind" : "several task kinds";
    say_advice(&made, &shares, count);
    made.level = RULE_NOTE;
    made.threshold = cover;
    rule_add(&made);
}

void findings_of_kinds(struct findings *findings)
{
    if (!tables_find(findings->tables, "tasks"))
        return;
    add_regrouped(findings);
    if (!add_ungrouped(findings))
        add_cover(findings);
}
