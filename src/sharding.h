/* `jobreport shard`: scripts that have an engine summarize inputs in shards and merge the parts. */
#ifndef SHARDING_H
#define SHARDING_H

#include "report.h"

/* Writes a new directory; fails as report_make does. */
bool sharding_run(struct options *options, const struct environment *environment,
                  struct diagnostics *diagnostics, struct report_outcome *outcome,
                  struct error *error);

#endif
