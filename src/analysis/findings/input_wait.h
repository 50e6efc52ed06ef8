/* Which functions of a trace wait for the next input: what a loader of data did not have ready. */
#ifndef ANALYSIS_FINDINGS_INPUT_WAIT_H
#define ANALYSIS_FINDINGS_INPUT_WAIT_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/findings/finding.h"

/* The rule that it is reported by. */
extern const char input_wait_rule[];

/* The function whose waits could save so much of the elapsed time that it is worth a finding. */
struct input_wait {
    size_t row; /* of the table `functions` */
    const char *loader;
    double worker_s; /* on each of its workers, on average */
    double saved_s;  /* at most, if it took no time: another worker may be busy meanwhile */
};

/* False: there is none. */
bool input_wait_find(const struct findings *findings, struct input_wait *wait);

#endif
