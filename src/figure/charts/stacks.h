/* Lying bars of parts, read from rows of label, part and value. */
#ifndef FIGURE_CHARTS_STACKS_H
#define FIGURE_CHARTS_STACKS_H

#include <stdbool.h>
#include <stddef.h>

#include "figure/charts/table_rows.h"
#include "figure/model/mark_list.h"

enum { STACKS_MOST_PARTS = 6, STACKS_LABEL = 60 };

struct stack {
    const char *label;
    double values[STACKS_MOST_PARTS + 1], sum; /* 0: no such part */
    double unknown;                            /* of them; for who sorts by it */
    size_t place;                              /* in the table */
};

struct stacks {
    size_t most_parts; /* up to STACKS_MOST_PARTS */
    bool has_rest;     /* parts beyond those are one, the last; else they are left out */
    struct stack *items;
    size_t count, all;
    const char *parts[STACKS_MOST_PARTS];
    size_t part_count;
    bool rest_used;
    bool has_unnamed; /* rows without a label: what the table has of things that it does not list */
    double sum;       /* with those */
};

/* The number of the part, added when new: most_parts when there are too many. */
size_t stacks_part(struct stacks *stacks, const char *part);

/* Reads all rows; those of a label follow each other, those without one only add to the sum.
 * `stacks` says which parts there may be, and may know some already. False when there is none. */
bool stacks_read(struct stacks *stacks, const struct table_rows *rows);

/* The bars of a part, behind those of the parts before it. */
void stacks_put_bars(const struct stacks *stacks, size_t part, struct mark *mark);

/* The panel's axes: names of the first `count` stacks, and a scale to the largest sum; of shares to
 * 100 % at least. */
void stacks_make_axes(const struct stacks *stacks, const struct table_rows *rows,
                      struct panel *panel);

/* What is not among the first `count`, in words; "" when nothing is. */
const char *stacks_note(const struct stacks *stacks, const struct table_rows *rows);

#endif
