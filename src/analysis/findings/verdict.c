#include "analysis/findings/verdict.h"

#include <math.h>
#include <string.h>

#include "table/resource_names.h"
#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/list.h"
#include "util/number.h"
#include "util/texts.h"

static const char rule[] = "job.bound";

double bound_limit(const struct findings *findings, const char *name)
{
    return finding_limit(findings, rule, name);
}

static const struct source {
    void (*measure)(struct findings *findings, struct bound *bound);
    const char *finding;         /* beside a measure, or the one that gives the share */
    const char *name, *measured; /* of that */
    double needed;
    int turn;
} sources[] = {
#define BOUND(measure, turn, beside) {bound_by_##measure, beside, NULL, NULL, NUMBER_MISSING, turn},
#define BOUND_FOUND(finding, turn, name, measure, needed)                                          \
    {NULL, finding, name, measure, needed, turn},
#include "analysis/findings/bounds.def"
};

enum { SOURCES = sizeof sources / sizeof sources[0] };

struct bounds {
    struct bound items[SOURCES];
    int turns[SOURCES];
    size_t count;
};

/* ---- what may have bound the run ---- */

static const struct finding *reported(const struct findings *findings, const char *id)
{
    for (size_t i = 0; i < findings->count; i++)
        if (texts_equal(findings->items[i].id, id))
            return &findings->items[i];
    return NULL;
}

static void take_finding(const struct source *source, struct bound *bound)
{
    const struct finding *finding = bound->beside;
    if (!finding)
        return;
    bound->name = source->name;
    bound->measure = source->measured;
    bound->share = finding->value;
    bound->needed = source->needed;
    bound->made.variant = "found";
    rule_text(&bound->made, "bound", source->name);
    rule_text(&bound->made, "what", finding->text);
}

static void find_bounds(struct findings *findings, struct bounds *bounds)
{
    for (size_t i = 0; i < SOURCES; i++) {
        struct bound *bound = &bounds->items[bounds->count];
        *bound = (struct bound){.share = NUMBER_MISSING,
                                .needed = bound_limit(findings, "note"),
                                .use = NUMBER_MISSING,
                                .counted = NUMBER_MISSING,
                                .missing = NUMBER_MISSING,
                                .beside = reported(findings, sources[i].finding),
                                .made = rule_begin(findings, rule)};
        if (sources[i].measure)
            sources[i].measure(findings, bound);
        else
            take_finding(&sources[i], bound);
        if (bound->name)
            bounds->turns[bounds->count++] = sources[i].turn;
    }
}

static bool held(const struct bound *bound)
{
    return bound->share >= bound->needed;
}

/* The first of the lowest turn that held with the largest share; the count of bounds: none. */
static size_t find_first(const struct bounds *bounds)
{
    size_t first = bounds->count;
    for (size_t i = 0; i < bounds->count; i++) {
        if (!held(&bounds->items[i]))
            continue;
        bool is_before = first == bounds->count || bounds->turns[i] < bounds->turns[first] ||
                         (bounds->turns[i] == bounds->turns[first] &&
                          bounds->items[i].share > bounds->items[first].share);
        first = is_before ? i : first;
    }
    return first;
}

/* ---- in words ---- */

/* What would have to be known; NULL: all is. */
static const char *unmeasured(const struct findings *findings, const struct bounds *bounds)
{
    const char *names[SOURCES];
    size_t count = 0;
    for (size_t i = 0; i < bounds->count; i++)
        if (isnan(bounds->items[i].share) && bounds->items[i].unknown)
            names[count++] = bounds->items[i].unknown;
    return count ? finding_list(findings, names, count) : NULL;
}

static const struct bound *find_bound(const struct bounds *bounds, const char *name, bool of_tasks)
{
    for (size_t i = 0; i < bounds->count; i++)
        if (texts_equal(bounds->items[i].name, name) && bounds->items[i].is_of_tasks == of_tasks)
            return &bounds->items[i];
    return NULL;
}

