/* Result tables out of a part: those that other analyses make of records. */
#ifndef ANALYSIS_CAMPAIGN_PART_TABLES_H
#define ANALYSIS_CAMPAIGN_PART_TABLES_H

#include "analysis/campaign/part_groups.h"
#include "table/table.h"
#include "util/short_paths.h"

/* Inputs that were to be in the part, and whether they are. */
struct part_expected {
    const char *const *names; /* paths as they were given to `summarize`, ascending, none twice */
    size_t count;             /* 0: nobody said which */
};

/* Fills steps, tasks, attempts and so on, `merged`, `missing_inputs` and so on. The part is in
 * order. `names`: what inputs are called. */
void part_tables_put(struct tables *tables, const struct part_groups *groups,
                     const struct part_expected *expected, const struct short_paths *names);

#endif
