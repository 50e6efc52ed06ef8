/* Rows of a chart whose values are all alike, as those of a task kind that has one task, or whose
 * tasks all need the same: a span, box or bar of them shows no more than the number does. */
#ifndef FIGURE_CHARTS_ALIKE_ROWS_H
#define FIGURE_CHARTS_ALIKE_ROWS_H

#include "figure/charts/table_rows.h"

struct alike_rows {
    size_t count;
    double low, high; /* of their values */
};

/* Nearer to each other than a reader of the chart could see: by 0.1 %. */
bool values_are_alike(double low, double high);

/* Counts a row with values from `low` to `high` when they are alike; returns whether they are. */
bool alike_rows_add(struct alike_rows *alike, double low, double high);

/* Why nothing is drawn where all rows are so, with the numbers: "each of 12 task kinds has one
 * task: between 1.2 GiB and 3 GiB". */
const char *alike_rows_reason(const struct table_rows *rows, const struct alike_rows *alike);

/* Of those left out of a plane, for their tasks lie in a line: "29 task kinds with a single peak
 * memory (1.86 GiB)", without the value where it is NaN; said in the first of several
 * figures, NULL in others and for none. */
const char *alike_rows_in_line(const struct table_rows *rows, const struct alike_rows *alike);

/* Of those left out beside others: "Not shown: 29 task kinds with a single value (1.86 GiB)."; ""
 * for none. */
const char *alike_rows_note(const struct table_rows *rows, const struct alike_rows *alike);

#endif
