#include "analysis/tasks/attribute_levels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tasks/task_measures.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

enum { SLOTS = 512, TASKS_PER_LEVEL = 5 };

/* Of traces of Nextflow, which say no unit of them. */
static bool is_measured(const char *name)
{
    static const char *const counted[] = {"syscr", "syscw", "vol_ctxt", "inv_ctxt"};
    if (*name == '%')
        return true;
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++)
        if (strcmp(name, counted[i]) == 0)
            return true;
    return false;
}

bool attribute_column_counts(const struct records *records, int column)
{
    static const char *const others[] = {RECORD_TASK_NAME,    RECORD_ATTEMPT_ID,
                                         RECORD_NODE_LIST,    RECORD_CANCELLED_BY,
                                         RECORD_PROCESS_PEAK, RECORD_LIMITS_EXCEEDED,
                                         "eligible"};
    if (column == RECORD_STEP_COLUMN || column == RECORD_NODE_COLUMN ||
        column == RECORD_CORES_COLUMN)
        return records_has(records, column);
    if (column < RECORD_FIXED_COLUMNS || task_measure_unit(&records->columns[column]) ||
        is_measured(records->columns[column].name))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(records->columns[column].name, others[i]) == 0)
            return false;
    return records->columns[column].type != RECORD_ENDING && records_has(records, column);
}

/* ---- values to levels ---- */

/* Levels by key, numbered as they come. */
struct level_index {
    uint64_t keys[SLOTS];
    uint8_t numbers[SLOTS];
    bool used[SLOTS];
};

static bool key_at(const struct records_block *block, const struct attribute_levels *levels,
                   size_t row, uint64_t *key)
{
    if (levels->is_text) {
        *key = records_text_at(block, levels->column, row);
        return *key != 0;
    }
    double number = records_number_at(block, levels->column, row) + 0.0; /* -0 is 0 */
    memcpy(key, &number, sizeof number);
    return !isnan(number);
}

/* ATTRIBUTE_NO_LEVEL where there is no room for another one. */
static uint8_t level_of(struct attribute_levels *levels, struct level_index *index, uint64_t key)
{
    size_t slot = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 55);
    while (index->used[slot] && index->keys[slot] != key)
        slot = (slot + 1) % SLOTS;
    if (index->used[slot])
        return index->numbers[slot];
    if (levels->count++ == ATTRIBUTE_MOST_LEVELS)
        return ATTRIBUTE_NO_LEVEL;
    levels->keys[levels->count - 1] = key;
    index->used[slot] = true;
    index->keys[slot] = key;
    return index->numbers[slot] = (uint8_t)(levels->count - 1);
}

/* False where they are too many. */
static bool read_levels(struct attribute_levels *levels, const struct attribute_sample *sample)
{
    const struct records *records = sample->groups->records;
    struct level_index index = {.used = {false}};
    uint64_t key, latest = 0;
    uint8_t level = ATTRIBUTE_NO_LEVEL;
    for (size_t i = 0; i < sample->count; i++) {
        const struct sampled_task *task = &sample->tasks[i];
        levels->levels[task->place] = ATTRIBUTE_NO_LEVEL;
        if (!key_at(&records->blocks[task->block], levels, task->row, &key))
            continue;
        if (level == ATTRIBUTE_NO_LEVEL || key != latest)
            level = level_of(levels, &index, key);
        if (level == ATTRIBUTE_NO_LEVEL)
            return false;
        levels->levels[task->place] = level;
        latest = key;
        levels->known++;
    }
    return true;
}

/* ---- their order ---- */

struct ordered {
    double number;
    const char *text; /* NULL: by number */
    uint64_t key;
    uint8_t before;
};

static int compare_ordered(const void *left, const void *right)
{
    const struct ordered *l = left, *r = right;
    int order = numbers_order(l->number, r->number);
    return order || !l->text ? order : natural_compare(l->text, r->text);
}

