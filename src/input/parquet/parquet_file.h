/* A Parquet file as a table: its columns, and its rows in batches of typed columns.
 *
 * Columns that are lists, maps or groups of columns, or binary, are left out. Booleans, decimals,
 * integers of more than 64 bits, dates and times are texts: "true", "12.50", "2024-06-11",
 * "2024-06-11 08:00:00.25", with a Z behind where the file says that times are UTC. */
#ifndef INPUT_PARQUET_PARQUET_FILE_H
#define INPUT_PARQUET_PARQUET_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/parquet/column_batch.h"
#include "input/parquet/parquet_service.h"
#include "util/arena.h"
#include "util/mapping.h"

struct parquet_column {
    const char *name;
    struct parquet_wanted wanted; /* its number in the file, and kind */
};

struct parquet_file {
    struct arena arena;
    struct parquet_service *service;
    const char *path, *location; /* as it is shown; as the system knows it */
    struct mapping bytes;        /* the file */
    struct mapping_limits limits;
    struct parquet_column *columns; /* those that can be read */
    size_t column_count;
    const char *left_out; /* "a (list), b (binary)": the others; NULL: none */
    size_t left_out_count;
    uint64_t rows; /* by its own word */
};

/* Whether the content is a Parquet file, by its first bytes. */
bool parquet_file_is(const struct mapping *content);

/* Takes `bytes` over, which are closed with the file; paths and service are the caller's. NULL with
 * a sentence, and `bytes` as they were, when it is damaged, encrypted, has no column that can be
 * read, or nothing is there to read it with. */
struct parquet_file *parquet_file_open(struct parquet_service *service, const char *path,
                                       const char *location, struct mapping *bytes,
                                       struct mapping_limits limits, struct error *error);
void parquet_file_close(struct parquet_file *file); /* may be NULL */

/* About how many bytes the file would have as CSV. */
size_t parquet_file_text_size(const struct parquet_file *file);

/* Who takes the rows. */
struct parquet_consumer {
    void *context;
    /* Reads a batch; from any thread, in any order. Returns what was read of it. */
    void *(*read)(void *context, const struct column_batch *batch);
    /* Takes what was read, in the order of the file; from one thread at a time. */
    void (*finish)(void *context, void *part, uint64_t first);
    void (*discard)(void *context, void *part); /* not to be used after all */
};

/* Reads the rows of those columns (numbers in file->columns), with so many threads. False with a
 * sentence when the file is damaged, or larger than the limits; `consumer` may have been given what
 * comes before. */
bool parquet_file_scan(const struct parquet_file *file, const size_t *columns, size_t count,
                       int jobs, const struct parquet_consumer *consumer, struct error *error);
/* The same of the first rows alone. */
bool parquet_file_scan_first(const struct parquet_file *file, uint64_t rows,
                             const struct parquet_consumer *consumer, struct error *error);

#endif
