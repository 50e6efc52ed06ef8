/* How much a quantity of tasks differs with an attribute, within task kinds.
 *
 * What is compared: each value of the attribute with all others, and of numbers with few values
 * also those up to one with those above it, as `run` ≤ 4 with > 4. Tasks are compared within their
 * kind and step only (by `step` within their kind), since else a mix of kinds would look like an
 * effect; strata in which either group has fewer than ATTRIBUTE_LEAST_STRATUM tasks do not count,
 * and groups of fewer than ATTRIBUTE_LEAST_GROUP tasks are not compared. CPU efficiencies are
 * compared by their difference, run times and memory by the ratio of geometric means, as they
 * spread over orders of magnitude. Of all comparisons of an attribute the one with the largest t is
 * its contrast. */
#ifndef ANALYSIS_TASKS_ATTRIBUTE_EFFECTS_H
#define ANALYSIS_TASKS_ATTRIBUTE_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/tasks/attribute_levels.h"
#include "analysis/tasks/attribute_sample.h"

enum {
    ATTRIBUTE_MOST_CUTS = 31, /* between at most so many values + 1 */
    ATTRIBUTE_MOST_CONTRASTS = ATTRIBUTE_MOST_LEVELS + ATTRIBUTE_MOST_CUTS,
    ATTRIBUTE_LEAST_STRATUM = 3,
    ATTRIBUTE_LEAST_GROUP = 20,
};

struct attribute_contrast {
    size_t level; /* compared with all others; or, of a cut, the last of those up to it */
    bool is_cut;  /* those above the level come first, those up to it are the others */
};

/* One quantity. */
struct attribute_effect {
    struct mean_difference tests[ATTRIBUTE_MOST_CONTRASTS]; /* of those that could be tried */
    struct attribute_contrast contrasts[ATTRIBUTE_MOST_CONTRASTS];
    double counts[ATTRIBUTE_MOST_CONTRASTS][2]; /* tasks in the groups, in strata that count */
    double strata[ATTRIBUTE_MOST_CONTRASTS];
    size_t count; /* of contrasts that could be tried */
    size_t best;  /* of these */
    size_t known; /* tasks with both */
    /* Of all values together: the share of the variance within a stratum, ω² (Hays, "Statistics",
     * 1963), mean over strata by their tasks; 0 of none, NaN where no stratum has two values. */
    double explained;
};

/* `effects`: ATTRIBUTE_QUANTITIES of them; those of quantities that no task has stay without
 * contrasts. */
void attribute_effects_make(struct attribute_effect *effects, const struct attribute_levels *levels,
                            const struct attribute_sample *sample);

/* Which of the two groups a level is in. */
static inline bool attribute_contrast_has(struct attribute_contrast contrast, size_t level)
{
    return contrast.is_cut ? level > contrast.level : level == contrast.level;
}

#endif