static double number_of(uint64_t key)
{
    double number;
    memcpy(&number, &key, sizeof number);
    return number;
}

static bool are_numbers(const struct ordered *levels, size_t count)
{
    double number;
    for (size_t i = 0; i < count; i++)
        if (levels[i].text && !number_parse(levels[i].text, strlen(levels[i].text), &number))
            return false;
    return true;
}

/* Texts that are all numbers, as "1" to "8", come in their order; equal ones by their digits. */
static void order_levels(struct attribute_levels *levels, const struct attribute_sample *sample)
{
    struct ordered ordered[ATTRIBUTE_MOST_LEVELS];
    uint8_t after[ATTRIBUTE_NO_LEVEL + 1] = {[ATTRIBUTE_NO_LEVEL] = ATTRIBUTE_NO_LEVEL};
    for (size_t i = 0; i < levels->count; i++) {
        uint64_t key = levels->keys[i];
        const char *text =
            levels->is_text ? records_text(sample->groups->records, (uint32_t)key) : NULL;
        ordered[i] = (struct ordered){text ? 0 : number_of(key), text, key, (uint8_t)i};
    }
    levels->is_ordered = are_numbers(ordered, levels->count);
    for (size_t i = 0; levels->is_ordered && i < levels->count; i++)
        if (ordered[i].text)
            number_parse(ordered[i].text, strlen(ordered[i].text), &ordered[i].number);
    qsort(ordered, levels->count, sizeof ordered[0], compare_ordered);
    for (size_t i = 0; i < levels->count; i++) {
        after[ordered[i].before] = (uint8_t)i;
        levels->keys[i] = ordered[i].key;
    }
    for (size_t i = 0; i < sample->count; i++)
        levels->levels[i] = after[levels->levels[i]];
}

/* ---- all ---- */

static enum attribute_refusal refusal_of(const struct attribute_levels *levels)
{
    if (levels->count < 2)
        return ATTRIBUTE_CONSTANT;
    return levels->known < TASKS_PER_LEVEL * levels->count ? ATTRIBUTE_SPARSE : ATTRIBUTE_COMPARED;
}

void attribute_levels_make(struct attribute_levels *levels, const struct attribute_sample *sample,
                           int column)
{
    *levels = (struct attribute_levels){
        .column = column,
        .is_text = sample->groups->records->columns[column].type == RECORD_TEXT,
        .levels = memory_resize(NULL, sample->count + 1, 1),
    };
    bool fits = read_levels(levels, sample);
    levels->refusal = fits ? refusal_of(levels) : ATTRIBUTE_WIDE;
    if (levels->refusal == ATTRIBUTE_COMPARED)
        order_levels(levels, sample);
    else
        attribute_levels_release(levels);
}

void attribute_levels_release(struct attribute_levels *levels)
{
    free(levels->levels);
    levels->levels = NULL;
}

bool attribute_levels_same(const struct attribute_levels *left,
                           const struct attribute_levels *right, size_t tasks)
{
    uint8_t other[ATTRIBUTE_NO_LEVEL + 1];
    if (left->count != right->count || left->known != right->known)
        return false;
    memset(other, ATTRIBUTE_NO_LEVEL, sizeof other);
    for (size_t i = 0; i < tasks; i++) {
        uint8_t a = left->levels[i], b = right->levels[i];
        if ((a == ATTRIBUTE_NO_LEVEL) != (b == ATTRIBUTE_NO_LEVEL))
            return false;
        if (other[a] == ATTRIBUTE_NO_LEVEL)
            other[a] = b;
        if (other[a] != b)
            return false;
    }
    return true;
}

const char *attribute_level_text(const struct attribute_levels *levels,
                                 const struct records *records, size_t level, struct arena *arena)
{
    char text[NUMBER_TEXT_SIZE];
    if (levels->is_text)
        return arena_text(arena, records_text(records, (uint32_t)levels->keys[level]));
    number_format(number_of(levels->keys[level]), text);
    return arena_text(arena, text);
}
