/* summary_check: values of published summaries that the records do not give; summary_reasons: the
 * one reason that explains most of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/statistics/number_sort.h"
#include "analysis/statistics/statistic.h"
#include "analysis/statistics/statistic_present.h"
#include "analysis/tasks/summary_rules.h"
#include "analysis/tasks/task_rules.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/texts.h"

/* Quantiles of one quantity, which have one reason. */
enum family { FAMILY_MEMORY, FAMILY_RUN_TIME, FAMILY_WALL_TIME, FAMILIES, FAMILY_NONE = FAMILIES };
static const char *const family_names[FAMILIES] = {"mem_GB_p", "runtime_s_p", "walltime_s_p"};

struct evidence {
    size_t values, differing;
    size_t explained[SUMMARY_UNITS][SUMMARY_RULES]; /* of those that differ */
};

/* Sorted values of the group that was looked at last. */
struct sorted {
    double *values[FAMILIES];
    size_t count[FAMILIES];
    bool ready[FAMILIES];
};

struct check {
    const struct task_groups *groups;
    const struct published_summary *latest; /* whose group was looked up last */
    size_t group;                           /* group_count: there is none */
    struct sorted sorted;
    struct evidence evidence[FAMILIES + 1]; /* FAMILY_NONE: of counts and sums */
    struct table *table;
};

/* ---- what the records give ---- */

static void forget_group(struct check *check)
{
    for (size_t f = 0; f < FAMILIES; f++)
        free(check->sorted.values[f]);
    check->sorted = (struct sorted){0};
}

static void look_up(struct check *check, const struct published_summary *summary)
{
    if (check->latest && texts_equal(check->latest->step, summary->step) &&
        texts_equal(check->latest->task, summary->task))
        return;
    forget_group(check);
    check->latest = summary;
    check->group = task_groups_find(check->groups, summary->step, summary->task);
}

static enum family family_of(const char *quantity)
{
    size_t f = 0;
    while (f < FAMILIES && strncmp(quantity, family_names[f], strlen(family_names[f])) != 0)
        f++;
    return (enum family)f;
}

struct values {
    const double *items;
    size_t count; /* missing ones among them */
};

/* Of the group that was looked up. */
static struct values values_of(const struct check *check, enum family family)
{
    const struct task_groups *groups = check->groups;
    const double *column = family == FAMILY_MEMORY     ? groups->memory
                           : family == FAMILY_RUN_TIME ? groups->run_time
                                                       : groups->elapsed;
    struct task_places places = task_places_of_group(groups, check->group);
    return column ? (struct values){column + places.first, places.count} : (struct values){NULL, 0};
}

static void sort_group(struct check *check, enum family family)
{
    if (check->sorted.ready[family])
        return;
    struct values values = values_of(check, family);
    double *sorted = memory_resize(NULL, values.count + 1, sizeof *sorted);
    size_t count = present_copy(values.items, values.count, sorted);
    number_sort(sorted, count, 1);
    check->sorted.values[family] = sorted;
    check->sorted.count[family] = count;
    check->sorted.ready[family] = true;
}

/* "mem_GB_p068" → 0.68; NaN when there is no number. */
static double share_of(const char *quantity, enum family family)
{
    const char *digits = quantity + strlen(family_names[family]);
    double percent;
    if (!number_parse(digits, strlen(digits), &percent) || !(percent >= 0 && percent <= 100))
        return NUMBER_MISSING;
    return percent / 100;
}

static double in_unit_of(enum family family, double value)
{
    return family == FAMILY_MEMORY ? value / TASK_SUMMARY_GB : value;
}

/* By our rule. */
static double quantile_of(struct check *check, const char *quantity, enum family family)
{
    double p = share_of(quantity, family), quantile;
    if (check->group == check->groups->group_count || isnan(p))
        return NUMBER_MISSING;
    struct values values = values_of(check, family);
    double *scratch = memory_resize(NULL, values.count + 1, sizeof *scratch);
    statistic_quantiles_of(values.items, values.count, scratch, &p, 1, &quantile);
    free(scratch);
    return in_unit_of(family, quantile);
}

static double quantile_by(struct check *check, const char *quantity, enum family family,
                          enum summary_rule rule)
{
    double p = share_of(quantity, family);
    if (check->group == check->groups->group_count || isnan(p))
        return NUMBER_MISSING;
    sort_group(check, family);
    return in_unit_of(family, summary_quantile(check->sorted.values[family],
                                               check->sorted.count[family], p, rule));
}

