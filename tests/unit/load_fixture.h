/* Nodes with a load, and which findings are reported of them. */
#ifndef LOAD_FIXTURE_H
#define LOAD_FIXTURE_H

#include "findings_fixture.h"

/* Signals of a load on each node, and its mean as the tables have it. */
static inline void begin_load(const char *metric, size_t nodes)
{
    fixture_init(&fixture);
    for (size_t i = 0; i < nodes; i++) {
        const char name[] = {'n', (char)('1' + i), '\0'};
        fixture_flat(&fixture, metric, name, 20, 60, 8);
    }
}

static inline void add_cores(const char *node, const char *cores)
{
    dataset_add_hardware(&fixture.dataset, node, "cpus", cores);
}

#endif
