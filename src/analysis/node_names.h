/* Names of nodes, which sources write in several ways: with the domain or without, with the cluster
 * or a part of the node behind ("cn01@alpha", "cn01 socket 0"), with a GPU before ("gpu-0.cn01").
 */
#ifndef ANALYSIS_NODE_NAMES_H
#define ANALYSIS_NODE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/interner.h"

/* Addresses, and what every machine calls itself, say nothing of its name elsewhere. */
bool node_name_is_host(const char *name);

/* Adds what all ways of writing the name begin with; its number. */
uint32_t node_names_add(struct interner *names, const char *name);
/* The number of the node among names added so; of a GPU, of the node that has it; 0: none. */
uint32_t node_names_find(const struct interner *names, const char *name);

#endif
