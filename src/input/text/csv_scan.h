/* The records of a CSV file, by several threads, in the order of the file.
 *
 * The file is cut into chunks of a fixed size at record borders (also when fields in quotes hold
 * line ends). Each chunk fills a part of the consumer's own; parts are handed over in the order of
 * the file, so that what comes out does not depend on the number of threads. Only the wanted
 * columns are looked at. Lines that repeat the header are passed over; where one changes it, the
 * scan ends, and what follows is left to be read as an input of its own.
 *
 * Rows of a Parquet file come in batches of typed columns in place of chunks of text. */
#ifndef INPUT_TEXT_CSV_SCAN_H
#define INPUT_TEXT_CSV_SCAN_H

#include <stddef.h>

#include "input/text/csv_consumer.h"

/* Returns the number of records that were not rejected; -1 with *scan->error, and nothing handed
 * over, when a Parquet file cannot be read. */
long long csv_scan(const struct csv_scan *scan);

/* Columns that no statistic needs are kept as attributes of tables up to so many bytes; of larger
 * ones it is noted how many of `columns` are not among the `wanted`. */
enum { CSV_ATTRIBUTES_LIMIT = 64 << 20 };
void csv_note_left_out(size_t columns, size_t wanted, const struct input *input,
                       const struct reading *reading);

#endif
