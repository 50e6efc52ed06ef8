/* `jobreport summarize`: inputs to a part of a campaign, one after the other. */
#ifndef SUMMARIZING_H
#define SUMMARIZING_H

#include "report.h"

/* Files that are named have to be read; of directories, what cannot be read is noted. The memory
 * that it takes is that of one input. Fails as report_make does. */
bool summarizing_run(struct options *options, const struct environment *environment,
                     struct diagnostics *diagnostics, struct progress *progress,
                     struct report_outcome *outcome, struct error *error);

#endif
