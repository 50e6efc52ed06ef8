/* Series that several inputs hold: files of nodes beside the merged one, an earlier copy of a file.
 */
#ifndef INPUT_REPEATED_SERIES_H
#define INPUT_REPEATED_SERIES_H

#include <stddef.h>

#include "table/dataset.h"

/* Numbers of series by metric and node: heads[hash] and next[series] are number + 1, 0 ends. */
struct series_chains {
    size_t *heads, head_count;
    size_t *next, next_capacity;
    size_t count; /* series in it */
};

void series_chains_release(struct series_chains *chains);

struct repeated_series {
    size_t left_out;  /* wholly */
    size_t continued; /* of which the moments beyond those of earlier series were kept */
    size_t other;     /* of these, with other values where both have samples */
};

/* Looks at the series from `first` on, which were added last. One whose time overlaps that of an
 * earlier series of the same metric and node goes on with what lies outside; when nothing does, it
 * is taken out. */
struct repeated_series repeated_series_take_out(struct series_chains *chains,
                                                struct dataset *dataset, size_t first);

struct timeline_span {
    double first, last; /* infinite, the wrong way round, without samples */
};
struct timeline_span timeline_span_of(const struct timeline *timeline);

#endif
