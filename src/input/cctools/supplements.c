#include "input/cctools/supplements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

/* Clocks of nodes differ a little. */
static const double slack_s = 2;

void supplements_init(struct supplements *sides)
{
    *sides = (struct supplements){0};
    records_init(&sides->records);
}

void supplements_release(struct supplements *sides)
{
    records_release(&sides->records);
    free(sides->items);
    free(sides->by_id);
    free(sides->by_start);
    *sides = (struct supplements){0};
}

void supplements_add(struct supplements *sides, struct supplement task)
{
    task.block = (uint32_t)(sides->records.block_count - 1);
    task.row = (uint32_t)(sides->records.blocks[task.block].rows - 1);
    *list_add(sides) = task;
}

/* ---- order ---- */

struct ordered {
    double start;
    uint64_t id;
    uint32_t number;
};

static int compare_ids(const void *left, const void *right)
{
    const struct ordered *l = left, *r = right;
    int order = (l->id > r->id) - (l->id < r->id);
    return order ? order : numbers_order(l->number, r->number);
}

static int compare_starts(const void *left, const void *right)
{
    const struct ordered *l = left, *r = right;
    int order = (l->start > r->start) - (l->start < r->start);
    return order ? order : numbers_order(l->number, r->number);
}

static uint32_t *order_items(struct ordered *items, size_t count,
                             int (*compare)(const void *, const void *))
{
    uint32_t *numbers = memory_alloc_array(count + 1, sizeof *numbers);
    if (count)
        qsort(items, count, sizeof *items, compare);
    for (size_t i = 0; i < count; i++)
        numbers[i] = items[i].number;
    return numbers;
}

static void order_by_id(struct supplements *sides, struct ordered *items)
{
    size_t count = 0;
    for (size_t i = 0; i < sides->count; i++)
        if (sides->items[i].id != SIDE_NO_ID)
            items[count++] = (struct ordered){0, sides->items[i].id, (uint32_t)i};
    free(sides->by_id);
    sides->by_id = order_items(items, count, compare_ids);
    sides->by_id_count = count;
}

static void order_by_start(struct supplements *sides, struct ordered *items)
{
    size_t count = 0;
    for (size_t i = 0; i < sides->count; i++)
        if (sides->items[i].id == SIDE_NO_ID && !isnan(sides->items[i].start))
            items[count++] = (struct ordered){sides->items[i].start, 0, (uint32_t)i};
    free(sides->by_start);
    sides->by_start = order_items(items, count, compare_starts);
    sides->by_start_count = count;
}

/* ---- nodes of a Makeflow and their summaries ---- */

static bool lies_in(const struct supplement *inner, double start, double end)
{
    return !(inner->start < start - slack_s) && !(inner->end > end + slack_s);
}

static void link_summary(struct supplements *sides, struct supplement *summary, uint32_t number,
                         const struct ordered *nodes, size_t count)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (nodes[middle].id < summary->rule)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && nodes[low].id == summary->rule; low++) {
        struct supplement *node = &sides->items[nodes[low].number];
        if (node->summary || !lies_in(summary, node->start, node->end))
            continue;
        node->summary = number + 1;
        summary->id = node->id;
        return;
    }
}

static void link_summaries(struct supplements *sides, struct ordered *nodes)
{
    size_t count = 0;
    for (size_t i = 0; i < sides->count; i++)
        if (sides->items[i].kind == SIDE_NODE && sides->items[i].rule != SIDE_NO_ID)
            nodes[count++] = (struct ordered){0, sides->items[i].rule, (uint32_t)i};
    if (!count)
        return;
    qsort(nodes, count, sizeof *nodes, compare_ids);
    for (size_t i = 0; i < sides->count; i++) {
        struct supplement *task = &sides->items[i];
        if (task->kind == SIDE_SUMMARY && task->rule != SIDE_NO_ID && task->id == SIDE_NO_ID)
            link_summary(sides, task, (uint32_t)i, nodes, count);
    }
}

static void order_all(struct supplements *sides)
{
    if (sides->indexed == sides->count && sides->by_id)
        return;
    struct ordered *items = memory_alloc_array(sides->count + 1, sizeof *items);
    link_summaries(sides, items);
    order_by_id(sides, items);
    order_by_start(sides, items);
    sides->indexed = sides->count;
    free(items);
}

