/* The reader for what --columns and --mapping tell of an input. */
#ifndef INPUT_TOLD_COLUMNS_H
#define INPUT_TOLD_COLUMNS_H

#include "input/reader.h"

/* `recognised`: who knows the content, or NULL. A table with all columns that the mapping names is
 * read by it, whoever else knows it; one with some of them, and text that fits the list of
 * columns, where nobody does or where it was told by shapes alone. */
const struct reader *told_columns_reader(const struct mapping *content,
                                         const struct reading *reading,
                                         const struct reader *recognised);

#endif
