/* The pipeline: inputs → tables → figures → document → files.
 *
 * `replot` is the same program started in the middle: from the tables of a report. */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>

#include "environment.h"
#include "options.h"
#include "progress.h"
#include "report_outcome.h"
#include "util/diagnostics.h"
#include "util/error.h"

/* The dump is the caller's to begin (strbuf_init) and to release. False with `error`: ERROR_USAGE,
 * ERROR_INPUT when an input cannot be read or nothing usable was found, ERROR_OUTPUT; a former
 * report then stands as it was. */
bool report_make(struct options *options, const struct environment *environment,
                 struct diagnostics *diagnostics, struct progress *progress,
                 struct report_outcome *outcome, struct error *error);

/* The first input is the report to be drawn again. Fails as report_make does. */
bool report_replot(struct options *options, const struct environment *environment,
                   struct progress *progress, struct report_outcome *outcome, struct error *error);

#endif
