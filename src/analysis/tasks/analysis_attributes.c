/* attributes, attribute_effects, attribute_groups: by which attributes CPU efficiency, run time and
 * peak memory of tasks differ within task kinds, and by how much.
 *
 * All comparisons of all attributes and quantities are one family: p values are corrected by Holm's
 * method (Scandinavian Journal of Statistics 6, 65, 1979), intervals by Bonferroni's (Dunn, Journal
 * of the American Statistical Association 56, 52, 1961), so that it is 95 % sure that all of them
 * hold, those of the largest effects among them. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/student_t.h"
#include "analysis/tasks/attribute_effects.h"
#include "analysis/tasks/attribute_groups.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/parallel.h"

enum {
    MOST_COLUMNS = 512,   /* looked at, the first ones */
    MOST_ATTRIBUTES = 64, /* compared, the first ones */
    MOST_LISTED = 24,     /* values of an attribute whose tasks are described */
};

static const double BY_CHANCE = 0.05; /* some comparison of all, where attributes mean nothing */

static const struct {
    const char *name, *unit;
} quantities[ATTRIBUTE_QUANTITIES] = {
    [ATTRIBUTE_EFFICIENCY] = {"cpu_efficiency", ""},
    [ATTRIBUTE_ELAPSED] = {"elapsed", "s"},
    [ATTRIBUTE_MEMORY] = {"memory", "B"},
};

struct attribute {
    struct attribute_levels levels;
    struct attribute_effect *effects; /* by quantity; NULL: not compared */
};

struct comparing {
    struct attribute_sample sample;
    struct attribute *attributes;
    size_t count;    /* of columns looked at */
    size_t columns;  /* that may be attributes */
    double *chances; /* of all comparisons, ascending */
    size_t compared; /* comparisons */
    double all_elapsed_s;
};

/* ---- comparing ---- */

static void make_levels(void *context, size_t index)
{
    struct comparing *comparing = context;
    struct attribute *attribute = &comparing->attributes[index];
    attribute_levels_make(&attribute->levels, &comparing->sample, attribute->levels.column);
}

static void make_effects(void *context, size_t index)
{
    struct comparing *comparing = context;
    struct attribute *attribute = &comparing->attributes[index];
    size_t tried = 0;
    if (attribute->levels.refusal != ATTRIBUTE_COMPARED)
        return;
    attribute->effects = memory_alloc_array(ATTRIBUTE_QUANTITIES, sizeof *attribute->effects);
    attribute_effects_make(attribute->effects, &attribute->levels, &comparing->sample);
    for (int q = 0; q < ATTRIBUTE_QUANTITIES; q++)
        tried += attribute->effects[q].count;
    if (!tried)
        attribute->levels.refusal = ATTRIBUTE_BY_KIND;
}

/* An attribute that puts the same tasks together as an earlier one explains nothing more. */
static void refuse_repeated(struct comparing *comparing)
{
    size_t compared = 0;
    for (size_t i = 0; i < comparing->count; i++) {
        struct attribute_levels *levels = &comparing->attributes[i].levels;
        for (size_t k = 0; k < i && levels->refusal == ATTRIBUTE_COMPARED; k++) {
            const struct attribute_levels *earlier = &comparing->attributes[k].levels;
            if (earlier->refusal != ATTRIBUTE_COMPARED ||
                !attribute_levels_same(earlier, levels, comparing->sample.count))
                continue;
            levels->refusal = ATTRIBUTE_REPEATED;
            levels->same_as = k;
        }
        if (levels->refusal == ATTRIBUTE_COMPARED && compared++ >= MOST_ATTRIBUTES)
            levels->refusal = ATTRIBUTE_BEYOND;
    }
}

static void find_columns(struct comparing *comparing, const struct records *records)
{
    comparing->attributes = memory_alloc_array(MOST_COLUMNS, sizeof *comparing->attributes);
    for (size_t i = 0; i < records->column_count; i++) {
        if (!attribute_column_counts(records, (int)i))
            continue;
        comparing->columns++;
        if (comparing->count < MOST_COLUMNS)
            comparing->attributes[comparing->count++].levels.column = (int)i;
    }
}

