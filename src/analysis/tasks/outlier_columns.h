/* In which columns of the records the outliers of a kind differ, from each other and from the other
 * tasks of the kind. */
#ifndef ANALYSIS_TASKS_OUTLIER_COLUMNS_H
#define ANALYSIS_TASKS_OUTLIER_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/tasks/outlier_search.h"
#include "util/arena.h"

/* A record's value of a column as text, in the arena; NULL when it has none. */
const char *outlier_text(const struct records *records, const struct outlier_record *record,
                         int column, struct arena *arena);

/* Columns worth a look: not the kind and the memory itself or what was asked for, nor what only
 * numbers the tries. */
bool outlier_column_counts(const struct records *records, int column);

/* Do listed outliers have different values there? */
bool outlier_column_varies(const struct outlier_kind *kind, int column, enum record_type type);

struct outlier_contrast {
    /* Of what is measured: medians of the outliers below, of the others, of those above. */
    double low_median, middle_median, high_median;
    /* Of what names or numbers something: the value that outliers have most beyond its share. */
    const char *value;
    double outliers_share, others_share;
    double chance;      /* of as large a difference in this one comparison, at most; 1: of none */
    double comparisons; /* tried: sides × values that enough tasks have, or sides where measured */
};

/* False when the outliers are about as the others there: medians within 1.25 times of each other or
 * among the middle half of the others;
 * no value that three or more of them have, a fifth of them all, and twice as often as others.
 * `comparisons` is set in either case. The chance of a value is by Fisher's exact test of all
 * outliers, of those above and those below; that of medians by Mann and Whitney's. */
bool outlier_contrast_make(const struct records *records, const struct outlier_kind *kind,
                           int column, struct arena *arena, struct outlier_contrast *contrast);

#endif
