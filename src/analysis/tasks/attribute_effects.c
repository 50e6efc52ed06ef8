#include "analysis/tasks/attribute_effects.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

/* What is compared of one attribute and quantity, over all strata. */
struct comparison {
    const struct attribute_levels *levels;
    const double *values; /* by place */
    struct stratified_difference differences[ATTRIBUTE_MOST_CONTRASTS];
    struct attribute_contrast contrasts[ATTRIBUTE_MOST_CONTRASTS];
    size_t count;
    double explained, known; /* Σ n ω², Σ n over strata */
};

/* Of two values either is all that the other is not. */
static void list_contrasts(struct comparison *comparison)
{
    const struct attribute_levels *levels = comparison->levels;
    bool has_cuts = levels->is_ordered && levels->count <= ATTRIBUTE_MOST_CUTS + 1;
    for (size_t i = 0; has_cuts && i + 1 < levels->count; i++)
        comparison->contrasts[comparison->count++] = (struct attribute_contrast){i, true};
    if (levels->count == 2) {
        if (!has_cuts)
            comparison->contrasts[comparison->count++] = (struct attribute_contrast){0, false};
        return;
    }
    for (size_t i = 0; i < levels->count; i++)
        comparison->contrasts[comparison->count++] = (struct attribute_contrast){i, false};
}

static void add_to(struct value_sums *sums, const struct value_sums *more, double sign)
{
    sums->count += sign * more->count;
    sums->sum += sign * more->sum;
    sums->squares += sign * more->squares;
}

/* ω² of the levels in a stratum: (between − df × error) ÷ (all + error), which is below 0 as often
 * as above it where levels mean nothing. */
static void add_variances(struct comparison *comparison, const struct value_sums *cells,
                          const struct value_sums *total)
{
    double all = total->squares - total->sum * total->sum / total->count;
    double between = -total->sum * total->sum / total->count, used = 0;
    for (size_t i = 0; i < comparison->levels->count; i++) {
        if (!(cells[i].count > 0))
            continue;
        used++;
        between += cells[i].sum * cells[i].sum / cells[i].count;
    }
    double error = fmax(all - between, 0) / (total->count - used);
    if (used < 2 || !(total->count > used) || !(all > 0))
        return;
    comparison->explained += total->count * (between - (used - 1) * error) / (all + error);
    comparison->known += total->count;
}

static void compare_levels(struct comparison *comparison, const struct value_sums *cells,
                           const struct value_sums *total, double offset)
{
    struct value_sums up_to = {0};
    for (size_t i = 0; i < comparison->count; i++) {
        struct attribute_contrast contrast = comparison->contrasts[i];
        struct value_sums first = contrast.is_cut ? *total : cells[contrast.level];
        struct value_sums other = contrast.is_cut ? up_to : *total;
        if (contrast.is_cut) {
            add_to(&up_to, &cells[contrast.level], 1);
            other = up_to;
        }
        if (contrast.is_cut)
            add_to(&first, &other, -1);
        else
            add_to(&other, &first, -1);
        stratified_difference_add(&comparison->differences[i], first, other, offset,
                                  ATTRIBUTE_LEAST_STRATUM);
    }
}

static void add_stratum(struct comparison *comparison, size_t from, size_t to, double offset)
{
    struct value_sums cells[ATTRIBUTE_MOST_LEVELS] = {{0}}, total = {0};
    if (to - from < 2 * ATTRIBUTE_LEAST_STRATUM)
        return;
    for (size_t i = from; i < to; i++) {
        size_t level = comparison->levels->levels[i];
        double value = comparison->values[i];
        if (level == ATTRIBUTE_NO_LEVEL || isnan(value))
            continue;
        cells[level].count++;
        cells[level].sum += value;
        cells[level].squares += value * value;
    }
    for (size_t i = 0; i < comparison->levels->count; i++)
        add_to(&total, &cells[i], 1);
    if (total.count < 2 * ATTRIBUTE_LEAST_STRATUM)
        return;
    add_variances(comparison, cells, &total);
    compare_levels(comparison, cells, &total, offset);
}

static void add_strata(struct comparison *comparison, const struct attribute_sample *sample,
                       const double *offsets)
{
    const struct task_groups *groups = sample->groups;
    bool by_kind = comparison->levels->column == RECORD_STEP_COLUMN;
    for (size_t k = 0; k < groups->kind_count; k++) {
        size_t first = groups->kinds[k].first, end = first + groups->kinds[k].count;
        for (size_t g = first; g < end; g = by_kind ? end : g + 1)
            add_stratum(comparison, sample->first[g], sample->first[by_kind ? end : g + 1],
                        offsets[k]);
    }
}

/* Of p values too small for a number the larger difference counts. */
static bool is_better(const struct mean_difference *one, const struct mean_difference *other)
{
    double t = fabs(one->difference) / one->error, best = fabs(other->difference) / other->error;
    if (one->chance != other->chance)
        return one->chance < other->chance;
    return t != best ? t > best : fabs(one->difference) > fabs(other->difference);
}

static void keep(struct attribute_effect *effect, const struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        const struct stratified_difference *difference = &comparison->differences[i];
        size_t at = effect->count;
        if (difference->first_count < ATTRIBUTE_LEAST_GROUP ||
            difference->other_count < ATTRIBUTE_LEAST_GROUP)
            continue;
        effect->tests[at] = stratified_difference_of(difference);
        effect->contrasts[at] = comparison->contrasts[i];
        effect->counts[at][0] = difference->first_count;
        effect->counts[at][1] = difference->other_count;
        effect->strata[at] = (double)difference->strata;
        if (effect->count++ && is_better(&effect->tests[at], &effect->tests[effect->best]))
            effect->best = at;
    }
    effect->explained =
        comparison->known > 0 ? fmax(comparison->explained / comparison->known, 0) : (double)NAN;
}

static size_t count_known(const struct attribute_levels *levels, const double *values, size_t count)
{
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        known += levels->levels[i] != ATTRIBUTE_NO_LEVEL && !isnan(values[i]);
    return known;
}

void attribute_effects_make(struct attribute_effect *effects, const struct attribute_levels *levels,
                            const struct attribute_sample *sample)
{
    struct comparison *comparison = memory_alloc(sizeof *comparison);
    for (int q = 0; q < ATTRIBUTE_QUANTITIES; q++) {
        effects[q].count = 0;
        effects[q].best = 0;
        if (!sample->values[q])
            continue;
        *comparison = (struct comparison){.levels = levels, .values = sample->values[q]};
        list_contrasts(comparison);
        add_strata(comparison, sample, sample->offsets[q]);
        effects[q].known = count_known(levels, sample->values[q], sample->count);
        keep(&effects[q], comparison);
    }
    free(comparison);
}
