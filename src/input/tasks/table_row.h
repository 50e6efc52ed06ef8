/* A row of somebody's table as a record of a task. */
#ifndef INPUT_TASKS_TABLE_ROW_H
#define INPUT_TASKS_TABLE_ROW_H

#include "input/tasks/table_columns.h"
#include "input/text/status_words.h"
#include "table/records.h"

/* Numbers of memory for which no unit is said: what they look like. */
struct table_memory {
    double most;
    bool said; /* a cell has a unit, so that those without count bytes */
    bool decimals, pages;
};

void table_memory_init(struct table_memory *memory);
void table_memory_join(struct table_memory *memory, const struct table_memory *more);
/* Brings the memory of the records' latest source to bytes. Returns the unit that was found for it,
 * or NULL when it is bytes. */
const char *table_memory_settle(const struct table_memory *memory,
                                const struct table_columns *columns, const struct records *records);

/* What statuses mean that are likely to come again. All zeroes at first. */
enum { TABLE_STATUS_LETTERS = 24 };
struct table_statuses {
    char latest[TABLE_STATUS_LETTERS];
    size_t size;
    struct status meaning;
};

/* Rows whose elapsed time is not that from their start to their end. All zeroes at first. */
struct table_times {
    size_t zero;   /* elapsed times of 0, in place of which these times are used */
    size_t other;  /* taken as they are */
    double most_s; /* of these, the largest difference */
};

void table_times_join(struct table_times *times, const struct table_times *more);
/* Notes of both; `name` is that of the column of elapsed times. */
void table_times_note(const struct table_times *times, const char *name, const char *path,
                      struct diagnostics *diagnostics);

struct table_row {
    double numbers[TABLE_MEANINGS]; /* by meaning; NaN when missing */
    struct text_slice texts[TABLE_TEXTS];
    bool no_status; /* though there is a column for it */
};

/* 1 of "1", "true", "yes" …, 0 of their opposites, NaN of anything else. */
double table_flag(struct text_slice cell);

void table_row_clear(struct table_row *row);
bool table_row_take(struct table_row *row, const struct table_column *column,
                    struct text_slice cell, struct table_memory *memory, struct csv_fault *fault);
/* Adds it; what it does not say follows from what it says. */
void table_row_put(struct table_row *row, struct table_statuses *statuses,
                   struct table_times *times, struct records *records);

#endif
