/* Which rows of a table a chart draws where not all have a place: by what the chart shows. */
#ifndef FIGURE_CHARTS_ROW_PICKS_H
#define FIGURE_CHARTS_ROW_PICKS_H

#include <stdbool.h>
#include <stddef.h>

#include "figure/model/plotspec.h"
#include "util/arena.h"

struct row_picks {
    size_t count;             /* of rows, in the table's order */
    const double *high, *low; /* of each what it is picked by; NaN: last */
    size_t named[2];          /* rows of which the subtitle speaks: drawn whatever the rule picks */
    size_t named_count;
};

/* Sets drawn[i] of at most `most` rows (at least those that are named). Returns how many of
 * those drawn are others than the rule picks first, since they are named. */
size_t row_picks_make(const struct row_picks *picks, enum plot_pick pick, size_t most, bool *drawn,
                      struct arena *scratch);

/* The first row with the largest number; `count` when all are missing, or `numbers` is NULL. */
size_t row_picks_largest(const double *numbers, size_t count);

/* "the 20 with the highest values": what is drawn of more; `named`: of these, as row_picks_make
 * returns it. */
const char *row_picks_text(enum plot_pick pick, size_t drawn, size_t named, struct arena *arena);

#endif
