/* What is made of result tables, wherever they came from: inputs, a report, or parts. */
#ifndef REPORT_MAKING_H
#define REPORT_MAKING_H

#include "drawing.h"
#include "report_outcome.h"

/* The chart definitions of the program, and those of --plots. */
bool report_load_specs(struct plotspecs *specs, const struct options *options,
                       const struct environment *environment, struct arena *arena,
                       struct error *error);

/* Whether there is something to report on: a number in some table, or a job that its source
 * describes. Files may be of a known format and hold neither. */
bool report_is_usable(const struct tables *tables, bool has_job, const struct options *options,
                      struct error *error);

/* Whether the program has what --export needs: to be asked before anything is read. */
bool report_check_exports(const struct options *options, struct error *error);

/* The report at `path` with what --export asks for, or what --dump asks for in its place. `inputs`:
 * what was read, NULL where nothing was; `former`: the report that is drawn again, or NULL. */
bool report_make_of_tables(const struct drawing_request *request,
                           const struct export_inputs *inputs, const char *former,
                           struct report_outcome *outcome, const char *path, struct error *error);

#endif
