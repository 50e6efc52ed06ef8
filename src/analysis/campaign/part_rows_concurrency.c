#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/part_rows.h"
#include "analysis/tasks/task_periods.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_CELLS = 1000 };

struct mean_counts {
    struct change_span span;
    double width_s, begin;
    double *means[PART_CHANGES]; /* NULL: not known */
};

static void make_means(struct mean_counts *cells, const struct part *part)
{
    *cells = (struct mean_counts){change_span_of(part->changes, PART_CHANGES, MOST_CELLS),
                                  0,
                                  0,
                                  {NULL, NULL}};
    size_t count = cells->span.count;
    cells->width_s = change_span_width_s(&cells->span);
    cells->begin = (double)cells->span.first * cells->width_s;
    for (int i = 0; count && i < PART_CHANGES; i++) {
        if (i == PART_WAITING && !part->has_submits)
            continue;
        cells->means[i] = memory_alloc_array(count + 1, sizeof(double));
        change_grid_means(&part->changes[i], &cells->span, cells->means[i]);
    }
}

static void release_means(struct mean_counts *cells)
{
    for (int i = 0; i < PART_CHANGES; i++)
        free(cells->means[i]);
}

static double mean_at(const struct mean_counts *cells, enum part_change which, size_t cell)
{
    if (!cells->means[which])
        return NUMBER_MISSING;
    return cell < cells->span.count ? cells->means[which][cell] : 0;
}

static double time_of(const struct mean_counts *cells, size_t cell)
{
    return cells->begin + (double)cell * cells->width_s;
}

/* One row where the counts become others, and one for the end. */
static void put_rows(struct table *table, const struct mean_counts *cells)
{
    double running = -1, waiting = -1;
    for (size_t i = 0; i <= cells->span.count; i++) {
        struct concurrency_row row = concurrency_row_missing();
        row.time = time_of(cells, i);
        row.running = mean_at(cells, PART_RUNNING, i);
        row.waiting = mean_at(cells, PART_WAITING, i);
        bool is_same = !(row.running < running) && !(row.running > running) &&
                       !(row.waiting < waiting) && !(row.waiting > waiting);
        if (is_same && i < cells->span.count)
            continue;
        running = row.running;
        waiting = row.waiting;
        concurrency_row_put(table, &row);
    }
}

/* ---- what it comes to ---- */

static struct part_entry *moments_of(const struct part *part, enum part_change which)
{
    const char *name = part_change_names[which];
    const struct part_key key = {PART_MOMENTS, {part_find_text(part, name), 0, 0, 0}};
    return part_find(part, &key);
}

static double mean_of(struct part_entry *moments, double span_s)
{
    double sum_s = moments ? exact_sum_value(&moments->sums[0]) : NUMBER_MISSING;
    return span_s > 0 && !number_is_missing(sum_s) ? sum_s / span_s : NUMBER_MISSING;
}

/* What needs the count at each moment is missing: the highest, how many ran usually, a long tail,
 * and for how long anything ran. */
static void put_summary(struct table *table, const struct part *part)
{
    struct concurrency_summary_row row = concurrency_summary_row_missing();
    struct part_entry *running = moments_of(part, PART_RUNNING),
                      *waiting = moments_of(part, PART_WAITING);
    for (int i = 0; i < PART_CHANGES; i++) {
        const struct part_entry *moments = moments_of(part, (enum part_change)i);
        row.start = moments ? fmin(row.start, moments->lows[0]) : row.start;
        row.end = moments ? fmax(row.end, moments->highs[0]) : row.end;
    }
    row.running_mean = mean_of(running, row.end - row.start);
    if (part->has_submits)
        row.waiting_mean = mean_of(waiting, row.end - row.start);
    concurrency_summary_row_put(table, &row);
}

/* ---- periods ---- */

static int compare_stretches(const void *left, const void *right)
{
    const struct change_stretch *l = left, *r = right;
    int order = number_compare(&l->first, &r->first);
    return order ? order : number_compare(&l->last, &r->last);
}

/* Puts together those between which there is no break of that length; returns how many are left. */
static size_t join(struct change_stretch *items, size_t count, double break_s)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct change_stretch *before = kept ? &items[kept - 1] : NULL;
        if (before && items[i].first - before->last < break_s) {
            before->last = fmax(before->last, items[i].last);
            before->sum_s += items[i].sum_s;
        } else {
            items[kept++] = items[i];
        }
    }
    return kept;
}

static double length_of(const struct change_stretch *items, size_t count)
{
    double sum_s = 0;
    for (size_t i = 0; i < count; i++)
        sum_s += items[i].last - items[i].first;
    return sum_s;
}

/* Of waiting tasks the time does not count. */
static struct change_stretches list_stretches(const struct part *part)
{
    struct change_stretches stretches = {0};
    change_grid_stretches(&part->changes[PART_WAITING], &stretches);
    for (size_t i = 0; i < stretches.count; i++)
        stretches.items[i].sum_s = 0;
    change_grid_stretches(&part->changes[PART_RUNNING], &stretches);
    if (stretches.count)
        qsort(stretches.items, stretches.count, sizeof *stretches.items, compare_stretches);
    return stretches;
}

/* Where there are several. Breaks within a cell are not seen; of others it is known when they began
 * and ended. */
static void put_periods(struct tables *tables, const struct part *part)
{
    struct change_stretches stretches = list_stretches(part);
    size_t busy = join(stretches.items, stretches.count, 0);
    double break_s = task_periods_break(length_of(stretches.items, busy));
    size_t count = join(stretches.items, busy, break_s);
    for (size_t i = 0; count > 1 && i < count; i++) {
        struct task_periods_row row = task_periods_row_missing();
        row.first = stretches.items[i].first;
        row.last = stretches.items[i].last;
        row.elapsed_s = stretches.items[i].sum_s;
        task_periods_row_put_static(tables_get(tables, "task_periods"), &row);
    }
    free(stretches.items);
}

void part_rows_put_concurrency(struct tables *tables, const struct part *part)
{
    struct mean_counts cells;
    make_means(&cells, part);
    if (cells.span.count) {
        put_rows(tables_at(tables, TABLE_concurrency), &cells);
        put_summary(tables_at(tables, TABLE_concurrency_summary), part);
        put_periods(tables, part);
    }
    release_means(&cells);
}
