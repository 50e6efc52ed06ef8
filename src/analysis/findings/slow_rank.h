/* The rank of a program for which the others wait. */
#ifndef ANALYSIS_FINDINGS_SLOW_RANK_H
#define ANALYSIS_FINDINGS_SLOW_RANK_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/findings/finding.h"

/* The rule that it is reported by. */
extern const char slow_rank_rule[];

struct slow_rank {
    struct rank_waits_rows ranks;
    size_t row;
    double others_s;   /* the median of the others' waits */
    double second_s;   /* the shortest of them */
    double elapsed_s;  /* of the trace */
    bool has_function; /* the table's function explains why it comes last */
};

/* False: there is none. */
bool slow_rank_find(const struct findings *findings, struct slow_rank *slow);

#endif
