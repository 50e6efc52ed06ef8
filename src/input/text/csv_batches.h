/* Rows of a Parquet file for who takes the records of a CSV file: csv_scan.h. */
#ifndef INPUT_TEXT_CSV_BATCHES_H
#define INPUT_TEXT_CSV_BATCHES_H

#include "input/text/csv_consumer.h"

/* As csv_scan, of an input whose rows are in `parquet`. */
long long csv_batches_scan(const struct csv_scan *scan);

#endif
