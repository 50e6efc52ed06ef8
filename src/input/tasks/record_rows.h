/* Rows of records by their number, and whether two say the same. */
#ifndef INPUT_TASKS_RECORD_ROWS_H
#define INPUT_TASKS_RECORD_ROWS_H

#include "table/records.h"

struct record_row {
    const struct records_block *block;
    size_t row, number; /* number: of all records */
};

/* The number of each block's first record, to be freed. */
size_t *record_rows_starts(const struct records *records);
struct record_row record_rows_find(const struct records *records, const size_t *starts,
                                   size_t number);
/* Both are missing, or the same. */
bool record_numbers_equal(double left, double right);
/* Whether all fields are equal, those that are missing, too; the source does not count. */
bool record_rows_equal(const struct records *records, const struct record_row *left,
                       const struct record_row *right);

static inline double record_row_number(const struct record_row *record, int column)
{
    return records_number_at(record->block, column, record->row);
}

static inline uint32_t record_row_text(const struct record_row *record, int column)
{
    return records_text_at(record->block, column, record->row);
}

static inline enum record_ending record_row_ending(const struct record_row *record)
{
    const uint8_t *endings = records_endings(record->block);
    return endings ? (enum record_ending)endings[record->row] : ENDING_UNSAID;
}

#endif
