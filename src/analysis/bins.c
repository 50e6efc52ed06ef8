#include "analysis/bins.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"
#include "util/number.h"

static void add_sample(struct bins *bins, size_t node, size_t column, double value)
{
    bins->sums[node * bins->columns + column] += value;
    bins->counts[node * bins->columns + column]++;
    if (!(bins->min[column] <= value))
        bins->min[column] = value;
    if (!(bins->max[column] >= value))
        bins->max[column] = value;
}

static void add_signal(struct bins *bins, size_t node, const struct grid *grid,
                       size_t slots_a_column, const struct signal *signal)
{
    for (size_t i = 0; i < signal->count; i++) {
        size_t slot = grid_slot(grid, signal->times[i]);
        if (slot != (size_t)-1 && !isnan(signal->values[i]))
            add_sample(bins, node, slot / slots_a_column, signal->values[i]);
    }
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
        .width_s = grid->step * (double)slots_a_column,
        .sums = memory_alloc_array(metric->count * columns, sizeof *bins->sums),
        .counts = memory_alloc_array(metric->count * columns, sizeof *bins->counts),
        .min = memory_alloc_array(columns, sizeof *bins->min),
        .max = memory_alloc_array(columns, sizeof *bins->max),
    };
    for (size_t c = 0; c < columns; c++)
        bins->min[c] = bins->max[c] = NUMBER_MISSING;
    for (size_t i = 0; i < metric->count; i++)
        add_signal(bins, i, grid, slots_a_column, &signals->items[metric->first + i]);
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
    return bins->counts[place] ? bins->sums[place] / bins->counts[place] : NUMBER_MISSING;
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
