/* The values of an attribute by which tasks are compared: its levels, in their order. */
#ifndef ANALYSIS_TASKS_ATTRIBUTE_LEVELS_H
#define ANALYSIS_TASKS_ATTRIBUTE_LEVELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/tasks/attribute_sample.h"
#include "util/arena.h"

enum { ATTRIBUTE_MOST_LEVELS = 128, ATTRIBUTE_NO_LEVEL = 255 };

/* Why tasks are not compared by an attribute. */
enum attribute_refusal {
    ATTRIBUTE_COMPARED,
    ATTRIBUTE_CONSTANT, /* one value */
    ATTRIBUTE_SPARSE,   /* fewer than five tasks per value: an id, or nearly one */
    ATTRIBUTE_WIDE,     /* more than ATTRIBUTE_MOST_LEVELS values: an id, or a measured number */
    ATTRIBUTE_REPEATED, /* the groups of another attribute */
    ATTRIBUTE_BEYOND,   /* enough others are compared */
    ATTRIBUTE_BY_KIND,  /* no task kind has enough tasks with two of the values */
    ATTRIBUTE_REFUSALS,
};

struct attribute_levels {
    int column; /* of the records */
    enum attribute_refusal refusal;
    size_t same_as;  /* ATTRIBUTE_REPEATED: the place of that attribute among those looked at */
    size_t count;    /* of levels; where refused as too many: those that were seen */
    size_t known;    /* tasks of the sample with a value */
    bool is_text;    /* of the column: keys are numbers of texts, else bits of numbers */
    bool is_ordered; /* levels are numbers, also those of texts, ascending; else in natural order */
    uint8_t *levels; /* by place of the sample, ATTRIBUTE_NO_LEVEL where missing; NULL: refused */
    uint64_t keys[ATTRIBUTE_MOST_LEVELS]; /* of levels: see is_text */
};

/* Columns that may be attributes of tasks: what names or numbers something, no measured quantity
 * and no moment. */
bool attribute_column_counts(const struct records *records, int column);

void attribute_levels_make(struct attribute_levels *levels, const struct attribute_sample *sample,
                           int column);
void attribute_levels_release(struct attribute_levels *levels);

/* Whether both put the same tasks together. */
bool attribute_levels_same(const struct attribute_levels *left,
                           const struct attribute_levels *right, size_t tasks);

/* A level as people read it, in the arena. */
const char *attribute_level_text(const struct attribute_levels *levels,
                                 const struct records *records, size_t level, struct arena *arena);

#endif