static double sum_of_run_time(const struct check *check)
{
    struct values values = values_of(check, FAMILY_RUN_TIME);
    double sum = 0;
    for (size_t i = 0; i < values.count; i++)
        sum += isnan(values.items[i]) ? 0 : values.items[i];
    return sum;
}

static double compute(struct check *check, const char *quantity)
{
    enum family family = family_of(quantity);
    if (family != FAMILY_NONE)
        return quantile_of(check, quantity, family);
    if (check->group == check->groups->group_count)
        return NUMBER_MISSING;
    if (strcmp(quantity, "quanta") == 0)
        return (double)check->groups->groups[check->group].totals.tasks[OUTCOME_SUCCEEDED];
    return sum_of_run_time(check) / TASK_HOUR_S;
}

/* ---- reasons ---- */

static int unit_count(enum family family)
{
    return family == FAMILY_MEMORY ? SUMMARY_UNITS : 1;
}

static void try_units(struct check *check, enum family family, enum summary_rule rule,
                      double published, double computed)
{
    for (int unit = 0; unit < unit_count(family); unit++) {
        double value = unit == SUMMARY_DECIMAL ? computed * (TASK_SUMMARY_GB / TASK_GB) : computed;
        check->evidence[family].explained[unit][rule] += summary_agrees(published, value);
    }
}

static void put_difference(struct table *table, const struct published_summary *summary,
                           double computed)
{
    struct summary_check_row row = summary_check_row_missing();
    row.step = summary->step;
    row.task = summary->task;
    row.quantity = summary->quantity;
    row.published = summary->value;
    row.computed = computed;
    row.difference = summary->value - computed;
    summary_check_row_put(table, &row);
}

static void check_value(struct check *check, const struct published_summary *summary)
{
    look_up(check, summary);
    enum family family = family_of(summary->quantity);
    double computed = compute(check, summary->quantity);
    bool agrees = summary_agrees(summary->value, computed);
    if (!agrees)
        put_difference(check->table, summary, computed);
    check->evidence[family].values++;
    check->evidence[family].differing += !agrees;
    if (!agrees && family != FAMILY_NONE)
        try_units(check, family, SUMMARY_LINEAR, summary->value, computed);
}

static bool is_explained(const struct evidence *evidence)
{
    for (int unit = 0; unit < SUMMARY_UNITS; unit++)
        if (evidence->explained[unit][SUMMARY_LINEAR] == evidence->differing)
            return true;
    return false;
}

/* Other rules need the group's values sorted: only when the unit alone is no reason. */
static void try_rules(struct check *check, const struct published_summary *summary)
{
    enum family family = family_of(summary->quantity);
    if (family == FAMILY_NONE || is_explained(&check->evidence[family]))
        return;
    look_up(check, summary);
    if (summary_agrees(summary->value, compute(check, summary->quantity)))
        return;
    for (int rule = SUMMARY_LINEAR + 1; rule < SUMMARY_RULES; rule++)
        try_units(check, family, (enum summary_rule)rule, summary->value,
                  quantile_by(check, summary->quantity, family, (enum summary_rule)rule));
}

/* Of reasons that explain as much the simpler one, which comes first. */
static void put_reason(struct table *table, const char *name, const struct evidence *evidence)
{
    const char *reason = NULL;
    size_t most = 0;
    for (int unit = 0; unit < SUMMARY_UNITS; unit++)
        for (int rule = 0; rule < SUMMARY_RULES; rule++)
            if (evidence->explained[unit][rule] > most) {
                most = evidence->explained[unit][rule];
                reason = summary_reason((enum summary_unit)unit, (enum summary_rule)rule);
            }
    struct summary_reasons_row row = summary_reasons_row_missing();
    row.quantities = name;
    row.reason = reason;
    row.values = (double)evidence->values;
    row.differing = (double)evidence->differing;
    row.explained = (double)most;
    summary_reasons_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    if (!groups || !groups->records->summary_count || !groups->records->rows)
        return;
    struct check check = {.groups = groups, .table = tables_get(tables, "summary_check")};
    for (size_t i = 0; i < groups->records->summary_count; i++)
        check_value(&check, &groups->records->summaries[i]);
    for (size_t i = 0; i < groups->records->summary_count; i++)
        try_rules(&check, &groups->records->summaries[i]);
    for (size_t f = 0; f <= FAMILIES; f++)
        if (check.evidence[f].differing)
            put_reason(tables_get(tables, "summary_reasons"),
                       f < FAMILIES ? family_names[f] : "counts and sums", &check.evidence[f]);
    forget_group(&check);
}

const struct analysis analysis_summary_check = {"summary_check", run};