/* ---- looking up ---- */

static bool same_category(const struct supplements *sides, const struct supplement *task,
                          const char *category)
{
    const char *known = records_text(&sides->records, task->category);
    return !known || !category || strcmp(known, category) == 0;
}

static bool fits(const struct supplement *task, enum side_kind kind,
                 const struct side_wanted *wanted)
{
    if (task->used || task->kind != kind)
        return false;
    if (kind == SIDE_SUMMARY)
        return lies_in(task, wanted->start, wanted->end);
    struct supplement attempt = {.start = wanted->start, .end = wanted->end};
    return lies_in(&attempt, task->start, task->end);
}

static uint32_t find_id(const struct supplements *sides, enum side_kind kind,
                        const struct side_wanted *wanted)
{
    size_t low = 0, high = sides->by_id_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sides->items[sides->by_id[middle]].id < wanted->id)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < sides->by_id_count; low++) {
        const struct supplement *task = &sides->items[sides->by_id[low]];
        if (task->id != wanted->id)
            return 0;
        if (fits(task, kind, wanted))
            return sides->by_id[low] + 1;
    }
    return 0;
}

static size_t first_start(const struct supplements *sides, double start)
{
    size_t low = 0, high = sides->by_start_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (sides->items[sides->by_start[middle]].start < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What has no end to compare costs nothing there. */
static double distance(const struct supplement *task, const struct side_wanted *wanted)
{
    double at_end = fabs(task->end - wanted->end);
    return fabs(task->start - wanted->start) + (isnan(at_end) ? 0 : at_end);
}

static uint32_t find_time(const struct supplements *sides, const struct side_wanted *wanted)
{
    uint32_t best = 0;
    double least = INFINITY;
    if (isnan(wanted->start) || isnan(wanted->end))
        return 0;
    for (size_t i = first_start(sides, wanted->start - slack_s); i < sides->by_start_count; i++) {
        const struct supplement *task = &sides->items[sides->by_start[i]];
        if (task->start - wanted->start > least || task->start > wanted->end + slack_s)
            break;
        if (!fits(task, SIDE_SUMMARY, wanted) || !same_category(sides, task, wanted->category) ||
            distance(task, wanted) >= least)
            continue;
        least = distance(task, wanted);
        best = sides->by_start[i] + 1;
    }
    return best;
}

uint32_t supplements_take(struct supplements *sides, enum side_kind kind,
                          const struct side_wanted *wanted)
{
    order_all(sides);
    uint32_t found = find_id(sides, kind, wanted);
    if (!found && kind == SIDE_SUMMARY)
        found = find_time(sides, wanted);
    if (found)
        sides->items[found - 1].used = true;
    return found;
}

/* ---- copying ---- */

void side_copy_init(struct side_copy *copy, const struct supplements *sides, struct records *to)
{
    *copy = (struct side_copy){.sides = sides, .to = to};
    if (sides)
        copy->columns = memory_alloc_array(sides->records.column_count, sizeof *copy->columns);
}

void side_copy_release(struct side_copy *copy)
{
    free(copy->columns);
}

static int column_to(struct side_copy *copy, size_t from)
{
    const struct records_column *column = &copy->sides->records.columns[from];
    if (from < RECORD_FIXED_COLUMNS)
        return (int)from;
    if (!copy->columns[from]) {
        int to = records_attribute(copy->to, column->name, column->type);
        records_set_unit(copy->to, to, column->unit);
        copy->columns[from] = to + 1;
    }
    return copy->columns[from] - 1;
}

static const struct records_block *latest_block(const struct records *records)
{
    return &records->blocks[records->block_count - 1];
}

bool side_has_number(const struct records *records, int column)
{
    const struct records_block *block = latest_block(records);
    const double *numbers = records_numbers(block, column);
    return numbers && !isnan(numbers[block->rows - 1]);
}

static bool has_text(const struct records *records, int column)
{
    const struct records_block *block = latest_block(records);
    const uint32_t *texts = records_texts(block, column);
    return texts && texts[block->rows - 1];
}

/* An ending that is not said, or a failure, of which the other may know the reason. */
static bool takes_ending(const struct records *records, enum record_ending other)
{
    const struct records_block *block = latest_block(records);
    const uint8_t *endings = records_endings(block);
    enum record_ending own = endings ? endings[block->rows - 1] : ENDING_UNSAID;
    return own == ENDING_UNSAID ||
           (own == ENDING_FAILED && (other == ENDING_OUT_OF_MEMORY || other == ENDING_TIMED_OUT));
}

static void copy_ending(struct side_copy *copy, enum record_ending ending)
{
    if (takes_ending(copy->to, ending))
        records_put_ending(copy->to, ending);
}

static void copy_number(struct side_copy *copy, size_t column, double number)
{
    if (isnan(number))
        return;
    int to = column_to(copy, column);
    if (!side_has_number(copy->to, to))
        records_put_number(copy->to, to, number);
}

static void copy_text(struct side_copy *copy, size_t column, uint32_t number)
{
    if (!number)
        return;
    const struct interned *text = &copy->sides->records.texts.items[number];
    int to = column_to(copy, column);
    if (!has_text(copy->to, to))
        records_put_text(copy->to, to, text->text, text->size);
}

void side_copy_missing(struct side_copy *copy, uint32_t number)
{
    const struct records *from = &copy->sides->records;
    const struct supplement *task = &copy->sides->items[number];
    const struct records_block *block = &from->blocks[task->block];
    for (size_t i = 0; i < block->column_count; i++) {
        if (!block->values[i].any)
            continue;
        if (from->columns[i].type == RECORD_NUMBER)
            copy_number(copy, i, block->values[i].numbers[task->row]);
        else if (from->columns[i].type == RECORD_TEXT)
            copy_text(copy, i, block->values[i].texts[task->row]);
        else
            copy_ending(copy, (enum record_ending)block->values[i].endings[task->row]);
    }
}

/* ---- the rest ---- */

static bool all_of_their_own(const struct supplements *sides)
{
    for (size_t i = 0; i < sides->count; i++)
        if (sides->items[i].used || sides->items[i].kind == SIDE_NODE)
            return false;
    return true;
}

static void add_rest(struct supplements *sides, struct records *records)
{
    struct side_copy copy;
    uint32_t source = UINT32_MAX;
    side_copy_init(&copy, sides, records);
    for (size_t i = 0; i < sides->count; i++) {
        struct supplement *task = &sides->items[i];
        uint32_t own_source = sides->records.blocks[task->block].source;
        if (task->used)
            continue;
        if (own_source != source)
            records_begin_source(records, sides->records.sources[own_source].path);
        source = own_source;
        records_add(records);
        if (task->summary)
            side_copy_missing(&copy, task->summary - 1);
        side_copy_missing(&copy, (uint32_t)i);
    }
    side_copy_release(&copy);
}

/* A summary of a node goes with that. */
static void use_linked(struct supplements *sides)
{
    for (size_t i = 0; i < sides->count; i++) {
        struct supplement *task = &sides->items[i];
        if (!task->summary)
            continue;
        if (task->used || sides->items[task->summary - 1].used)
            task->summary = 0;
        else
            sides->items[task->summary - 1].used = true;
    }
}

/* Records that another log has have ids of its own: rules are known by their numbers, where there
 * is one Makeflow. */
static void keep_dependencies(const struct records *own, struct records *records)
{
    for (size_t i = 0; i < own->dependency_count; i++)
        if (own->dependencies[i].source != own->dependencies[0].source)
            return;
    for (size_t i = 0; i < own->dependency_count; i++) {
        const struct record_dependency *kept = &own->dependencies[i];
        records_add_dependency(records, records_text(own, kept->task),
                               records_text(own, kept->input));
        records->dependencies[records->dependency_count - 1].source = RECORD_ANY_SOURCE;
    }
}

void supplements_flush(struct supplements *sides, const struct reading *reading)
{
    if (!sides->count)
        return;
    struct records *records = dataset_records(reading->dataset);
    order_all(sides);
    if (all_of_their_own(sides))
        records_merge(records, &sides->records);
    else {
        use_linked(sides);
        add_rest(sides, records);
        keep_dependencies(&sides->records, records);
    }
    supplements_release(sides);
    supplements_init(sides);
}