static void collect_chances(struct comparing *comparing)
{
    size_t room = comparing->count * ATTRIBUTE_QUANTITIES * ATTRIBUTE_MOST_CONTRASTS;
    comparing->chances = memory_alloc_array(room + 1, sizeof *comparing->chances);
    for (size_t i = 0; i < comparing->count; i++) {
        const struct attribute_effect *effects = comparing->attributes[i].effects;
        for (int q = 0; effects && q < ATTRIBUTE_QUANTITIES; q++)
            for (size_t k = 0; k < effects[q].count; k++)
                comparing->chances[comparing->compared++] = effects[q].tests[k].chance;
    }
    qsort(comparing->chances, comparing->compared, sizeof(double), number_compare);
}

/* Of one of the chances, given all of them: the largest of those up to it, each times the number of
 * comparisons that are left by then. */
static double corrected(const struct comparing *comparing, double chance)
{
    double largest = 0;
    for (size_t i = 0; i < comparing->compared && comparing->chances[i] <= chance; i++)
        largest = fmax(largest, comparing->chances[i] * (double)(comparing->compared - i));
    return fmin(largest, 1);
}

/* ---- rows ---- */

static const char *const refusal_words[ATTRIBUTE_REFUSALS] = {
    [ATTRIBUTE_CONSTANT] = "one value",
    [ATTRIBUTE_SPARSE] = "fewer than 5 tasks per value",
    [ATTRIBUTE_WIDE] = "more than 128 values",
    [ATTRIBUTE_BEYOND] = "64 others are compared",
    [ATTRIBUTE_BY_KIND] = "too few tasks of one kind with different values",
};

/* What a group of a contrast is called. */
struct contrast_names {
    const char *contrast, *first, *other;
};

static struct contrast_names names_of(const struct attribute_levels *levels,
                                      const struct records *records,
                                      struct attribute_contrast contrast, struct arena *arena)
{
    const char *column = records->columns[levels->column].name;
    bool are_two = levels->count == 2;
    size_t level = contrast.level + (are_two && contrast.is_cut);
    const char *value = attribute_level_text(levels, records, level, arena);
    const char *other = are_two ? attribute_level_text(levels, records, 1 - level, arena) : value;
    bool is_cut = contrast.is_cut && !are_two;
    struct contrast_names names = {.first = value, .other = other};
    if (is_cut) {
        names.first = arena_format(arena, "> %s", value);
        names.other = arena_format(arena, "≤ %s", value);
    } else if (!are_two)
        names.other = "other values";
    names.contrast = arena_format(arena, "%s %s%s", column, is_cut ? "" : "= ", names.first);
    return names;
}

/* Values that are compared with all others in some quantity. */
static double count_compared(const struct attribute *attribute)
{
    bool is_compared[ATTRIBUTE_MOST_LEVELS] = {false};
    bool are_two = attribute->levels.count == 2;
    double count = 0;
    for (int q = 0; q < ATTRIBUTE_QUANTITIES; q++)
        for (size_t i = 0; i < attribute->effects[q].count; i++) {
            struct attribute_contrast contrast = attribute->effects[q].contrasts[i];
            if (are_two)
                is_compared[0] = is_compared[1] = true;
            else if (!contrast.is_cut)
                is_compared[contrast.level] = true;
        }
    for (size_t i = 0; i < attribute->levels.count; i++)
        count += is_compared[i];
    return count;
}

