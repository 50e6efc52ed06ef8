/* Groups of tasks out of a part, as the rows of tables about tasks are made of. */
#ifndef ANALYSIS_CAMPAIGN_PART_GROUPS_H
#define ANALYSIS_CAMPAIGN_PART_GROUPS_H

#include "analysis/campaign/part.h"
#include "analysis/campaign/value_pool.h"
#include "analysis/tasks/task_groups.h"

struct part_groups {
    const struct part *part;
    struct task_groups groups; /* without their columns */
    struct records records;    /* none, of sources as those of the part are */
    uint32_t (*texts)[2];      /* of each group: the part's texts of its kind and step */
    struct summary *memory;    /* of each group */
};

/* The part is in order, and lives longer. */
void part_groups_make(struct part_groups *groups, const struct part *part);
void part_groups_release(struct part_groups *groups);

/* The values of a class and quantity (0: a class without) of one group; NULL: there are none. */
struct part_entry *part_groups_values(const struct part_groups *groups, size_t group,
                                      enum part_class class, uint32_t quantity, uint32_t unit);
/* Adds those of a kind. */
void part_groups_pool_kind(const struct part_groups *groups, size_t kind, uint32_t quantity,
                           uint32_t unit, struct value_pool *pool);

/* The part's text of a kind. */
static inline uint32_t part_groups_kind(const struct part_groups *groups, size_t kind)
{
    return groups->texts[groups->groups.kinds[kind].first][0];
}

/* Tasks of a kind that succeeded. */
static inline size_t part_groups_succeeded(const struct part_groups *groups, size_t kind)
{
    return groups->groups.kinds[kind].totals.tasks[OUTCOME_SUCCEEDED];
}

#endif
