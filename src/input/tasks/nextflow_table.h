/* Nextflow's trace as rows of fields: its columns, and where a row begins and ends. */
#ifndef INPUT_TASKS_NEXTFLOW_TABLE_H
#define INPUT_TASKS_NEXTFLOW_TABLE_H

#include "input/text/csv_scan.h"
#include "input/text/header_again.h"
#include "input/text/lines.h"

enum nextflow_field {
#define NEXTFLOW_FIELD(id, name, form, use) NEXTFLOW_##id,
#include "input/tasks/nextflow_fields.def"
#undef NEXTFLOW_FIELD
    NEXTFLOW_FIELDS, /* also: a column that Nextflow's documentation does not have */
};

enum nextflow_form {
    NEXTFLOW_AS_WORD,
    NEXTFLOW_AS_FREE,
    NEXTFLOW_AS_HASH,
    NEXTFLOW_AS_STATUS,
    NEXTFLOW_AS_COUNT,
    NEXTFLOW_AS_TIME,
    NEXTFLOW_AS_BYTES,
    NEXTFLOW_AS_SHARE,
    NEXTFLOW_AS_MOMENT,
};
enum nextflow_use {
    NEXTFLOW_FOR_USED,
    NEXTFLOW_FOR_NUMBER,
    NEXTFLOW_FOR_TEXT,
    NEXTFLOW_FOR_NOTHING
};

struct nextflow_column {
    const char *name;
    enum nextflow_field field;
    enum nextflow_form form;
    enum nextflow_use use;
};

/* Free text is unquoted: what stands in such a column may hold separators and line ends. A row then
 * goes on until a line that begins like a row: all columns before the first free one fit. */
struct nextflow_table {
    struct text_slice separator;
    struct nextflow_column *columns;
    struct header_names names;
    size_t count, rows_from; /* columns; offset behind the header */
    size_t front, back;      /* columns before the first free one, and behind the last; `count` and
                                0 when there is none */
    int known, telling;      /* columns that Nextflow has, and that hardly anything else has */
};

/* False when the first line is no such header. */
bool nextflow_table_make(struct nextflow_table *table, const char *text, size_t size,
                         struct arena *arena);
bool nextflow_has(const struct nextflow_table *table, enum nextflow_field field);

/* A number of that form; for NEXTFLOW_AS_COUNT and what follows it. */
bool nextflow_number(enum nextflow_form form, struct text_slice cell, double *number,
                     struct csv_fault *fault);

enum nextflow_status {
    NEXTFLOW_NO_STATUS,
    NEXTFLOW_DONE,
    NEXTFLOW_CACHED,
    NEXTFLOW_FAILED,
    NEXTFLOW_ABORTED,
    NEXTFLOW_OPEN
};
enum nextflow_status nextflow_status_of(struct text_slice cell);

struct nextflow_row {
    struct text_slice text;
    struct text_slice *cells; /* one a column */
    size_t offset, line;
    const char *problem; /* why it cannot be used, or NULL */
    bool cut;            /* the problem is that the file ends in the row */
};

/* Takes the next row; `lines` stands before it. False when there is none. Blank lines are passed.
 */
bool nextflow_next_row(const struct nextflow_table *table, struct lines *lines,
                       struct nextflow_row *row);

#endif
