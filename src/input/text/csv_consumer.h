/* Who takes the records of a CSV file, and which columns of them: what is said to csv_scan.h. */
#ifndef INPUT_TEXT_CSV_CONSUMER_H
#define INPUT_TEXT_CSV_CONSUMER_H

#include <stdbool.h>
#include <stddef.h>

#include "input/parquet/column_batch.h"
#include "input/reader.h"
#include "input/text/csv_text.h"

/* Why a record is rejected. The reason is a fixed text: what varies goes into `text`. */
struct csv_fault {
    const char *reason;
    struct text_slice text;
};

/* Rejects the record at that place; of a long text its beginning is shown. */
void csv_reject(struct diagnostics *diagnostics, struct place place, struct csv_fault fault);

struct csv_consumer {
    void *context;
    void *(*begin)(void *context); /* a new part; from any thread */
    /* The wanted fields of one record, without their quotes; false rejects it. `line`: behind the
     * first one of the part. From any thread, but one thread a part. */
    bool (*record)(void *part, const struct text_slice *fields, size_t line,
                   struct csv_fault *fault);
    /* The same of a row of typed columns, the wanted ones; NULL: all become texts for `record`. */
    bool (*row)(void *part, const struct column_batch *batch, size_t row, struct csv_fault *fault);
    /* All rows of a batch at once, of a part that has none; false, and nothing was added, where
     * some of them need a look, so that `row` is called for each. May be NULL. */
    bool (*rows)(void *part, const struct column_batch *batch);
    /* In the order of the file, from any thread, but one at a time; other parts are filled
     * meanwhile. `line`: of the file, from 1, in which the part begins. */
    void (*finish)(void *context, void *part, size_t line);
    void (*discard)(void *part); /* not to be used after all */
};

struct csv_scan {
    const struct input *input;
    const struct reading *reading;
    const struct csv_header *header;
    const size_t *columns; /* wanted ones, by number, ascending */
    size_t column_count;
    struct csv_consumer consumer;
    struct error *error; /* why -1 was returned; for readers that take batches */
    size_t chunk_size;   /* in bytes; 0: the usual one */
    bool is_log;         /* grows while things go on: that its last line is unfinished is normal */
};

#endif
