/* jobreport show: what is known of a run, in the terminal. */
#ifndef SHOWING_H
#define SHOWING_H

#include "environment.h"
#include "options.h"
#include "report_outcome.h"

/* Whether the operand is a report, whose overview is there already. */
bool showing_is_report(const struct options *options);

/* Puts the overview of that report into outcome->dump, as text or as JSON. False with ERROR_INPUT.
 */
bool showing_run(const struct options *options, const struct environment *environment,
                 struct report_outcome *outcome, struct error *error);

#endif
