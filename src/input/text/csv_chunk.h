/* One chunk of a CSV file: its records, and what is wrong with some. */
#ifndef INPUT_TEXT_CSV_CHUNK_H
#define INPUT_TEXT_CSV_CHUNK_H

#include "input/text/csv_consumer.h"
#include "util/list.h"

struct csv_reject {
    size_t offset, line; /* line: behind the chunk's first */
    struct csv_fault fault;
    bool cut; /* the last line, which ends early: a note, no reject */
};

struct csv_chunk {
    size_t begin, stop; /* records that start in [begin, stop) are the chunk's */
    size_t start, end;  /* where its first record starts, and the first one behind it */
    size_t lines;       /* of its records */
    bool odd;           /* the number of quotes in [begin, stop) */
    bool has_quotes;    /* or records longer than a window */
    bool is_last;       /* what comes behind `end` has columns of its own */
    long long records;
    void *part;
    LIST_OF(struct csv_reject) rejects;
    struct arena arena; /* texts of the rejects, and of fields while they are read */
};

void csv_chunk_release(struct csv_chunk *chunk);

/* Reads the records of the chunk, from `start` on, into a new part. */
void csv_chunk_read(struct csv_chunk *chunk, const struct csv_scan *scan);

#endif
