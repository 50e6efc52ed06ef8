#include "analysis/statistics/time_order.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/number_sort.h"
#include "util/memory.h"
#include "util/parallel.h"

enum { COPIED_AT_A_TIME = 1 << 16 };

struct order_key {
    double number, row;
};

/* ---- ends ---- */

static bool are_in_order(const struct span_edge *ends, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (ends[i].time < ends[i - 1].time)
            return false;
    return true;
}

uint32_t *time_order_of_ends(const struct span_edge *ends, size_t count)
{
    if (are_in_order(ends, count))
        return NULL;
    struct order_key *keys = memory_resize(NULL, count, sizeof *keys);
    uint32_t *order = memory_resize(NULL, count, sizeof *order);
    for (size_t i = 0; i < count; i++)
        keys[i] = (struct order_key){ends[i].time, (double)i};
    number_sort(&keys->number, count, 2);
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)keys[i].row;
    free(keys);
    return order;
}

/* ---- rows of groups ---- */

struct row_sort {
    const struct time_rows *rows;
    const size_t *first;
    uint32_t *order;
    char *sorted;
};

static double number_at(const struct time_rows *rows, size_t row, size_t offset)
{
    double number;
    memcpy(&number, (const char *)rows->rows + row * rows->size + offset, sizeof number);
    return number;
}

/* Puts the rows' numbers in `order` group by group, within a group as they were. */
static void order_by_group(const struct time_rows *rows, size_t *first, uint32_t *order)
{
    memset(first, 0, (rows->group_count + 1) * sizeof *first);
    if (!rows->group_of) {
        first[1] = rows->count;
        for (size_t i = 0; i < rows->count; i++)
            order[i] = (uint32_t)i;
        return;
    }
    size_t *places = memory_alloc_array(rows->group_count + 1, sizeof *places);
    for (size_t i = 0; i < rows->count; i++)
        first[rows->group_of[i] + 1]++;
    for (size_t group = 0; group < rows->group_count; group++)
        first[group + 1] += first[group];
    memcpy(places, first, (rows->group_count + 1) * sizeof *places);
    for (size_t i = 0; i < rows->count; i++)
        order[places[rows->group_of[i]]++] = (uint32_t)i;
    free(places);
}

static void sort_keys(struct order_key *keys, size_t count, uint32_t *order)
{
    number_sort(&keys->number, count, 2);
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)keys[i].row;
}

/* Among rows of one moment. */
static void put_longer_first(const struct time_rows *rows, struct order_key *keys, size_t count,
                             uint32_t *order)
{
    for (size_t from = 0, to; from < count; from = to) {
        double moment = keys[from].number;
        for (to = from + 1; to < count && !(keys[to].number > moment);)
            to++;
        if (to - from == 1)
            continue;
        for (size_t i = from; i < to; i++)
            keys[i].number = -number_at(rows, order[i], rows->length_offset);
        sort_keys(keys + from, to - from, order + from);
    }
}

/* As traces mostly have them: each row at a later moment than the one before. */
static bool follow_each_other(const struct time_rows *rows, const uint32_t *order, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!(number_at(rows, order[i], rows->time_offset) >
              number_at(rows, order[i - 1], rows->time_offset)))
            return false;
    return true;
}

static void sort_group(void *context, size_t group)
{
    const struct row_sort *sort = context;
    const struct time_rows *rows = sort->rows;
    size_t count = sort->first[group + 1] - sort->first[group];
    uint32_t *order = sort->order + sort->first[group];
    if (follow_each_other(rows, order, count))
        return;
    struct order_key *keys = memory_resize(NULL, count, sizeof *keys);
    for (size_t i = 0; i < count; i++)
        keys[i] = (struct order_key){number_at(rows, order[i], rows->time_offset), order[i]};
    sort_keys(keys, count, order);
    if (rows->longer_first)
        put_longer_first(rows, keys, count, order);
    free(keys);
}

static void copy_rows(void *context, size_t part)
{
    const struct row_sort *sort = context;
    size_t size = sort->rows->size, to = (part + 1) * COPIED_AT_A_TIME;
    to = to < sort->rows->count ? to : sort->rows->count;
    for (size_t i = part * COPIED_AT_A_TIME; i < to; i++)
        memcpy(sort->sorted + i * size, (const char *)sort->rows->rows + sort->order[i] * size,
               size);
}

uint32_t *time_rows_sort(struct time_rows *rows, size_t *first, int jobs)
{
    struct row_sort sort = {
        .rows = rows,
        .first = first,
        .order = memory_resize(NULL, rows->count, sizeof *sort.order),
    };
    order_by_group(rows, first, sort.order);
    parallel_threads(jobs, rows->group_count, sort_group, &sort);
    sort.sorted = memory_resize(NULL, rows->count, rows->size);
    size_t parts = (rows->count + COPIED_AT_A_TIME - 1) / COPIED_AT_A_TIME;
    parallel_threads(jobs, parts, copy_rows, &sort);
    free(rows->rows);
    rows->rows = sort.sorted;
    return sort.order;
}
