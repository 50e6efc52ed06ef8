/* The reader for an input whose columns --columns or --mapping names. */
#ifndef INPUT_TASKS_MAPPED_COLUMNS_H
#define INPUT_TASKS_MAPPED_COLUMNS_H

#include "input/reader.h"

/* `recognised`: who knows the content, or NULL. A table with some of the columns that the mapping
 * names is read by it where nobody else knows it, a table of quanta where it has all of them; text
 * that fits the list of columns where nobody knows it, or only by shapes. */
const struct reader *mapped_columns_reader(const struct mapping *content,
                                           const struct reading *reading,
                                           const struct reader *recognised);

#endif
