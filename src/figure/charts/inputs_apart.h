/* Whether the inputs cover periods far apart: then nothing elapsed, or was idle, between them. */
#ifndef FIGURE_CHARTS_INPUTS_APART_H
#define FIGURE_CHARTS_INPUTS_APART_H

#include <stdbool.h>

#include "table/table.h"

/* Periods of inputs that follow each other closely are one. */
struct input_period {
    double first, last;
};
enum { INPUT_MOST_PERIODS = 8 };

/* Fills in the first periods; returns how many there are, 0 where times of inputs are not known. */
size_t input_periods(const struct tables *tables, struct input_period *periods);

/* More of the time from the first to the last moment is between the periods than in them. */
bool inputs_are_apart(const struct tables *tables);

#endif
