/* Which first allocations are worth recommending. */
#ifndef TABLE_ALLOCATION_RULES_H
#define TABLE_ALLOCATION_RULES_H

/* Least waste, or highest throughput, may mean that many tasks run twice, first in next to nothing:
 * nobody requests what repeats more than this share of the tasks. */
static const double ALLOCATION_MOST_RETRIED = 0.25;

#endif
