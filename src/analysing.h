/* Result tables out of what was read. */
#ifndef ANALYSING_H
#define ANALYSING_H

#include "figure/model/plotspec.h"
#include "kept_inputs.h"
#include "options.h"
#include "table/prices.h"
#include "table/rules.h"
#include "table/table.h"
#include "util/diagnostics.h"
#include "util/short_paths.h"

/* Runs every analysis on what was read, whose facts it completes with the times of samples and of
 * what devices and workers did, and keeps what is to be exported. Definitions of charts say which
 * histograms they want. False with *error when there is no room for what is kept in the directory
 * `scratch`. */
bool analyse(struct kept_inputs *inputs, const struct options *options,
             const struct plotspecs *specs, const struct rules *rules, const char *scratch,
             struct diagnostics *diagnostics, struct tables *tables, struct error *error);

/* The prices that were given. */
struct prices analysing_prices(const struct options *options);

#endif
