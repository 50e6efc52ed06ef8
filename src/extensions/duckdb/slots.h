/* Rows of a query into slots of shared memory. Each thread of the library fills one of its own:
 * rows follow each other in it as long as they are of one row group. */
#ifndef EXTENSIONS_DUCKDB_SLOTS_H
#define EXTENSIONS_DUCKDB_SLOTS_H

#include "extensions/duckdb/server.h"

/* The function that DuckDB calls, with numbers of rows, which follow each other, and the wanted
 * columns; its argument is the server. */
void slots_take_rows(duckdb_function_info info, duckdb_data_chunk chunk, duckdb_vector output);
/* Sends what the threads still hold, or keeps their slots for the next file where this one failed.
 */
void slots_end(struct server *server, bool good);

#endif
