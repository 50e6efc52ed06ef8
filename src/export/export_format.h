/* How exported tables are written: what a format is given and what it does.
 *
 * A format gets the tables one after the other, each as batches of columns. Adding one is a file
 * and a line in formats.def: format_NAME.c for one that makes text and needs no library, else
 * src/extensions/NAME.c, whose `jobreport_extension` is a `const struct export_library`. A library
 * format calls nothing of the program. */
#ifndef EXPORT_EXPORT_FORMAT_H
#define EXPORT_EXPORT_FORMAT_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "table/table.h"
#include "util/error.h"
#include "util/strbuf.h"

/* Rows of a batch, but for the last of a table; the same in every run, so that what is written by
 * batches does not depend on the number of threads. */
enum { EXPORT_BATCH_ROWS = 16384 };

/* A table that is about to be written. Names of columns are different, also without regard to case;
 * those of attributes are the data's and may hold anything but NUL. Units are base units, "" where
 * there is none. */
struct export_table {
    const char *name, *row; /* `row`: what a row is */
    const struct column_schema *columns;
    size_t column_count;
    size_t rows;
    const size_t
        *longest; /* bytes of the longest text of each column; only where the format asks */
};

/* Values of a column; NULL where all of the batch are missing. A missing number is NaN, a missing
 * text NULL; numbers may be infinite, texts are UTF-8. */
union export_cells {
    const double *numbers;
    const char *const *texts;
};

struct export_batch {
    size_t rows;
    const union export_cells *columns;
};

/* A format of text: the bytes of a head and those of batches, one behind the other, are the file.
 * Called from several threads. */
struct export_text {
    void (*head)(const struct export_table *table, struct strbuf *out); /* NULL: it has none */
    void (*rows)(const struct export_table *table, const struct export_batch *batch,
                 struct strbuf *out);
};

/* A file that a library writes. No two are written at a time. */
struct export_file {
    const char *path;
    const char *directory; /* in which it is: for what the library keeps aside meanwhile */
    double created;        /* Unix seconds, for files that have to say when they were made */
};

/* Functions return false with *error (ERROR_OUTPUT). */
struct export_library {
    size_t most_rows, most_columns; /* of a table; what is beyond is not given. 0: any number */
    bool needs_longest;
    bool has_contents; /* gets two more tables first, `tables` and `columns`, which say what is in
                          the others */
    void *(*open)(const struct export_file *file, struct error *error); /* NULL on failure */
    bool (*begin)(void *writer, const struct export_table *table, struct error *error);
    bool (*put)(void *writer, const struct export_batch *batch, struct error *error);
    bool (*end)(void *writer, struct error *error); /* of the table */
    /* After the end of a table: how many of its texts were too long for the format and are cut off.
     * NULL: it takes any. */
    size_t (*cut_texts)(const void *writer);
    /* In any case the last call: frees all. `is_whole` false: something failed, nothing is to be
     * saved, and `error` stays as it is. */
    bool (*close)(void *writer, bool is_whole, struct error *error);
};

/* "cannot write PATH: WHY" */
static inline bool export_fail(struct error *error, const char *path, const char *why, int number)
{
    error->kind = ERROR_OUTPUT;
    error->number = number;
    snprintf(error->text, sizeof error->text, "cannot write %.1500s: %.400s", path, why);
    return false;
}

#endif
