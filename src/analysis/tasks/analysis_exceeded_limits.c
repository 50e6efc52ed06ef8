/* exceeded_limits: which limits attempts exceeded, where their source names them, and which of them
 * together with the memory limit, of which alone findings on memory speak. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/task_outcomes.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/number.h"
#include "util/text_slice.h"

enum { MOST_RESOURCES = 32 /* more than resource monitors have limits for */ };

struct resource_name {
    struct text_slice text; /* of the records */
    int column;             /* of what was used of it, or RECORDS_NO_COLUMN */
};

struct exceeded {
    size_t attempts, with_memory, alone;
    double used_max;
};

struct tally {
    const struct task_groups *groups;
    int limits; /* the attribute */
    struct resource_name names[MOST_RESOURCES];
    size_t name_count;
    struct group_index index; /* of kind × number of the resource */
    LIST_OF(struct exceeded) items;
};

/* The names in a list with commas between; beyond so many none is looked at. */
static size_t cut(struct text_slice list, struct text_slice names[MOST_RESOURCES])
{
    size_t count = 0;
    while (list.size && count < MOST_RESOURCES) {
        const char *comma = memchr(list.text, ',', list.size);
        size_t size = comma ? (size_t)(comma - list.text) : list.size;
        names[count++] = (struct text_slice){list.text, size};
        size += comma != NULL;
        list = (struct text_slice){list.text + size, list.size - size};
    }
    return count;
}

/* Of what was used, as the source measured it. */
static int column_of(const struct records *records, struct text_slice name)
{
    if (text_slice_is(name, "memory"))
        return RECORD_MEMORY_COLUMN;
    for (int i = RECORD_FIXED_COLUMNS; i < (int)records->column_count; i++)
        if (records->columns[i].type == RECORD_NUMBER &&
            text_slice_is(name, records->columns[i].name))
            return i;
    return RECORDS_NO_COLUMN;
}

/* MOST_RESOURCES: there is no room for it. */
static size_t number_of(struct tally *tally, struct text_slice name)
{
    size_t number = 0;
    while (number < tally->name_count && !text_slices_equal(tally->names[number].text, name))
        number++;
    if (number == tally->name_count && number < MOST_RESOURCES)
        tally->names[tally->name_count++] =
            (struct resource_name){name, column_of(tally->groups->records, name)};
    return number;
}

static struct exceeded *item_of(struct tally *tally, size_t kind, size_t number)
{
    struct group_key key = {(uint32_t)kind, (uint32_t)number};
    uint32_t place = group_index_add(&tally->index, key);
    list_reach(&tally->items, tally->index.count, (struct exceeded){.used_max = NUMBER_MISSING});
    return &tally->items.items[place];
}

static void count_attempt(struct tally *tally, const struct grouped_record *at,
                          struct text_slice list)
{
    struct text_slice names[MOST_RESOURCES];
    size_t count = cut(list, names);
    bool memory = false;
    for (size_t i = 0; i < count; i++)
        memory = memory || text_slice_is(names[i], "memory");
    for (size_t i = 0; i < count; i++) {
        size_t number = number_of(tally, names[i]);
        if (number == MOST_RESOURCES)
            continue;
        struct exceeded *item = item_of(tally, at->kind, number);
        item->attempts++;
        item->with_memory += memory && !text_slice_is(names[i], "memory");
        item->alone += count == 1;
        item->used_max = fmax(item->used_max,
                              records_number_at(at->block, tally->names[number].column, at->row));
    }
}

static void count_attempts(struct tally *tally)
{
    const struct records *records = tally->groups->records;
    for (struct grouped_record at = task_records(tally->groups); task_records_next(&at);) {
        uint32_t text = records_text_at(at.block, tally->limits, at.row);
        if (text && task_outcome_of(at.block, at.row) == OUTCOME_FAILED)
            count_attempt(tally, &at, text_slice_of(records_text(records, text)));
    }
}

static void put(struct tables *tables, const struct tally *tally, size_t place)
{
    const struct records *records = tally->groups->records;
    const struct resource_name *name = &tally->names[tally->index.keys[place].task];
    const struct exceeded *item = &tally->items.items[place];
    struct exceeded_limits_row row = exceeded_limits_row_missing();
    row.task = tally->groups->kinds[tally->index.keys[place].step].task;
    row.resource = arena_text_of_size(tables->arena, name->text.text, name->text.size);
    row.unit = name->column == RECORDS_NO_COLUMN ? NULL : records->columns[name->column].unit;
    row.attempts = (double)item->attempts;
    row.with_memory = (double)item->with_memory;
    row.alone = (double)item->alone;
    row.used_max = item->used_max;
    exceeded_limits_row_put(tables_at(tables, TABLE_exceeded_limits), &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    struct tally tally = {.groups = request->tasks};
    if (!request->tasks)
        return;
    tally.limits =
        records_find_attribute(request->tasks->records, RECORD_LIMITS_EXCEEDED, RECORD_TEXT);
    if (tally.limits == RECORDS_NO_COLUMN)
        return;
    count_attempts(&tally);
    for (size_t place = 0; place < tally.index.count; place++)
        put(tables, &tally, place);
    group_index_release(&tally.index);
    free(tally.items.items);
}

const struct analysis analysis_exceeded_limits = {"exceeded_limits", run};
