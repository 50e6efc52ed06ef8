/* Samples of devices that were written twice. */
#ifndef ANALYSIS_ACTIVITY_REPEATED_SAMPLES_H
#define ANALYSIS_ACTIVITY_REPEATED_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "table/activity.h"
#include "util/diagnostics.h"

/* Takes them out of the activity's samples, which are sorted by host and time: first[host] ..
 * first[host + 1] are a host's, and are kept right; order: which each was as the sources wrote
 * them.
 *
 * A sample is a repetition when it says the same of the same device at the same moment, and either
 * comes from another source or from one whose stamps have parts of a second. */
void repeated_samples_drop(struct activity *activity, const uint32_t *order, size_t *first,
                           size_t hosts, struct diagnostics *diagnostics);

#endif
