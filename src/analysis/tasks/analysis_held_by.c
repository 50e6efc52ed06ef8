/* held_by: what the attempts of each user, account, partition and QOS held, used and lost;
 * held_by_parts: their core time in parts.
 *
 * Those with most core time are a row each, all others together one. Where all attempts are of one,
 * there is nothing to compare. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/group_index.h"
#include "analysis/tasks/held_sums.h"
#include "analysis/tasks/held_waits.h"
#include "analysis/tasks/holders.h"
#include "table/held_names.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

enum { MOST_NAMES = 20 };
static const double MOST_DISTINCT = 0.9; /* names ÷ attempts: above, each has its own */

struct by_holder {
    enum holder holder;
    struct holder_columns columns;
    struct group_index names; /* .task: the text; 0 where the source does not say it */
    LIST_OF(struct held_sums) sums;
    uint32_t *groups; /* of each record */
};

struct name_row {
    const char *name;
    uint32_t group; /* of the rows of one */
    double names;
    struct held_sums sums;
};

static void add_record(struct by_holder *by, const struct grouped_record *at,
                       const struct held_amounts *amounts)
{
    uint32_t text = holder_at(&by->columns, at->block, at->row);
    uint32_t group = group_index_add(&by->names, (struct group_key){0, text});
    list_reach(&by->sums, by->names.count, (struct held_sums){0});
    held_sums_add(&by->sums.items[group], amounts);
    by->groups[at->number] = group;
}

/* ---- which of them are rows ---- */

static int compare_sums(double left, double right)
{
    if (isnan(left) || isnan(right))
        return isnan(left) - isnan(right);
    return (left < right) - (left > right);
}

static int by_core_time(const void *left, const void *right)
{
    const struct name_row *l = left, *r = right;
    int order = compare_sums(held_sum_shown(l->sums.core_s), held_sum_shown(r->sums.core_s));
    if (!order)
        order = compare_sums(held_sum_shown(l->sums.elapsed_s), held_sum_shown(r->sums.elapsed_s));
    if (!order)
        order = compare_sums((double)held_sums_attempts(&l->sums),
                             (double)held_sums_attempts(&r->sums));
    return order ? order : natural_compare(l->name, r->name);
}

/* Those that are named, and behind them what no source names; returns how many are named. */
static size_t list_names(const struct by_holder *by, const struct records *records,
                         struct name_row *rows)
{
    size_t named = 0;
    for (uint32_t group = 0; group < by->names.count; group++) {
        uint32_t text = by->names.keys[group].task;
        struct name_row row = {RECORD_NO_NAME, group, 1, by->sums.items[group]};
        if (text)
            row.name = records_text(records, text);
        rows[text ? named++ : by->names.count - 1] = row;
    }
    if (named)
        qsort(rows, named, sizeof *rows, by_core_time);
    return named;
}

/* Puts all but the first into one row; returns how many rows there are. */
static size_t join_others(struct name_row *rows, size_t named, size_t all, uint32_t *row_of)
{
    size_t kept = named > MOST_NAMES ? MOST_NAMES : named, count = kept;
    struct name_row others = {.name = HELD_BY_OTHERS};
    for (size_t i = 0; i < named; i++) {
        row_of[rows[i].group] = (uint32_t)(i < kept ? i : kept);
        if (i >= kept) {
            others.names++;
            held_sums_merge(&others.sums, &rows[i].sums);
        }
    }
    if (all > named) {
        struct name_row unnamed = rows[all - 1];
        row_of[unnamed.group] = (uint32_t)(kept + (named > kept));
        rows[kept + (named > kept)] = unnamed;
        count++;
    }
    if (named > kept) {
        rows[kept] = others;
        count++;
    }
    return count;
}

/* ---- the tables ---- */

/* The parts that any row has: in the same order for each, 0 of those that it has not. */
static void put_parts(struct table *table, enum holder holder, const struct name_row *row,
                      const struct held_sums *all)
{
    for (size_t part = 0; part < HELD_PARTS; part++) {
        if (!held_has_part(all, (enum held_part)part) || !row->sums.core_s.known)
            continue;
        struct held_by_parts_row cells = held_by_parts_row_missing();
        cells.by = holder_names[holder];
        cells.name = row->name;
        cells.part = held_part_names[part];
        cells.core_s = held_part(&row->sums, (enum held_part)part);
        held_by_parts_row_put(table, &cells);
    }
}

static void put_row(struct table *table, enum holder holder, const struct name_row *row,
                    const struct held_wait *wait)
{
    struct held_by_row cells = held_by_row_missing();
    cells.by = holder_names[holder];
    cells.name = row->name;
    cells.names = row->names;
    row_set_held(&cells, &row->sums);
    cells.not_run = (double)row->sums.not_run;
    row_set_waits(&cells, wait);
    held_by_row_put(table, &cells);
}

/* Of names that are nearly as many as attempts none is of a user or the like. */
static bool are_compared(size_t named, const struct held_sums *all)
{
    return named > 1 && (named <= MOST_NAMES ||
                         (double)named <= MOST_DISTINCT * (double)held_sums_attempts(all));
}

static void put_holder(struct tables *tables, const struct records *records,
                       const struct by_holder *by, const struct queued_attempts *queue)
{
    struct name_row *rows = memory_alloc_array(by->names.count + 1, sizeof *rows);
    uint32_t *row_of = memory_alloc_array(by->names.count, sizeof *row_of);
    size_t named = list_names(by, records, rows);
    struct held_sums all = {0};
    for (size_t i = 0; i < by->sums.count; i++)
        held_sums_merge(&all, &by->sums.items[i]);
    if (are_compared(named, &all)) {
        size_t count = join_others(rows, named, by->names.count, row_of);
        struct held_wait *waits =
            held_waits_make(queue, &(struct held_rows){by->groups, row_of, count});
        for (size_t i = 0; i < count; i++) {
            put_row(tables_at(tables, TABLE_held_by), by->holder, &rows[i], &waits[i]);
            put_parts(tables_at(tables, TABLE_held_by_parts), by->holder, &rows[i], &all);
        }
        free(waits);
    }
    free(rows);
    free(row_of);
}

/* ---- the analysis ---- */

static size_t find_holders(struct by_holder holders[HOLDERS], const struct records *records)
{
    size_t count = 0;
    for (enum holder holder = 0; holder < HOLDERS; holder++) {
        struct by_holder by = {.holder = holder};
        if (!holder_columns_find(&by.columns, records, holder))
            continue;
        by.groups = memory_alloc_array(records->rows, sizeof *by.groups);
        holders[count++] = by;
    }
    return count;
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct by_holder holders[HOLDERS];
    size_t count = groups ? find_holders(holders, groups->records) : 0;
    if (!count)
        return;
    const struct held_columns columns = held_columns_of(groups->records);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);) {
        const struct held_amounts amounts = held_amounts_at(&columns, at.block, at.row);
        for (size_t i = 0; i < count; i++)
            add_record(&holders[i], &at, &amounts);
    }
    struct queued_attempts queue = queued_attempts_make(groups);
    for (size_t i = 0; i < count; i++) {
        put_holder(tables, groups->records, &holders[i], &queue);
        group_index_release(&holders[i].names);
        free(holders[i].sums.items);
        free(holders[i].groups);
    }
    free(queue.items);
}

const struct analysis analysis_held_by = {"held_by", run};
