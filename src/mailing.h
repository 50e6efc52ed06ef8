/* jobreport mail: a report as one message, for `sendmail -t`.
 *
 *     multipart/mixed
 *       multipart/alternative
 *         text/plain             the overview, as `jobreport show` prints it
 *         multipart/related
 *           text/html            the overview, with charts
 *           image/png …          the charts, which the HTML shows
 *       application/pdf          the report
 *
 * A message has less than 2 MB. What does not fit is left out: charts from the last to the first,
 * then the PDF (charts that fit without it are there again), and the message says where it is.
 * Nothing but the report directory is read, and no links in it: a report may come from anyone, and
 * what is sent leaves the machine. */
#ifndef MAILING_H
#define MAILING_H

#include "environment.h"
#include "options.h"
#include "report_outcome.h"

enum { MAILING_LIMIT = 2000000 }; /* bytes of a message */

/* Puts the message into outcome->dump. False with ERROR_INPUT where that is no report, or one
 * without an overview. */
bool mailing_run(const struct options *options, const struct environment *environment,
                 struct report_outcome *outcome, struct error *error);

#endif
