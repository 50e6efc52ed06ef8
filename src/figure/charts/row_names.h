/* What rows of a chart are called where their names are long: kinds of task by their label in the
 * whole report, others so that they stay distinct in the chart. */
#ifndef FIGURE_CHARTS_ROW_NAMES_H
#define FIGURE_CHARTS_ROW_NAMES_H

#include "figure/charts/table_rows.h"

/* Rows as bands of an axis; names longer than `most` code points are replaced in `names`. */
void row_names_set_bands(const struct table_rows *rows, const char **names, size_t count,
                         size_t most, struct scale *scale);

/* The same of one name in a text; "" for NULL. */
const char *row_name_within(const struct table_rows *rows, const char *name, size_t most);

#endif
