/* A table that can be exported: what its columns are, and its rows, batch by batch.
 *
 * Batches can be asked for in any order, by several threads: nothing of the table is kept twice. */
#ifndef EXPORT_EXPORT_SOURCE_H
#define EXPORT_EXPORT_SOURCE_H

#include "export/export_format.h"
#include "table/table.h"
#include "util/arena.h"

struct export_source {
    struct export_table table;
    size_t batches;
    const void *context;
    /* Gives a batch that lives as long as the arena and the context. */
    struct export_batch (*batch)(const struct export_source *source, size_t number,
                                 struct arena *arena);
};

/* A result table with rows, as data/ has it but for its name. Both live as long as the arena and
 * the table. */
struct export_source export_source_of_table(const struct table *table, struct arena *arena);

/* The bytes of the longest text of each column, 0 of numbers: one look at all rows. */
const size_t *export_source_longest(const struct export_source *source, struct arena *arena);

/* Rows of a batch of a table of whose rows nothing but the number is known; 0 behind the last. */
static inline size_t export_batch_rows(size_t rows, size_t number)
{
    size_t first = number * EXPORT_BATCH_ROWS;
    size_t left = first < rows ? rows - first : 0;
    return left < EXPORT_BATCH_ROWS ? left : EXPORT_BATCH_ROWS;
}
static inline size_t export_batch_count(size_t rows)
{
    return (rows + EXPORT_BATCH_ROWS - 1) / EXPORT_BATCH_ROWS;
}

#endif
