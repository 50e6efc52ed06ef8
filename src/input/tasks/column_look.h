/* What the cells of a column are like, where its name does not decide what it is. */
#ifndef INPUT_TASKS_COLUMN_LOOK_H
#define INPUT_TASKS_COLUMN_LOOK_H

#include <stdint.h>

#include "input/tasks/table_header.h"
#include "input/text/lines.h"
#include "util/mapping.h"

enum { COLUMN_LOOK_VALUES = 32 };

/* What cells of a column are like, as far as it was looked at. */
struct column_look {
    size_t most, rows, missing, numbers, stamps, flags, words, several /* words */;
    size_t seconds; /* numbers, spans and clocks */
    size_t rising;  /* numbers above the one before */
    double latest;  /* number */
    double lowest, highest;
    /* Cells that differ, missing ones left out; COLUMN_LOOK_VALUES: that many or more. */
    size_t values;
    uint64_t seen[COLUMN_LOOK_VALUES]; /* their hashes */
};

/* Looks at the first rows of the table, at most that many; a column that there is none of has no
 * row. */
struct column_look table_look_at_column(const struct table_header *header, size_t column,
                                        size_t most, const struct mapping *content);

/* Lines of a table, behind its names. */
void table_start_at_rows(const struct table_header *header, const char *text, size_t size,
                         struct lines *lines);

#endif
