/* What InfluxDB 2 answers a query with, as CSV: columns of the query itself beside those of the
 * data. */
#ifndef INPUT_TEXT_FLUX_TABLE_H
#define INPUT_TEXT_FLUX_TABLE_H

#include <stdbool.h>

#include "input/text/csv_text.h"

bool flux_table_is(const struct csv_header *header);
/* Whether a row is of one field of a sample, named in the column _field: not pivoted. */
bool flux_table_is_long(const struct csv_header *header);
/* Whether the column of such a table is of the query: which of its results and tables the row is
 * in, what times were asked for, what was measured. */
bool flux_table_is_of_query(const char *column);

#endif
