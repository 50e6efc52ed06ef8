#include "analysis/tasks/outlier_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tasks/task_selection.h"
#include "util/memory.h"

/* ---- kinds that spread ---- */

struct spread {
    size_t kind, count;
    double iqr, low, high;
};

static struct spread *measure_spreads(const struct task_groups *groups)
{
    struct spread *spreads = memory_alloc_array(groups->kind_count + 1, sizeof *spreads);
    for (size_t kind = 0; kind < groups->kind_count; kind++) {
        const struct summary *memory = &groups->memory_of_kinds[kind];
        spreads[kind] = (struct spread){kind, memory->count, memory->p75 - memory->p25, memory->p05,
                                        memory->p95};
    }
    return spreads;
}

static int compare_spreads(const void *left, const void *right)
{
    const struct spread *l = left, *r = right;
    int order = (l->iqr < r->iqr) - (l->iqr > r->iqr);
    return order ? order : (l->kind > r->kind) - (l->kind < r->kind);
}

static size_t keep_wide(struct spread *spreads, size_t count, double threshold)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (spreads[i].iqr > threshold)
            spreads[kept++] = spreads[i];
    if (kept)
        qsort(spreads, kept, sizeof *spreads, compare_spreads);
    return kept < OUTLIER_KINDS ? kept : OUTLIER_KINDS;
}

/* ---- their records ---- */

static int compare_distances(const void *left, const void *right)
{
    const struct outlier_record *l = left, *r = right;
    int order = (l->distance < r->distance) - (l->distance > r->distance);
    return order ? order : (l->number > r->number) - (l->number < r->number);
}

static int compare_values(const void *left, const void *right)
{
    const struct outlier_record *l = left, *r = right;
    int order = (l->value > r->value) - (l->value < r->value);
    return order ? order : (l->number > r->number) - (l->number < r->number);
}

static void keep_farthest(struct outlier_kind *kind)
{
    qsort(kind->listed, kind->listed_count, sizeof *kind->listed, compare_distances);
    if (kind->listed_count > OUTLIERS_LISTED)
        kind->listed_count = OUTLIERS_LISTED;
}

/* Once a full list was cut to the farthest, what is nearer than all of these is left out. */
static void list_record(struct outlier_kind *kind, const struct outlier_record *record)
{
    kind->below += record->value < kind->low;
    kind->above += record->value > kind->high;
    if (record->distance < kind->least)
        return;
    kind->listed[kind->listed_count++] = *record;
    if (kind->listed_count == 2 * OUTLIERS_LISTED) {
        keep_farthest(kind);
        kind->least = kind->listed[OUTLIERS_LISTED - 1].distance;
    }
}

/* A share of the others that no period of the input follows. */
static void sample_record(struct outlier_kind *kind, const struct outlier_record *record)
{
    uint64_t hash = (uint64_t)(record->number + 1) * UINT64_C(0x9e3779b97f4a7c15);
    if (kind->other_count < OUTLIER_SAMPLE && (uint32_t)(hash >> 32) % kind->every == 0)
        kind->others[kind->other_count++] = *record;
}

static void look_at(struct outlier_kind *kind, struct outlier_record record)
{
    if (record.value < kind->low)
        record.distance = kind->low - record.value;
    else if (record.value > kind->high)
        record.distance = record.value - kind->high;
    if (record.distance > 0)
        list_record(kind, &record);
    else
        sample_record(kind, &record);
}

static void walk_block(const struct task_groups *groups, const struct records_block *block,
                       size_t first, const uint8_t *place_of, struct outlier_kind *kinds)
{
    const double *memory = records_numbers(block, RECORD_MEMORY_COLUMN);
    const uint32_t *group_of = groups->group_of + first;
    for (size_t row = 0; memory && row < block->rows; row++) {
        uint8_t place = place_of[group_of[row]];
        if (place && !isnan(memory[row]) && task_succeeded(groups, first + row))
            look_at(&kinds[place - 1],
                    (struct outlier_record){block, row, first + row, memory[row], 0});
    }
}

static void walk(const struct task_groups *groups, struct outlier_kind *kinds, size_t count)
{
    uint8_t *place_of = memory_alloc(groups->group_count + 1);
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        const struct task_kind *kind = &groups->kinds[kinds[i].kind];
        memset(place_of + kind->first, (int)i + 1, kind->count);
    }
    for (size_t i = 0; count && i < groups->records->block_count; i++) {
        walk_block(groups, &groups->records->blocks[i], first, place_of, kinds);
        first += groups->records->blocks[i].rows;
    }
    for (size_t i = 0; i < count; i++) {
        keep_farthest(&kinds[i]);
        qsort(kinds[i].listed, kinds[i].listed_count, sizeof *kinds[i].listed, compare_values);
    }
    free(place_of);
}

struct outlier_kind *outlier_search(const struct task_groups *groups, double threshold,
                                    size_t *count)
{
    struct spread *spreads = measure_spreads(groups);
    *count = keep_wide(spreads, groups->kind_count, threshold);
    struct outlier_kind *kinds = memory_alloc_array(*count + 1, sizeof *kinds);
    for (size_t i = 0; i < *count; i++) {
        kinds[i].kind = spreads[i].kind;
        kinds[i].count = spreads[i].count;
        kinds[i].every = (uint32_t)(spreads[i].count / (OUTLIER_SAMPLE * 3 / 4)) + 1;
        kinds[i].iqr = spreads[i].iqr;
        kinds[i].low = spreads[i].low;
        kinds[i].high = spreads[i].high;
    }
    free(spreads);
    walk(groups, kinds, *count);
    return kinds;
}