static void put_attribute(const struct comparing *comparing, size_t index, struct tables *tables)
{
    const struct records *records = comparing->sample.groups->records;
    const struct attribute_levels *levels = &comparing->attributes[index].levels;
    struct attributes_row row = attributes_row_missing();
    row.attribute = records->columns[levels->column].name;
    row.compared = levels->refusal == ATTRIBUTE_COMPARED;
    row.reason = refusal_words[levels->refusal];
    if (levels->refusal == ATTRIBUTE_REPEATED)
        row.reason = arena_format(
            tables->arena, "same groups as %s",
            records->columns[comparing->attributes[levels->same_as].levels.column].name);
    if (levels->refusal != ATTRIBUTE_WIDE) {
        row.values = (double)levels->count;
        row.missing = (double)(comparing->sample.count - levels->known);
    }
    if (row.compared > 0)
        row.values_compared = count_compared(&comparing->attributes[index]);
    row.sampled = (double)comparing->sample.count;
    row.tasks = (double)comparing->sample.all;
    row.columns = (double)comparing->columns;
    attributes_row_put(tables_at(tables, TABLE_attributes), &row);
}

/* Those up to a cut and those above it, or a level and all others. */
static void split(const struct attribute_group *groups, size_t count,
                  struct attribute_contrast contrast, struct attribute_group sides[2])
{
    sides[0] = sides[1] = (struct attribute_group){0};
    for (size_t i = 0; i < count; i++)
        attribute_group_add(&sides[!attribute_contrast_has(contrast, i)], &groups[i]);
}

static double ratio_of(int quantity, double difference)
{
    return quantity == ATTRIBUTE_EFFICIENCY ? difference : expm1(difference);
}

static void set_difference(struct attribute_effects_row *row, const struct comparing *comparing,
                           const struct mean_difference *test, int quantity)
{
    double reach = 0;
    if (test->error > 0)
        reach =
            test->error * student_t_value(BY_CHANCE / (double)comparing->compared, test->freedom);
    row->first_value = attribute_measured(quantity, test->first_mean);
    row->other_value = attribute_measured(quantity, test->other_mean);
    row->difference = ratio_of(quantity, test->difference);
    row->low = ratio_of(quantity, test->difference - reach);
    row->high = ratio_of(quantity, test->difference + reach);
    row->chance = corrected(comparing, test->chance);
    row->beyond_chance = row->chance <= BY_CHANCE ? "yes" : "no";
    row->comparisons = (double)comparing->compared;
}

/* One attribute and quantity. */
struct compared {
    const struct comparing *comparing;
    const struct attribute *attribute;
    const struct attribute_effect *effect;
    int quantity;
    struct tables *tables;
};

static void put_group(struct tables *tables, const struct attribute_effects_row *effect,
                      const char *value, const struct attribute_group *group)
{
    struct attribute_groups_row row = attribute_groups_row_missing();
    if (!(group->tasks > 0))
        return;
    row.attribute = effect->attribute;
    row.quantity = effect->quantity;
    row.unit = effect->unit;
    row.value = value;
    row.tasks = group->tasks;
    row.mean = group->mean;
    row.std = attribute_group_deviation(group);
    if (group->allotted_s > 0 && !*effect->unit)
        row.overall = group->cpu_s / group->allotted_s;
    attribute_groups_row_put(tables_at(tables, TABLE_attribute_groups), &row);
}

/* The groups of an effect that is beyond chance: the two that are compared, and those of all
 * values, as far as these are few. */
static void put_groups(const struct compared *of, const struct attribute_group *groups,
                       const struct attribute_group sides[2],
                       const struct attribute_effects_row *effect)
{
    const struct attribute_levels *levels = &of->attribute->levels;
    const struct records *records = of->comparing->sample.groups->records;
    bool are_few = levels->count <= MOST_LISTED;
    if (!are_few || (levels->count > 2 && of->effect->contrasts[of->effect->best].is_cut))
        put_group(of->tables, effect, effect->first_group, &sides[0]);
    if (levels->count > 2)
        put_group(of->tables, effect, effect->other_group, &sides[1]);
    for (size_t i = 0; are_few && i < levels->count; i++)
        put_group(of->tables, effect, attribute_level_text(levels, records, i, of->tables->arena),
                  &groups[i]);
}

