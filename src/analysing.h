/* Result tables out of what was read. */
#ifndef ANALYSING_H
#define ANALYSING_H

#include "figure/model/plotspec.h"
#include "options.h"
#include "table/dataset.h"
#include "table/rules.h"
#include "table/table.h"
#include "util/diagnostics.h"
#include "util/short_paths.h"

/* Runs every analysis on the dataset, whose facts it completes with the times of samples and of
 * what devices and workers did. Names of inputs are in the order in which they were read. */
/* Definitions of charts say which histograms they want. */
void analyse(struct dataset *dataset, const struct options *options, const struct plotspecs *specs,
             const struct rules *rules, const struct short_paths *input_names,
             struct diagnostics *diagnostics, struct tables *tables);

#endif
