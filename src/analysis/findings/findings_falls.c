/* Stretches of the run in which the load of all nodes was far below what it was otherwise, and
 * traffic or file I/O rose in its place or not. */
#include <math.h>
#include <string.h>

#include "analysis/findings/blocked.h"
#include "analysis/findings/collapse.h"
#include "analysis/findings/drop_groups.h"
#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"

static const char rule[] = "nodes.load-fell";

enum { MOST_FELL = 2 };

static const double REPORTED = 0.5; /* of a stretch, by another finding */
static const double AT_EDGE = 0.02; /* of the run */

enum run_part { AT_START, AMID, AT_END };

/* What is said of a group, and how bad it is. */
struct low_load {
    const struct drop_group *group;
    double load, otherwise;
    double nodes;        /* with samples in all of it */
    double lost;         /* of what the run would have done */
    enum run_part place; /* of the longest */
    const char *fell;    /* rates that fell in all of it, as fell_too has them */
    bool is_collapse;    /* to the end, to next to nothing */
    const char *blocked; /* what is known of processes blocked meanwhile; NULL: nothing */
};

/* Whether idle or serial phases, most nodes beside a few, waits for I/O, swapping, a hang, or idle
 * GPUs are reported for it. */
static bool is_reported(const struct findings *findings, const struct load_drops_rows *drops,
                        size_t row)
{
    static const char *const others[] = {"phases", "serial_phases", "stalls", "gpu_hangs"};
    double start = drops->start[row], end = drops->end[row];
    double least_s = REPORTED * drops->duration_s[row];
    if (collapse_is(findings, drops, row))
        return collapse_is_idle(findings, drops, row);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (finding_phases_within(tables_find(findings->tables, others[i]), start, end) >= least_s)
            return true;
    return (finding_reports_few_at_work(findings) &&
            finding_phases_within(tables_find(findings->tables, "few_at_work"), start, end) >=
                least_s) ||
           finding_waiting_within(findings, start, end) >= least_s ||
           finding_swapping_within(findings, start, end) >= least_s ||
           finding_gpu_rests_within(findings, start, end) >= least_s;
}

static enum run_part part_of(const struct findings *findings, double start, double end)
{
    double near_s = AT_EDGE * (findings->time.end - findings->time.start);
    return end >= findings->time.end - near_s       ? AT_END
           : start <= findings->time.start + near_s ? AT_START
                                                    : AMID;
}

static bool has_name(const struct findings *findings, const char *names, const char *name)
{
    const char *all = arena_format(findings->arena, METRICS_BETWEEN "%s" METRICS_BETWEEN, names);
    return strstr(all, arena_format(findings->arena, METRICS_BETWEEN "%s" METRICS_BETWEEN, name));
}

/* Rates that fell in all of it. */
static const char *fell_in(const struct findings *findings, const struct drop_group *group)
{
    const char *left = finding_names(group->drops, "fell_too", group->rows[0]), *fell = "", *name;
    while ((name = finding_next_name(findings, &left))) {
        size_t rows = 0;
        for (size_t i = 0; i < group->count; i++)
            rows +=
                has_name(findings, finding_names(group->drops, "fell_too", group->rows[i]), name);
        if (rows == group->count)
            fell =
                arena_format(findings->arena, "%s%s%s", fell, *fell ? METRICS_BETWEEN : "", name);
    }
    return fell;
}

static bool is_one_at(const struct low_load *low, enum run_part place)
{
    return low->group->count == 1 && low->place == place;
}

static struct low_load low_load_of(const struct findings *findings, const struct drop_group *group)
{
    const struct load_drops_rows drops = load_drops_rows_in(group->drops);
    struct low_load low = {
        .group = group,
        .load = drop_group_mean(group, "load", "samples"),
        .otherwise = drops.load_otherwise[group->longest],
        .nodes = drops.nodes[group->longest],
        .place = part_of(findings, drops.start[group->longest], drops.end[group->longest]),
        .fell = fell_in(findings, group),
    };
    for (size_t i = 0; i < group->count; i++)
        low.nodes = fmin(low.nodes, drops.nodes[group->rows[i]]);
    low.is_collapse = is_one_at(&low, AT_END) && collapse_is(findings, &drops, group->longest);
    if (is_one_at(&low, AT_END))
        low.blocked =
            blocked_text(findings, drops.start[group->longest], drops.end[group->longest]);
    low.lost = group->total_s / (findings->time.end - findings->time.start) *
               (1 - low.load / low.otherwise);
    return low;
}

/* "from 10:03 to the end (20 min, 15 % of the run)" */
static const char *when_text(const struct findings *findings, const struct low_load *low)
{
    const struct drop_group *group = low->group;
    if (!is_one_at(low, AT_END))
        return drop_group_intervals(findings, group);
    return arena_format(
        findings->arena, "from %s to the end (%s, %s of the run)",
        finding_moment(findings, table_numbers(group->drops, "start")[group->longest]),
        finding_quantity(findings, group->total_s, "s"),
        finding_percent(findings, group->total_s / (findings->time.end - findings->time.start)));
}