static struct attribute_effects_row row_of(const struct compared *of, size_t contrast)
{
    const struct records *records = of->comparing->sample.groups->records;
    const struct attribute_levels *levels = &of->attribute->levels;
    struct contrast_names names =
        names_of(levels, records, of->effect->contrasts[contrast], of->tables->arena);
    struct attribute_effects_row row = attribute_effects_row_missing();
    row.attribute = records->columns[levels->column].name;
    row.quantity = quantities[of->quantity].name;
    row.unit = quantities[of->quantity].unit;
    row.contrast = names.contrast;
    row.first_group = names.first;
    row.other_group = names.other;
    row.first_tasks = of->effect->counts[contrast][0];
    row.other_tasks = of->effect->counts[contrast][1];
    row.missing = (double)(of->comparing->sample.count - of->effect->known);
    row.strata = of->effect->strata[contrast];
    row.strongest = contrast == of->effect->best;
    row.explained = of->effect->explained;
    set_difference(&row, of->comparing, &of->effect->tests[contrast], of->quantity);
    return row;
}

static void put_row(const struct compared *of, size_t contrast,
                    const struct attribute_group *groups, struct attribute_effects_row *row)
{
    struct attribute_group sides[2];
    split(groups, of->attribute->levels.count, of->effect->contrasts[contrast], sides);
    row->first_share = sides[0].elapsed_s / of->comparing->all_elapsed_s;
    row->other_share = sides[1].elapsed_s / of->comparing->all_elapsed_s;
    attribute_effects_row_put(tables_at(of->tables, TABLE_attribute_effects), row);
    if (row->strongest > 0)
        put_groups(of, groups, sides, row);
}

/* The strongest contrast, and, if it is beyond chance, the single values that are, too. */
static void put_effect(const struct compared *of)
{
    const struct attribute_effect *effect = of->effect;
    struct attribute_group groups[ATTRIBUTE_MOST_LEVELS];
    if (!effect->count)
        return;
    struct attribute_effects_row row = row_of(of, effect->best);
    if (row.chance > BY_CHANCE) {
        attribute_effects_row_put(tables_at(of->tables, TABLE_attribute_effects), &row);
        return;
    }
    attribute_groups_make(groups, &of->attribute->levels, &of->comparing->sample, of->quantity);
    put_row(of, effect->best, groups, &row);
    for (size_t i = 0; of->attribute->levels.count <= MOST_LISTED && i < effect->count; i++) {
        if (i == effect->best || effect->contrasts[i].is_cut)
            continue;
        row = row_of(of, i);
        if (row.chance <= BY_CHANCE)
            put_row(of, i, groups, &row);
    }
}

/* ---- all ---- */

static double sum_of(const double *numbers, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += isnan(numbers[i]) ? 0 : numbers[i];
    return sum;
}

static void compare(struct comparing *comparing, int jobs)
{
    parallel_threads(jobs, comparing->count, make_levels, comparing);
    refuse_repeated(comparing);
    parallel_threads(jobs, comparing->count, make_effects, comparing);
    collect_chances(comparing);
    comparing->all_elapsed_s = sum_of(comparing->sample.elapsed_s, comparing->sample.count);
}

static void release(struct comparing *comparing)
{
    for (size_t i = 0; i < comparing->count; i++) {
        attribute_levels_release(&comparing->attributes[i].levels);
        free(comparing->attributes[i].effects);
    }
    attribute_sample_release(&comparing->sample);
    free(comparing->attributes);
    free(comparing->chances);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct comparing comparing = {.count = 0};
    if (!request->tasks)
        return;
    find_columns(&comparing, request->tasks->records);
    attribute_sample_make(&comparing.sample, request->tasks, request->jobs);
    compare(&comparing, request->jobs);
    for (size_t i = 0; i < comparing.count && comparing.sample.count; i++)
        put_attribute(&comparing, i, tables);
    for (int q = 0; q < ATTRIBUTE_QUANTITIES; q++)
        for (size_t i = 0; i < comparing.count; i++)
            if (comparing.attributes[i].effects)
                put_effect(&(struct compared){&comparing, &comparing.attributes[i],
                                              &comparing.attributes[i].effects[q], q, tables});
    release(&comparing);
}

const struct analysis analysis_attributes = {"attributes", run};
