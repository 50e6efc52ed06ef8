#include "analysis/nodes/bins.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/nodes/signal_grid.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

/* What one node has in one column. */
struct column_sum {
    size_t column;
    uint32_t count;
    double sum, min, max; /* the sum × SUM_SCALE */
};

static void add_column(struct bins *bins, size_t node, const struct column_sum *sum)
{
    if (!sum->count)
        return;
    size_t place = node * bins->columns + sum->column;
    bins->sums[place] = sum->sum;
    bins->counts[place] = sum->count;
    bins->min[sum->column] = fmin(bins->min[sum->column], sum->min);
    bins->max[sum->column] = fmax(bins->max[sum->column], sum->max);
}

/* Times before it are of a slot below `slot`: a slot's width covers all rounding. */
static double surely_before(const struct grid *grid, size_t slot)
{
    return grid->start + ((double)slot - 1.5) * grid->step;
}

/* Times ascend, so that a column's samples lie together: slots are looked up at their ends only. */
static void add_signal(struct bins *bins, size_t node, const struct grid *grid,
                       size_t slots_a_column, const struct signal *signal)
{
    struct column_sum sum = {0};
    size_t behind = 0; /* the column's last slot */
    double inside = -INFINITY;
    for (size_t i = 0; i < signal->count; i++) {
        double value = signal->values[i];
        if (value != value)
            continue;
        if (!(signal->times[i] < inside)) {
            size_t slot = grid_slot(grid, signal->times[i]);
            if (slot == NO_SLOT)
                continue;
            if (slot >= behind) {
                add_column(bins, node, &sum);
                sum = (struct column_sum){slot / slots_a_column, 0, 0, value, value};
                behind = (sum.column + 1) * slots_a_column;
                inside = surely_before(grid, behind < grid->slots ? behind : grid->slots);
            }
        }
        sum.sum += value * SUM_SCALE;
        sum.count++;
        sum.min = value < sum.min ? value : sum.min;
        sum.max = value > sum.max ? value : sum.max;
    }
    add_column(bins, node, &sum);
}

void bins_make(struct bins *bins, const struct signals *signals, size_t metric_number,
               size_t most_columns)
{
    const struct signal_metric *metric = &signals->metrics[metric_number];
    const struct grid *grid = &metric->grid;
    size_t slots_a_column = grid->slots ? (grid->slots + most_columns - 1) / most_columns : 1;
    size_t columns = (grid->slots + slots_a_column - 1) / slots_a_column;
    *bins = (struct bins){
        .nodes = metric->count,
        .columns = columns,
        .start = grid->start - grid->step / 2,
        .first = grid->start,
        .width_s = grid->step * (double)slots_a_column,
        .sums = memory_alloc_array(metric->count * columns, sizeof *bins->sums),
        .counts = memory_alloc_array(metric->count * columns, sizeof *bins->counts),
        .min = memory_alloc_array(columns, sizeof *bins->min),
        .max = memory_alloc_array(columns, sizeof *bins->max),
    };
    for (size_t c = 0; c < columns; c++)
        bins->min[c] = bins->max[c] = NUMBER_MISSING;
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < metric->count; i++) {
        struct signal signal = signal_on_grid(&signals->items[metric->first + i], grid, &arena);
        add_signal(bins, i, grid, slots_a_column, &signal);
    }
    arena_release(&arena);
}

void bins_release_samples(struct bins *bins)
{
    free(bins->sums);
    free(bins->counts);
    bins->sums = NULL;
    bins->counts = NULL;
}

void bins_release(struct bins *bins)
{
    bins_release_samples(bins);
    free(bins->min);
    free(bins->max);
    *bins = (struct bins){0};
}

double bins_mean(const struct bins *bins, size_t node, size_t column)
{
    size_t place = node * bins->columns + column;
    return bins->counts[place] ? bins->sums[place] / bins->counts[place] / SUM_SCALE
                               : NUMBER_MISSING;
}

size_t bins_column(const struct bins *bins, size_t column, double *means)
{
    size_t used = 0;
    for (size_t node = 0; node < bins->nodes; node++) {
        double mean = bins_mean(bins, node, column);
        if (!isnan(mean))
            means[used++] = mean;
    }
    return used;
}

double bins_middle(const struct bins *bins, size_t column)
{
    return bins->start + ((double)column + 0.5) * bins->width_s;
}
