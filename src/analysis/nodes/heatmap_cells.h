/* A metric by node and time, coarse enough to be drawn as cells. */
#ifndef ANALYSIS_NODES_HEATMAP_CELLS_H
#define ANALYSIS_NODES_HEATMAP_CELLS_H

#include "analysis/nodes/bins.h"

/* Rows are nodes, or as many neighbouring ones as it takes to have few; columns are one or two of
 * the bins. */
struct heatmap_cells {
    size_t rows, columns, nodes_a_row, bins_a_column;
    double width_s;
    double *values; /* row by row, to four digits; NaN: no sample */
};

/* Release with free(cells->values). */
void heatmap_cells_make(struct heatmap_cells *cells, const struct bins *bins);

size_t heatmap_cells_nodes(const struct heatmap_cells *cells, const struct bins *bins, size_t row);
/* The mean of one node's samples in a column, not rounded. */
double heatmap_cells_mean(const struct heatmap_cells *cells, const struct bins *bins, size_t node,
                          size_t column);

#endif
