/* Figures of more rows than a sheet of paper has room for, cut into figures of some of the rows. */
#ifndef FIGURE_MODEL_ROW_SHEETS_H
#define FIGURE_MODEL_ROW_SHEETS_H

#include "figure/model/figure.h"

enum { ROW_SHEETS_MOST_ROWS = 42 };

/* How many sheets of about equally many rows the figure needs; 1 where it is not to be cut. */
size_t row_sheets_count(const struct figure *figure);

/* The rows of one of `count` sheets, all on the axis of the whole figure. The subtitle says which
 * rows they are; the first has the caption and the numbers of the whole. What it holds lives in the
 * arena or is the figure's. */
void row_sheets_cut(const struct figure *figure, size_t sheet, size_t count, struct arena *arena,
                    struct figure *cut);

#endif
