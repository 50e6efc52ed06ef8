/* What a command made: a report, a part, or a text in its place. */
#ifndef REPORT_OUTCOME_H
#define REPORT_OUTCOME_H

#include "util/strbuf.h"

struct report_outcome {
    const char *path; /* of the report, in the options' arena */
    unsigned long long rejected;
    size_t problems, warnings; /* findings of the levels bad and warn */
    struct strbuf dump;        /* what --dump asks for, in place of a report: no path then */
};

#endif
