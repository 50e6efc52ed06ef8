/* `jobreport publish`: reports into a web directory, and the index over all that stand there. */
#ifndef PUBLISHING_H
#define PUBLISHING_H

#include <stdbool.h>

#include "options.h"
#include "report.h"
#include "util/error.h"

/* All but the last operand are reports. Those that are none are complained about and the others
 * published; then outcome->path is set although this fails. When the web directory cannot be
 * written, nothing in it has changed. */
bool publishing_run(const struct options *options, const struct environment *environment,
                    struct report_outcome *outcome, struct error *error);

#endif
