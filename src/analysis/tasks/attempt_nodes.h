/* On which nodes attempts ran: on one, or on those of a list (RECORD_NODE_LIST), which is expanded.
 */
#ifndef ANALYSIS_TASKS_ATTEMPT_NODES_H
#define ANALYSIS_TASKS_ATTEMPT_NODES_H

#include <stdbool.h>

#include "table/records.h"
#include "util/list.h"

struct node_slice {
    size_t first, count; /* of `numbers` */
};

struct attempt_nodes {
    struct interner names;     /* nodes are numbered from 1 on */
    struct node_slice *slices; /* of each text of the records */
    LIST_OF(uint32_t) numbers;
    size_t visits;   /* of nodes by records, of which there is a limit: see attempt_nodes_at */
    size_t left_out; /* records whose list is none, or too long, alone or with those before */
    int lists;       /* the attribute */
};

/* To be released. The records must live as long. */
void attempt_nodes_make(struct attempt_nodes *nodes, const struct records *records);
void attempt_nodes_release(struct attempt_nodes *nodes);

struct node_span {
    const uint32_t *numbers;
    size_t count; /* 0: not known */
};

/* A few records with lists of very many nodes each must not take for ever: those beyond some
 * millions of nodes together are left out, and counted; those on one node never are. */
struct node_span attempt_nodes_at(struct attempt_nodes *nodes, const struct records_block *block,
                                  size_t row);

#endif
