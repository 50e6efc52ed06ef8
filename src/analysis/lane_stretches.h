/* What ran where and when, kept small whatever the number of tasks. */
#ifndef ANALYSIS_LANE_STRETCHES_H
#define ANALYSIS_LANE_STRETCHES_H

#include <stddef.h>
#include <stdint.h>

enum {
    LANES_MOST = 60,
    LANE_MOST_STRETCHES = 400,
    LANE_CELLS = 200, /* of a lane whose attempts are more, or side by side: a few pixels each */
    LANE_KINDS = 12,
    LANE_MOST_PARTS = 4,
};

/* An attempt of a task on a node; `kind` is below LANE_KINDS, or LANE_KINDS of all others. */
struct lane_attempt {
    double start, end;
    uint32_t node; /* numbered in the order of names */
    uint32_t lane, slot;
    uint8_t kind;
    uint8_t failed;
};

/* What a kind has of a stretch. */
struct lane_part {
    uint8_t kind;
    double running; /* mean number at a time */
};

struct lane_stretch {
    double start, end;
    struct lane_part parts[LANE_MOST_PARTS]; /* by kind; the last may stand for several */
    size_t part_count;
    size_t tasks, failed;
};

/* A lane is one slot of a node while all slots of all nodes together are few; else a node; else
 * several nodes in order. Sorts the attempts by lane and start and gives each its lane and slot (1
 * onwards; 0: the lane has no slots). A slot is a place in which one attempt runs at a time: each
 * attempt takes the first free one. Returns the number of lanes. */
size_t lanes_assign(struct lane_attempt *attempts, size_t count, size_t node_count);

/* The stretches of one lane from its attempts (sorted by start): each an attempt of its own, or,
 * where they are too many or run side by side, equal cells of the time from first to last, merged
 * with their neighbours where one kind goes on. stretches[] has LANE_MOST_STRETCHES places. Returns
 * how many.
 */
size_t lane_stretches_make(const struct lane_attempt *attempts, size_t count, double first,
                           double last, struct lane_stretch *stretches);

/* The same in cells from the first, for attempts that come one by one in any order. */
struct lane_cells;
struct lane_cells *lane_cells_new(double first, double last); /* first < last */
/* `ends` tasks end with the attempt. */
void lane_cells_add(struct lane_cells *cells, const struct lane_attempt *piece, size_t ends);
/* Frees the cells. */
size_t lane_cells_finish(struct lane_cells *cells, struct lane_stretch *stretches);

#endif
