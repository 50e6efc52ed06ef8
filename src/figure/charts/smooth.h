/* Jagged lines made readable: medians of equal stretches of time, and what they leave out. */
#ifndef FIGURE_CHARTS_SMOOTH_H
#define FIGURE_CHARTS_SMOOTH_H

#include "figure/charts/chart_source.h"

/* The time axis cut into equal stretches. */
struct stretches {
    double low, width;
    size_t count;
};

struct stretches stretches_of(const struct chart_source *source, size_t count);

/* Whether the line has more points than stretches can show. */
bool line_is_dense(const struct node_line *line, const struct stretches *stretches);

/* The median of each stretch; NaN in one without a sample. A line that is not dense stays. */
struct node_line line_smooth(const struct node_line *line, const struct stretches *stretches,
                             struct arena *arena);

/* Lowest and highest value of all lines in each stretch, at its middle; NaN in one without. */
struct envelope {
    size_t count;
    double *times, *low, *high;
};
void envelope_make(struct envelope *envelope, const struct node_lines *lines,
                   const struct stretches *stretches, struct arena *arena);

#endif
