/* One row per format: how to detect it, how to read it.
 *
 * Adding a format is a file read_NAME.c and a line in readers.def. Detection looks at content,
 * never at names: the reader that is surest of what it sees wins. */
#ifndef INPUT_READER_H
#define INPUT_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "table/dataset.h"
#include "util/diagnostics.h"
#include "util/error.h"
#include "util/file_checksum.h"
#include "util/mapping.h"

/* What a reader is given. */
struct input {
    const char *path; /* as the user gave it, or below a directory that the user gave */
    struct mapping content;
    /* Where the content is but the names and first rows, as CSV, of a Parquet file: its rows are
     * to be had there. NULL: the content is all. Only of readers that take batches. */
    const struct parquet_file *parquet;
};

/* About how many bytes the input has as text. */
size_t input_text_size(const struct input *input);

/* What a column of somebody's table is: their name for it, and one that read_table.c knows. */
struct column_mapping {
    const char *name, *meaning; /* "peak", "memory_MB" */
};

/* The meaning of the column of that name; NULL: the mapping does not name it. */
const char *column_mapping_find(const char *name, const struct column_mapping *mapping,
                                size_t count);

struct supplements;

struct reading {
    struct dataset *dataset;
    struct diagnostics *diagnostics;
    int jobs;
    struct mapping_limits limits; /* of one input */
    enum checksum_kind checksum;  /* of inputs */
    bool checks_content;          /* whether records of inputs get the one of their content */
    const char *columns; /* names, with commas between, for inputs without a header; or NULL */
    const struct column_mapping *mapping;
    size_t mapping_count;
    bool zone_is_given; /* of times that name none */
    /* More bytes are read; called from any thread. May be NULL. */
    void (*progress)(void *context, size_t more);
    void *progress_context;
    /* Where what is known of tasks beside their manager's log waits until logs are read. NULL: it
     * is added to the dataset at once. */
    struct supplements *sides;
    /* Where a reader leaves the offset in the content from which on another input is joined to its
     * own, as by cat; NULL: nobody asks. */
    size_t *rest;
};

/* Tells that so many more bytes are read; from any thread. */
void reading_progress(const struct reading *reading, size_t more);

/* Leaves what begins at the offset, which is not 0, to be read as an input of its own. False when
 * nobody will. */
bool reading_leave_rest(const struct reading *reading, size_t offset);

/* Which inputs are read first, whatever their order: samples need the job's start, and facts about
 * metrics need the metrics. */
enum reader_turn { READ_FIRST, READ_SECOND, READ_LAST };
enum { READER_TURNS = 3 };

/* So much of lines of thousands of columns is looked at; a header that is longer is not known. */
enum { READER_MOST_SEEN = 1 << 18 };

struct reader {
    const char *name;        /* for --input-format and `jobreport formats` */
    const char *description; /* one line for people */
    enum reader_turn turn;
    /* 0: not mine … 100: certainly mine. Looks at the first bytes only: `size` of them, 64 KiB
     * where the file has them, more where these are not four lines; text[size] is readable and NUL.
     * Of a JSON object that nobody is sure of, it is then asked again with long lists cut short. */
    int (*recognise)(const char *text, size_t size);
    /* Adds what the input holds to the dataset. Returns the number of records read (samples of
     * nodes), or -1 with *error when nothing of it could be used. */
    long long (*read)(const struct input *input, const struct reading *reading,
                      struct error *error);
    /* Whether a file at another path with this very content says the same, for formats in which
     * the path says something of the records; NULL: it does. */
    bool (*says_the_same)(const struct input *input, const char *other_path);
    /* It reads by csv_scan.h, and looks at the first rows alone beside: of a Parquet file it needs
     * no text. */
    bool takes_batches;
    bool needs_types; /* also of one with few rows, whose text says as much to others */
};

size_t reader_count(void);
const struct reader *reader_at(size_t index);
const struct reader *reader_by_name(const char *name); /* NULL when there is none */
/* The surest reader, or NULL when none knows it. */
const struct reader *reader_recognise(const struct mapping *content);

#endif
