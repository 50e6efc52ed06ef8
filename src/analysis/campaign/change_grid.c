#include "analysis/campaign/change_grid.h"

#include <stdlib.h>

#include "analysis/statistics/number_sort.h"
#include "util/list.h"

static const double EARLIEST = -2208988800.0, LATEST = 7258118400.0;

void change_grid_release(struct change_grid *grid)
{
    free(grid->items);
    *grid = (struct change_grid){0};
}

static int64_t width_of(int level)
{
    return (int64_t)CHANGE_GRID_TICKS << level;
}

/* ---- wider cells ---- */

/* Arithmetic shifts: towards earlier cells before 1970, too. */
static void add_cell(struct change_grid *grid, struct change_cell cell)
{
    if (grid->count && list_last(grid)->place == cell.place) {
        list_last(grid)->change += cell.change;
        list_last(grid)->area += cell.area;
        list_last(grid)->first =
            cell.first < list_last(grid)->first ? cell.first : list_last(grid)->first;
        list_last(grid)->last =
            cell.last > list_last(grid)->last ? cell.last : list_last(grid)->last;
    } else {
        *list_add(grid) = cell;
    }
}

/* A change is as much further from the end of the wider cell as the narrow one is. */
static void coarsen(struct change_grid *grid, int level)
{
    size_t count = grid->count;
    grid->count = 0;
    for (size_t i = 0; i < count; i++) {
        struct change_cell cell = grid->items[i];
        int64_t place = cell.place >> (level - grid->level);
        int64_t end = (place + 1) * ((int64_t)1 << (level - grid->level));
        int64_t further = (end - cell.place - 1) * width_of(grid->level);
        cell.area += (change_area)cell.change * further;
        cell.place = place;
        add_cell(grid, cell);
    }
    grid->level = level;
}

static bool is_too_fine(const struct change_grid *grid, int level)
{
    int64_t first = grid->items[0].place >> (level - grid->level);
    int64_t last = list_last(grid)->place >> (level - grid->level);
    return level < CHANGE_GRID_MOST_LEVEL && last - first >= CHANGE_GRID_MOST;
}

static void fit(struct change_grid *grid)
{
    int level = grid->level;
    while (grid->count && is_too_fine(grid, level))
        level++;
    if (level > grid->level)
        coarsen(grid, level);
}

/* ---- adding ---- */

static int64_t tick_of(double moment)
{
    double ticks = moment * CHANGE_GRID_TICKS;
    return (int64_t)(ticks < 0 ? ticks - 0.5 : ticks + 0.5);
}

void change_grid_merge(struct change_grid *grid, const struct change_grid *more)
{
    struct change_grid other = {.level = more->level}, merged = {0};
    for (size_t i = 0; i < more->count; i++)
        *list_add(&other) = more->items[i];
    int level = grid->level > other.level ? grid->level : other.level;
    if (grid->count && grid->level < level)
        coarsen(grid, level);
    if (other.count && other.level < level)
        coarsen(&other, level);
    merged.level = level;
    for (size_t i = 0, k = 0; i < grid->count || k < other.count;) {
        bool left =
            k == other.count || (i < grid->count && grid->items[i].place <= other.items[k].place);
        add_cell(&merged, left ? grid->items[i++] : other.items[k++]);
    }
    fit(&merged);
    change_grid_release(&other);
    change_grid_release(grid);
    *grid = merged;
}

void change_grid_add(struct change_grid *grid, double *moments, size_t count, int change)
{
    struct change_grid added = {0};
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (moments[i] > EARLIEST && moments[i] < LATEST)
            moments[kept++] = moments[i];
    if (!kept)
        return;
    number_sort(moments, kept, 1);
    for (size_t i = 0; i < kept; i++) {
        int64_t tick = tick_of(moments[i]), width = width_of(0);
        int64_t place = tick >= 0 ? tick / width : -((width - 1 - tick) / width);
        add_cell(&added, (struct change_cell){place, change,
                                              (change_area)change * ((place + 1) * width - tick),
                                              tick, tick});
    }
    fit(&added);
    change_grid_merge(grid, &added);
    change_grid_release(&added);
}

/* ---- means ---- */

struct change_span change_span_of(const struct change_grid *grids, size_t count, size_t most)
{
    struct change_span span = {0};
    for (size_t i = 0; i < count; i++)
        span.level = grids[i].count && grids[i].level > span.level ? grids[i].level : span.level;
    for (;; span.level++) {
        int64_t first = INT64_MAX, last = INT64_MIN;
        for (size_t i = 0; i < count; i++) {
            if (!grids[i].count)
                continue;
            int64_t its_first = grids[i].items[0].place >> (span.level - grids[i].level);
            int64_t its_last = list_last(&grids[i])->place >> (span.level - grids[i].level);
            first = its_first < first ? its_first : first;
            last = its_last > last ? its_last : last;
        }
        if (first > last)
            return (struct change_span){0};
        span.first = first;
        span.count = (size_t)(last - first) + 1;
        if (span.count <= most)
            return span;
    }
}

void change_grid_means(const struct change_grid *grid, const struct change_span *span,
                       double *means)
{
    struct change_grid wide = {.level = grid->level};
    int64_t running = 0;
    for (size_t i = 0; i < grid->count; i++)
        *list_add(&wide) = grid->items[i];
    coarsen(&wide, grid->count ? span->level : 0);
    for (size_t i = 0, at = 0; i < span->count; i++) {
        bool changes = at < wide.count && wide.items[at].place == span->first + (int64_t)i;
        means[i] = (double)running;
        if (!changes)
            continue;
        means[i] += (double)wide.items[at].area / (double)width_of(span->level);
        running += wide.items[at++].change;
    }
    change_grid_release(&wide);
}

/* ---- stretches ---- */

static double time_of_ticks(change_area ticks)
{
    return (double)ticks / CHANGE_GRID_TICKS;
}

/* Σ change × −moment of the changes of a cell: the count × time where they come to 0 in the end. */
static change_area sum_of(const struct change_grid *grid, const struct change_cell *cell)
{
    return cell->area - (change_area)cell->change * (cell->place + 1) * width_of(grid->level);
}

void change_grid_stretches(const struct change_grid *grid, struct change_stretches *stretches)
{
    int64_t count = 0, first = 0;
    change_area sum = 0;
    for (size_t i = 0; i < grid->count; i++) {
        const struct change_cell *cell = &grid->items[i];
        first = count ? first : cell->first;
        sum = (count ? sum : 0) + sum_of(grid, cell);
        count += cell->change;
        if (!count)
            *list_add(stretches) =
                (struct change_stretch){time_of_ticks(first), time_of_ticks(cell->last),
                                        time_of_ticks(sum)};
    }
}
