#include "analysis/nodes/heatmap_cells.h"

#include <math.h>

#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

enum { MOST_COLUMNS = 160, MOST_ROWS = 128, DIGITS = 4 };

/* number_round() without the detour over text: a whole number and a power of ten up to 10^22 are
 * exact, so that their quotient or product is the double nearest to the decimal number. */
static double round_digits(double number)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (number == 0 || isnan(number))
        return number;
    int shift = DIGITS - 1 - (int)floor(log10(fabs(number)));
    if (shift < -22 || shift > 22)
        return number_round(number, DIGITS);
    number *= NUMBER_HALVES;
    return shift >= 0 ? round(number * powers[shift]) / powers[shift]
                      : round(number / powers[-shift]) * powers[-shift];
}

double heatmap_cells_mean(const struct heatmap_cells *cells, const struct bins *bins, size_t node,
                          size_t column)
{
    double sum = 0;
    uint32_t count = 0;
    for (size_t i = 0; i < cells->bins_a_column; i++) {
        size_t bin = column * cells->bins_a_column + i;
        if (bin >= bins->columns)
            break;
        sum += bins->sums[node * bins->columns + bin];
        count += bins->counts[node * bins->columns + bin];
    }
    return count ? sum / count / SUM_SCALE : NUMBER_MISSING;
}

size_t heatmap_cells_nodes(const struct heatmap_cells *cells, const struct bins *bins, size_t row)
{
    size_t first = row * cells->nodes_a_row;
    return first + cells->nodes_a_row < bins->nodes ? cells->nodes_a_row : bins->nodes - first;
}

/* The mean over the nodes that share the row. */
static double cell_value(const struct heatmap_cells *cells, const struct bins *bins, size_t row,
                         size_t column)
{
    size_t first = row * cells->nodes_a_row, nodes = heatmap_cells_nodes(cells, bins, row);
    size_t present = 0;
    double sum = 0;
    for (size_t i = 0; i < nodes; i++) {
        double mean = heatmap_cells_mean(cells, bins, first + i, column);
        if (isnan(mean))
            continue;
        sum += mean * SUM_SCALE;
        present++;
    }
    return present ? round_digits(sum / (double)present / SUM_SCALE) : NUMBER_MISSING;
}

void heatmap_cells_make(struct heatmap_cells *cells, const struct bins *bins)
{
    size_t bins_a_column = (bins->columns + MOST_COLUMNS - 1) / MOST_COLUMNS;
    size_t nodes_a_row = (bins->nodes + MOST_ROWS - 1) / MOST_ROWS;
    *cells = (struct heatmap_cells){
        .rows = nodes_a_row ? (bins->nodes + nodes_a_row - 1) / nodes_a_row : 0,
        .columns = bins_a_column ? (bins->columns + bins_a_column - 1) / bins_a_column : 0,
        .nodes_a_row = nodes_a_row,
        .bins_a_column = bins_a_column,
        .width_s = bins->width_s * (double)bins_a_column,
    };
    cells->values = memory_alloc_array(cells->rows * cells->columns, sizeof *cells->values);
    for (size_t row = 0; row < cells->rows; row++)
        for (size_t column = 0; column < cells->columns; column++)
            cells->values[row * cells->columns + column] = cell_value(cells, bins, row, column);
}
