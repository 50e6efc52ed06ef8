/* Moments in which processors of most nodes wait for I/O. */
#ifndef ANALYSIS_NODES_IO_WAIT_H
#define ANALYSIS_NODES_IO_WAIT_H

#include <stdbool.h>

#include "analysis/analysis.h"

/* A node waits when its cores do for so much of the time, and two of them at least. */
#define IO_WAIT_SHARE 0.1

struct io_wait {
    bool *shown;    /* a slot of the grid each: half of the sampled nodes or more wait */
    double *shares; /* the mean of the nodes, 0 to 1; NaN: unknown */
    size_t *nodes;  /* that wait */
    size_t *one;    /* one of them, the number of its signal among those of iowait */
};

/* The signals of iowait that a slot's `one` counts; NULL: none is known. */
const struct signal *io_wait_signals(const struct signals *signals);

/* Where iowait is unknown, none waits. */
void io_wait_make(struct io_wait *wait, const struct analysis_request *request,
                  const struct grid *grid);
void io_wait_release(struct io_wait *wait);

#endif
