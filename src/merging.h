/* `jobreport merge`: parts of a campaign to one part, or to a report. */
#ifndef MERGING_H
#define MERGING_H

#include "report.h"

/* Operands are files of parts, and directories of such. A part of which all inputs are known from
 * others is left out; parts of which some are shared are refused. With --expect, a part that cannot
 * be read is noted and left out: the report names the inputs that are missing. Fails as report_make
 * does. */
bool merging_run(struct options *options, const struct environment *environment,
                 struct diagnostics *diagnostics, struct progress *progress,
                 struct report_outcome *outcome, struct error *error);

#endif
