/* Stretches of load_drops or rate_drops by what rose meanwhile: a sentence is of one group. */
#ifndef ANALYSIS_FINDINGS_DROP_GROUPS_H
#define ANALYSIS_FINDINGS_DROP_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/findings/finding.h"

#define DROP_GROUPS_REPORTED 3 /* of one kind, at most */

/* Those beside which the same metric rose, or none did. */
struct drop_group {
    const struct table *drops;
    const char *rose;   /* "": none */
    const size_t *rows; /* ascending */
    size_t count;       /* of rows */
    size_t longest;     /* row */
    double total_s;     /* without gaps in samples */
};

/* `counts`: a row of the table each. In the arena of the findings; the group of most time first. */
size_t drop_groups_find(const struct findings *findings, const struct table *drops,
                        const bool *counts, struct drop_group **groups);

/* Of a column of means, over all samples of the group, whose numbers another column has. */
double drop_group_mean(const struct drop_group *group, const char *column, const char *samples);

/* "from 10:00 to 10:20 (20 min, 15 % of the run)", or "in 2 intervals (…; the longest …)" */
const char *drop_group_intervals(const struct findings *findings, const struct drop_group *group);

/* "network output rose from 20 MB/s to 1.2 GB/s per node" */
const char *drop_group_rise(const struct findings *findings, const struct drop_group *group);

#endif
