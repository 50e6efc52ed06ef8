/* Rows of a Parquet file as CSV, for readers of text: a line of names, commas, quotes where they
 * are needed, numbers with the shortest digits that read back the same. */
#ifndef INPUT_PARQUET_PARQUET_TEXT_H
#define INPUT_PARQUET_PARQUET_TEXT_H

#include "input/parquet/parquet_file.h"

/* The names and the first rows, enough to know the format by. *whole: these are all rows. False
 * with a sentence. */
bool parquet_text_of_head(const struct parquet_file *file, struct mapping *text, bool *whole,
                          struct error *error);

/* All rows; what is large goes to a file as with what is inflated (util/mapping.h). */
bool parquet_text_of_all(const struct parquet_file *file, int jobs, struct mapping *text,
                         struct error *error);

#endif