/* "Network output and memory bandwidth"; "Network output, network input and 2 more rates" */
static const char *fell_text(const struct findings *findings, const char *names)
{
    const char *labels[MOST_FELL + 1], *name;
    size_t count = 0, more = 0;
    while ((name = finding_next_name(findings, &names))) {
        if (count < MOST_FELL)
            labels[count++] = finding_label(findings, name);
        else
            more++;
    }
    if (more)
        labels[count++] = finding_count(findings, (double)more, "more rate", "more rates");
    return finding_capital(findings, finding_list(findings, labels, count));
}

/* What to do, by what rose or what is known of it. */
static const char *advice_of(const struct low_load *low)
{
    const struct drop_group *group = low->group;
    bool is_start = is_one_at(low, AT_START), has_risen = *group->rose;
    if (low->blocked)
        return "blocked";
    if (has_risen && table_numbers(group->drops, "of_files")[group->longest] > 0)
        return is_start ? "files at first" : "files";
    if (is_start)
        return "at first";
    if (has_risen)
        return "network";
    return is_one_at(low, AT_END) ? "to the end" : "amid";
}

/* finding_load without its unit where that follows: "5.77 instead of 26.9 cores". */
static const char *load_text(const struct findings *findings, const char *metric, double load)
{
    return strcmp(metric, "cpu_percent") == 0 ? finding_quantity(findings, load / 100, "")
                                              : finding_load(findings, metric, load);
}

static void give_low_load(struct rule_finding *made, const struct low_load *low, const char *metric)
{
    const struct findings *findings = made->findings;
    double all = finding_number(findings, metric, "nodes");
    rule_text(made, "metric", metric);
    rule_text(made, "when", when_text(findings, low));
    rule_text(made, "label", finding_label(findings, metric));
    rule_text(made, "load", load_text(findings, metric, low->load));
    rule_text(made, "rest", finding_load(findings, metric, low->otherwise));
    rule_text(made, "fell", fell_text(findings, low->fell));
    rule_text(made, "blocked", low->blocked);
    if (*low->group->rose)
        rule_text(made, "rise", finding_capital(findings, drop_group_rise(findings, low->group)));
    if (low->nodes < all) {
        rule_number(made, "nodes", low->nodes);
        rule_number(made, "of", all);
    }
    rule_number(made, "several", low->nodes > 1);
    rule_number(made, "nothing", low->is_collapse && !low->blocked);
    rule_number(made, "lost", low->lost);
    made->advice_variant = advice_of(low);
}

static void add_low_load(struct findings *findings, const struct low_load *low)
{
    struct rule_finding made = rule_begin(findings, rule);
    const char *metric = table_texts(low->group->drops, "metric")[low->group->longest];
    bool has_risen = *low->group->rose;
    bool is_deep = low->load <= rule_limit(&made, "little_load") * low->otherwise;
    bool is_no_work = is_deep || *low->fell;
    bool are_many = (double)low->group->count >= rule_limit(&made, "many");
    double least = rule_limit(&made, has_risen || are_many ? "lost_of_many"
                                     : is_deep             ? "lost_of_deep"
                                                           : "lost");
    bool is_warning = is_no_work && low->lost >= least;
    bool is_bad = is_warning && low->is_collapse && low->lost >= rule_limit(&made, "lost_at_end");
    give_low_load(&made, low, metric);
    made.level = is_bad ? RULE_BAD : is_warning ? RULE_WARN : RULE_NOTE;
    if (is_warning)
        made.threshold = is_bad ? rule_limit(&made, "lost_at_end") : least;
    made.finding.explains_low_load = is_no_work && low->lost >= rule_limit(&made, "lost_of_deep");
    made.finding.clue = is_warning && !has_risen && is_one_at(low, AT_END) ? FINDING_CLUE_HANG : 0;
    made.finding.clue_about = "the fall of the CPU load";
    rule_add_little_use(&made, NULL);
}

/* What a run loses to file I/O or traffic it may lose to several of these: the first is judged by
 * what is lost to all. */
static void judge_together(struct low_load *lows, size_t count)
{
    struct low_load *first = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!*lows[i].group->rose)
            continue;
        if (first)
            first->lost += lows[i].lost;
        else
            first = &lows[i];
    }
}

void findings_of_falls(struct findings *findings)
{
    const struct load_drops_rows drops = load_drops_rows(findings->tables);
    struct drop_group *groups;
    if (!drops.rows)
        return;
    bool *counts = arena_alloc_array(findings->arena, drops.rows, sizeof *counts);
    for (size_t row = 0; row < drops.rows; row++)
        counts[row] = !is_reported(findings, &drops, row);
    size_t count = drop_groups_find(findings, drops.table, counts, &groups);
    struct low_load *lows = arena_alloc_array(findings->arena, count + 1, sizeof *lows);
    for (size_t i = 0; i < count; i++)
        lows[i] = low_load_of(findings, &groups[i]);
    judge_together(lows, count);
    for (size_t i = 0; i < count && i < DROP_GROUPS_REPORTED; i++)
        add_low_load(findings, &lows[i]);
}