/* Its mean use; NaN: not known. */
static double use_of(const struct bound *bound)
{
    return bound ? bound->use : NUMBER_MISSING;
}

static bool any_measured(const struct bounds *bounds)
{
    for (size_t i = 0; i < bounds->count; i++)
        if (!isnan(bounds->items[i].share))
            return true;
    return false;
}

/* Of nodes that others shared, or of inputs that do not belong together, nothing is judged. */
static const char *why_unknown(const struct findings *findings, const struct bounds *bounds)
{
    if (finding_times_are_apart(findings))
        return "apart";
    if (shared_nodes_have_cpus(findings->tables) || shared_nodes_have_gpus(findings->tables))
        return "shared";
    const struct bound *tasks = find_bound(bounds, RESOURCE_PROCESSORS, true);
    if (tasks && tasks->are_most_lost)
        return "most lost";
    return any_measured(bounds) ? "none held" : "nothing measured";
}

/* What is said of tasks, and the time outside breaks, is in the words of their own bound. */
static struct rule_finding begin_unknown(struct findings *findings, const struct bounds *bounds)
{
    const struct bound *tasks = find_bound(bounds, RESOURCE_PROCESSORS, true);
    struct rule_finding made = tasks ? tasks->made : rule_begin(findings, rule);
    made.variant = why_unknown(findings, bounds);
    rule_number(&made, "share", 0);
    rule_number(&made, "busy", use_of(find_bound(bounds, RESOURCE_PROCESSORS, false)));
    rule_number(&made, "busy_of_tasks", use_of(tasks));
    rule_number(&made, "gpu_use", use_of(find_bound(bounds, RESOURCE_GPUS, false)));
    rule_number(&made, "gpu_use_of_tasks", use_of(find_bound(bounds, RESOURCE_GPUS, true)));
    rule_text(&made, "unmeasured", unmeasured(findings, bounds));
    return made;
}

static void put_verdict(struct findings *findings, const struct bounds *bounds, size_t first,
                        struct tables *tables)
{
    bool is_known = first < bounds->count;
    struct rule_finding made =
        is_known ? bounds->items[first].made : begin_unknown(findings, bounds);
    struct verdict_row row = verdict_row_missing();
    if (is_known) {
        row.share = bounds->items[first].share;
        row.needed = bounds->items[first].needed;
        rule_number(&made, "share", row.share);
    }
    made.level = RULE_NOTE;
    if (!rule_finish(&made))
        return;
    row.bound = is_known ? bounds->items[first].name : "not known";
    row.verdict = made.finding.text;
    verdict_row_put(tables_get(tables, "verdict"), &row);
}

static void put_bound(const struct bound *bound, struct tables *tables)
{
    struct bounds_row row = bounds_row_missing();
    row.bound = bound->name;
    row.measure = bound->measure;
    row.share = bound->share;
    row.needed = bound->needed;
    row.use_mean = bound->use;
    row.counted = bound->counted;
    row.missing = bound->missing;
    row.held = isnan(bound->share) ? NUMBER_MISSING : held(bound);
    bounds_row_put(tables_get(tables, "bounds"), &row);
}

static bool has_anything(const struct tables *tables)
{
    return job_metrics_rows(tables).rows || campaign_rows(tables).rows || trace_rows(tables).rows ||
           device_metrics_rows(tables).rows || task_quantiles_rows(tables).rows ||
           concurrency_rows(tables).rows;
}

void verdict_put(struct findings *findings, struct tables *tables)
{
    struct bounds *bounds = arena_alloc(findings->arena, sizeof *bounds);
    bounds->count = 0;
    if (!has_anything(tables) || rules_find(findings->request->rules, rule)->is_off)
        return;
    if (!finding_times_are_apart(findings))
        find_bounds(findings, bounds);
    size_t first = find_first(bounds);
    put_verdict(findings, bounds, first, tables);
    if (first < bounds->count)
        put_bound(&bounds->items[first], tables);
    for (size_t i = 0; i < bounds->count; i++)
        if (i != first)
            put_bound(&bounds->items[i], tables);
}
