/* Whether what happens on a node happens more often there than chance has it, given the task kinds
 * that ran there: attempts that fail, tasks that take long.
 *
 * Standardised by kind: of a node's trials so many hits are expected as the rates of their kinds on
 * all other nodes give: of trials without the node, where some ran on several. Kinds of one node
 * alone compare nothing. */
#ifndef ANALYSIS_TASKS_NODE_ODDS_H
#define ANALYSIS_TASKS_NODE_ODDS_H

#include <stdbool.h>

#include "analysis/tasks/group_index.h"
#include "util/list.h"

struct node_count {
    size_t trials, hits;
};

/* All zeroes at first. */
struct node_counts {
    struct group_index index;         /* of kind × node */
    LIST_OF(struct node_count) pairs; /* in its order */
    LIST_OF(struct node_count) kinds; /* of each kind; a trial on several nodes is one */
};

struct node_odds {
    double trials, hits; /* of kinds that other nodes had, too */
    double expected;     /* hits by the rates of trials without the node */
    double chance;       /* of so many hits or more where all nodes are alike: an upper bound */
};

/* A trial on one node or several, each of them another one. */
void node_counts_add(struct node_counts *counts, uint32_t kind, const uint32_t *nodes, size_t count,
                     bool is_hit);
/* The same of many trials that were counted: of a node, and of a kind, where each is one. */
void node_counts_add_counted(struct node_counts *counts, uint32_t kind, uint32_t node,
                             struct node_count counted);
void node_counts_add_kind(struct node_counts *counts, uint32_t kind, struct node_count counted);
/* Of each node by its number, below `nodes`; to be freed. */
struct node_odds *node_counts_odds(const struct node_counts *counts, size_t nodes);
void node_counts_release(struct node_counts *counts);

#endif
