/* What the subtitle of a map says of its cells, each of which may be of several places. */
#ifndef FIGURE_CHARTS_MAP_CELLS_H
#define FIGURE_CHARTS_MAP_CELLS_H

#include "figure/charts/table_rows.h"

/* "323 cells of 9 × 9, from 2 s to 9 s"; of cells as large as a place what the definition calls
 * them: "323 places, from …". */
const char *map_cells_text(const struct table_rows *rows, size_t count, double width, double height,
                           double low, double high);

#endif
